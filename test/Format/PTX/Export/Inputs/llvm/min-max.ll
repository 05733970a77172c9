target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %x0 = load i32, ptr addrspace(1) %q0
  %q1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %x1 = load i32, ptr addrspace(1) %q1
  %a = call i32 @llvm.smin.i32(i32 %x0, i32 %x1)
  %b = call i32 @llvm.umax.i32(i32 %a, i32 5)
  %r = call i32 @llvm.abs.i32(i32 %b, i1 false)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
