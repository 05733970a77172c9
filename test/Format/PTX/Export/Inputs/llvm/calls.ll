target triple = "nvptx64-nvidia-cuda"

define internal i32 @square(i32 %x) noinline {
  %y = mul i32 %x, %x
  ret i32 %y
}
define { i64, float } @pair(i32 %x) noinline {
  %a = sext i32 %x to i64
  %b = insertvalue { i64, float } undef, i64 %a, 0
  %c = insertvalue { i64, float } %b, float 3.0, 1
  ret { i64, float } %c
}
define void @nothing() noinline {
  ret void
}

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %a = call i32 @square(i32 %x)
  %b = call { i64, float } @pair(i32 %a)
  %c = extractvalue { i64, float } %b, 0
  %d = trunc i64 %c to i32
  %e = call i32 @square(i32 %d)
  call void @nothing()
  store i32 %e, ptr addrspace(1) %p
  ret void
}
