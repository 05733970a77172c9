// RUN: ptx-translate --export-ptx %s -o %t.ptx
// RUN: ptx-translate --import-ptx %t.ptx | FileCheck %s
// RUN: ptx-translate --export-ptx %t.ptx -o %t.again.ptx
// RUN: ptx-translate --export-ptx %t.again.ptx | diff %t.again.ptx -

// The importer orders block arguments by their registers. Here one value is the
// first argument of a block and the second of another, and so is the other: what
// shares registers must not turn the order of either block.

ptx.module version 83 target "sm_90" address_size 64 {

// CHECK-LABEL: ptx.entry visible @crossed
// CHECK: %[[V:.*]]:2 = ptx.ld param.v2.u32
// CHECK: ptx.cond_bra %{{.*}}, ^{{.*}}, ^[[B:bb[0-9]+]](%[[V]]#1, %[[V]]#0 : i32, i32)
// CHECK: ptx.bra ^[[A:bb[0-9]+]](%[[V]]#0, %[[V]]#1 : i32, i32)
// CHECK: ^[[A]](%[[X:.*]]: i32, %[[Y:.*]]: i32):
// CHECK: %[[SUM:.*]] = ptx.add s32 %[[X]], %[[Y]]
// CHECK: ptx.cond_bra %{{.*}}, ^[[A]](%[[SUM]], %{{.*}} : i32, i32), ^
// CHECK: ^[[B]](%[[S:.*]]: i32, %[[T:.*]]: i32):
// CHECK: %[[OTHER:.*]] = ptx.sub s32 %[[S]], %[[T]]
// CHECK: ptx.cond_bra %{{.*}}, ^[[B]](%[[OTHER]], %{{.*}} : i32, i32), ^
ptx.entry visible @crossed () -> () attributes {params = [#ptx.var<name = "in", dataType = u64, size = 8, align = 8>]} {
  %address = ptx.param_address input 0 : i64
  %v:2 = ptx.ld param.v2.u32 %address
  %p = ptx.setp lt.s32 %v#0, %v#1
  ptx.cond_bra %p, ^before, ^b(%v#1, %v#0 : i32, i32)
^before:
  ptx.bra ^a(%v#0, %v#1 : i32, i32)
^a(%x: i32, %y: i32):
  %x2 = ptx.add s32 %x, %y
  %y2 = ptx.mul lo.s32 %x2, %y
  %q = ptx.setp lt.s32 %x2, %y2
  ptx.cond_bra %q, ^a(%x2, %y2 : i32, i32), ^end
^b(%s: i32, %t: i32):
  %s2 = ptx.sub s32 %s, %t
  %t2 = ptx.mul lo.s32 %s2, %t
  %r = ptx.setp lt.s32 %s2, %t2
  ptx.cond_bra %r, ^b(%s2, %t2 : i32, i32), ^end
^end:
  ptx.ret
}
}
