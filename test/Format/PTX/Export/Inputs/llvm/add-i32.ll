target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %x0 = load i32, ptr addrspace(1) %q0
  %q1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %x1 = load i32, ptr addrspace(1) %q1
  %r = add i32 %x0, %x1
  store i32 %r, ptr addrspace(1) %p
  ret void
}
