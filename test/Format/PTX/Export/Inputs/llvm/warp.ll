target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 16, i32 31)
  %c = icmp sgt i32 %a, 0
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %d = call i32 @llvm.nvvm.redux.sync.add(i32 %b, i32 -1)
  store i32 %d, ptr addrspace(1) %p
  ret void
}
