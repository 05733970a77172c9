target triple = "nvptx64-nvidia-cuda"

@format = private addrspace(1) constant [4 x i8] c"%d\0A\00"
declare i32 @vprintf(ptr, ptr)

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %b = alloca { i32, double }
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr %b
  %r = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @format to ptr), ptr %b)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
