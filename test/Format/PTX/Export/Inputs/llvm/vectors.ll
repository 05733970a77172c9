target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 0
  %x0 = load <4 x float>, ptr addrspace(1) %q0
  %q1 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 1
  %x1 = load <4 x float>, ptr addrspace(1) %q1
  %a = fmul <4 x float> %x0, %x1
  %b = shufflevector <4 x float> %a, <4 x float> %x0, <4 x i32> <i32 3, i32 4, i32 1, i32 6>
  %r = insertelement <4 x float> %b, float 1.0, i32 2
  store <4 x float> %r, ptr addrspace(1) %p
  ret void
}
