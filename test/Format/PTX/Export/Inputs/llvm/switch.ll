target triple = "nvptx64-nvidia-cuda"

declare void @llvm.trap()

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  switch i32 %n, label %other [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
    i32 5, label %a ]
a:
  br label %join
b:
  store i32 7, ptr addrspace(1) %p
  br label %join
c:
  br label %join
d:
  store i32 9, ptr addrspace(1) %p
  ret void
e:
  call void @llvm.trap()
  unreachable
other:
  br label %join
join:
  %v = phi i32 [ 1, %a ], [ 2, %b ], [ 3, %c ], [ %n, %other ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 %v, ptr addrspace(1) %q
  ret void
}
