target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr half, ptr addrspace(1) %p, i64 0
  %x0 = load half, ptr addrspace(1) %q0
  %q1 = getelementptr half, ptr addrspace(1) %p, i64 1
  %x1 = load half, ptr addrspace(1) %q1
  %a = fmul half %x0, 0xH3E00
  %b = fadd half %a, %x1
  %c = fcmp ogt half %b, 0xH0000
  %r = select i1 %c, half %b, half %x0
  store half %r, ptr addrspace(1) %p
  ret void
}
