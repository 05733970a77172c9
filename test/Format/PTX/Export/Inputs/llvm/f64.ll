target triple = "nvptx64-nvidia-cuda"

declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %q0 = getelementptr double, ptr addrspace(1) %p, i64 0
  %x0 = load double, ptr addrspace(1) %q0
  %q1 = getelementptr double, ptr addrspace(1) %p, i64 1
  %x1 = load double, ptr addrspace(1) %q1
  %a = call double @llvm.fma.f64(double %x0, double %x1, double 0.1)
  %b = call double @llvm.sqrt.f64(double %a)
  %c = fcmp une double %b, %x0
  %r = select i1 %c, double %b, double 0.0
  store double %r, ptr addrspace(1) %p
  ret void
}
