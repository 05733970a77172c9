target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %a = alloca [8 x i32], align 4
  %b = getelementptr [8 x i32], ptr %a, i32 0, i32 %i
  store volatile i32 5, ptr %b
  %c = getelementptr [8 x i32], ptr %a, i32 0, i32 3
  %d = load volatile i32, ptr %c
  store i32 %d, ptr addrspace(1) %p
  ret void
}
