target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %b = atomicrmw umax ptr addrspace(1) %p, i32 %a monotonic
  %c = cmpxchg ptr addrspace(1) %p, i32 %b, i32 7 monotonic monotonic
  %d = extractvalue { i32, i1 } %c, 0
  %e = atomicrmw xchg ptr addrspace(1) %p, i32 %d monotonic
  %f = atomicrmw fadd ptr addrspace(1) %p, float 1.0 monotonic
  %g = load atomic i32, ptr addrspace(1) %p acquire, align 4
  store atomic i32 %g, ptr addrspace(1) %p release, align 4
  fence seq_cst
  ret void
}
