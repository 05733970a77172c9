target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %x0 = load i32, ptr addrspace(1) %q0
  %a = sitofp i32 %x0 to float
  %b = fpext float %a to double
  %c = fptosi double %b to i64
  %d = trunc i64 %c to i16
  %e = sext i16 %d to i32
  %f = uitofp i32 %e to half
  %g = fptoui half %f to i8
  %r = zext i8 %g to i32
  store i32 %r, ptr addrspace(1) %p
  ret void
}
