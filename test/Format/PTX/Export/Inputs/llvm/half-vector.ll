target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr <2 x half>, ptr addrspace(1) %p, i64 0
  %x0 = load <2 x half>, ptr addrspace(1) %q0
  %r = fadd <2 x half> %x0, <half 0xH3C00, half 0xH4000>
  store <2 x half> %r, ptr addrspace(1) %p
  ret void
}
