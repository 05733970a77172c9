target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i8, ptr addrspace(1) %p, i64 0
  %x0 = load i8, ptr addrspace(1) %q0
  %q1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %x1 = load i8, ptr addrspace(1) %q1
  %a = add i8 %x0, %x1
  %b = sdiv i8 %a, 3
  %c = icmp ult i8 %b, %x1
  %r = select i1 %c, i8 %b, i8 -7
  store i8 %r, ptr addrspace(1) %p
  ret void
}
