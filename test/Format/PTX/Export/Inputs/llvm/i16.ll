target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i16, ptr addrspace(1) %p, i64 0
  %x0 = load i16, ptr addrspace(1) %q0
  %q1 = getelementptr i16, ptr addrspace(1) %p, i64 1
  %x1 = load i16, ptr addrspace(1) %q1
  %a = mul i16 %x0, %x1
  %b = lshr i16 %a, 2
  %r = or i16 %b, -32768
  store i16 %r, ptr addrspace(1) %p
  ret void
}
