target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i1, ptr addrspace(1) %p, i64 0
  %x0 = load i1, ptr addrspace(1) %q0
  %q1 = getelementptr i1, ptr addrspace(1) %p, i64 1
  %x1 = load i1, ptr addrspace(1) %q1
  %a = xor i1 %x0, %x1
  %r = xor i1 %a, true
  store i1 %r, ptr addrspace(1) %p
  ret void
}
