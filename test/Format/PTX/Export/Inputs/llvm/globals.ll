target triple = "nvptx64-nvidia-cuda"

@table = internal addrspace(4) constant [4 x i32] [i32 1, i32 -2, i32 3, i32 4]
@counter = addrspace(1) global i32 0
@floats = addrspace(1) global [3 x float] [float 1.0, float -0.5, float 0.0]
@text = private addrspace(1) constant [6 x i8] c"hello\00"
@pointer = addrspace(1) global ptr addrspacecast (ptr addrspace(1) @counter to ptr)
@pair = addrspace(1) global { i8, double } { i8 7, double 2.0 }

define ptx_kernel void @k(ptr addrspace(1) %p, i64 %i) {
  %a = getelementptr [4 x i32], ptr addrspace(4) @table, i64 0, i64 %i
  %b = load i32, ptr addrspace(4) %a
  %c = load ptr, ptr addrspace(1) @pointer
  %d = load i32, ptr %c
  %e = add i32 %b, %d
  store i32 %e, ptr addrspace(1) @counter
  ret void
}
