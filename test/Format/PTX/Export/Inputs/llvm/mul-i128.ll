target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i128, ptr addrspace(1) %p, i64 0
  %x0 = load i128, ptr addrspace(1) %q0
  %q1 = getelementptr i128, ptr addrspace(1) %p, i64 1
  %x1 = load i128, ptr addrspace(1) %q1
  %r = mul i128 %x0, %x1
  store i128 %r, ptr addrspace(1) %p
  ret void
}
