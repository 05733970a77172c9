target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.fshl.i32(i32, i32, i32)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %x0 = load i32, ptr addrspace(1) %q0
  %q1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %x1 = load i32, ptr addrspace(1) %q1
  %r = call i32 @llvm.fshl.i32(i32 %x0, i32 %x1, i32 7)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
