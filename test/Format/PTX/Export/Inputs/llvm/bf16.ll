target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr bfloat, ptr addrspace(1) %p, i64 0
  %x0 = load bfloat, ptr addrspace(1) %q0
  %q1 = getelementptr bfloat, ptr addrspace(1) %p, i64 1
  %x1 = load bfloat, ptr addrspace(1) %q1
  %a = fmul bfloat %x0, %x1
  %r = fadd bfloat %a, 0xR3F80
  store bfloat %r, ptr addrspace(1) %p
  ret void
}
