target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.bswap.i32(i32)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %x0 = load i32, ptr addrspace(1) %q0
  %a = call i32 @llvm.ctpop.i32(i32 %x0)
  %b = call i32 @llvm.ctlz.i32(i32 %x0, i1 false)
  %c = call i32 @llvm.bitreverse.i32(i32 %a)
  %d = call i32 @llvm.bswap.i32(i32 %c)
  %e = call i32 @llvm.cttz.i32(i32 %d, i1 false)
  %r = add i32 %e, %b
  store i32 %r, ptr addrspace(1) %p
  ret void
}
