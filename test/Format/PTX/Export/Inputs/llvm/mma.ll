target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, float, float, float, float)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load <2 x half>, ptr addrspace(1) %p
  %r = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.f32.f32(<2 x half> %a, <2 x half> %a, <2 x half> %a, float 0.0, float 1.0, float 0.0, float 2.0)
  %x = extractvalue { float, float, float, float } %r, 3
  store float %x, ptr addrspace(1) %p
  ret void
}
