target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr float, ptr addrspace(1) %p, i64 0
  %x0 = load float, ptr addrspace(1) %q0
  %q1 = getelementptr float, ptr addrspace(1) %p, i64 1
  %x1 = load float, ptr addrspace(1) %q1
  %a = fmul float %x0, %x1
  %b = fadd float %a, 1.5
  %c = fdiv float %b, %x1
  %d = fneg float %c
  %e = fcmp olt float %d, 0.0
  %r = select i1 %e, float %d, float 2.5
  store float %r, ptr addrspace(1) %p
  ret void
}
