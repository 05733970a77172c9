target triple = "nvptx64-nvidia-cuda"

@functions = internal addrspace(1) global [2 x ptr] [ptr @one, ptr @two]
define internal i32 @one(i32 %x, float %y) {
  ret i32 %x
}
define internal i32 @two(i32 %x, float %y) {
  %z = fptosi float %y to i32
  ret i32 %z
}

define ptx_kernel void @k(ptr addrspace(1) %p, i64 %i) {
  %a = getelementptr [2 x ptr], ptr addrspace(1) @functions, i64 0, i64 %i
  %f = load ptr, ptr addrspace(1) %a
  %r = call i32 %f(i32 9, float 1.0)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
