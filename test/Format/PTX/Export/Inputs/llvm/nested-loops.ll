target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  %s = phi i64 [ 0, %entry ], [ %t.next, %outer.end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %t = phi i64 [ %s, %outer ], [ %t.next, %inner ]
  %k = mul i32 %i, %j
  %w = sext i32 %k to i64
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %w
  %x = load i64, ptr addrspace(1) %q
  %t.next = add i64 %t, %x
  %j.next = add i32 %j, 1
  %c = icmp slt i32 %j.next, %m
  br i1 %c, label %inner, label %outer.end
outer.end:
  %i.next = add i32 %i, 1
  %d = icmp slt i32 %i.next, %n
  br i1 %d, label %outer, label %end
end:
  store i64 %t.next, ptr addrspace(1) %p
  ret void
}
