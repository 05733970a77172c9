target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, ptr byval({ i32, [3 x float], i8 }) align 8 %s) {
  %a = getelementptr { i32, [3 x float], i8 }, ptr %s, i32 0, i32 1, i32 2
  %x = load float, ptr %a
  %b = getelementptr { i32, [3 x float], i8 }, ptr %s, i32 0, i32 2
  %y = load i8, ptr %b
  %z = sitofp i8 %y to float
  %r = fadd float %x, %z
  store float %r, ptr addrspace(1) %p
  ret void
}
