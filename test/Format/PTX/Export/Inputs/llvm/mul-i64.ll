target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i64, ptr addrspace(1) %p, i64 0
  %x0 = load i64, ptr addrspace(1) %q0
  %q1 = getelementptr i64, ptr addrspace(1) %p, i64 1
  %x1 = load i64, ptr addrspace(1) %q1
  %a = mul i64 %x0, %x1
  %b = sub i64 %a, 12345678901
  %r = xor i64 %b, -1
  store i64 %r, ptr addrspace(1) %p
  ret void
}
