target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] poison, align 4
@dynamic = external addrspace(3) global [0 x i32], align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = getelementptr [64 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %d = load i32, ptr addrspace(3) @dynamic
  %g = addrspacecast ptr addrspace(3) %s to ptr
  %y = load i32, ptr %g
  %z = add i32 %d, %y
  store i32 %z, ptr addrspace(1) %p
  ret void
}
