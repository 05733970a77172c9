// RUN: ptx-translate --export-ptx %s | FileCheck %s
// RUN: ptx-translate --export-ptx %s -o %t.ptx
// RUN: ptx-translate --export-ptx %t.ptx -o %t.again.ptx
// RUN: ptx-translate --export-ptx %t.again.ptx | diff %t.again.ptx -

// Block arguments become copies at the ends of predecessors, all at once.

ptx.module version 83 target "sm_90" address_size 64 {

// A swap takes one more register.
// CHECK-LABEL: .entry swap(
// CHECK:      mov.b32 [[A:%rv[0-9]+]], 1;
// CHECK-NEXT: mov.b32 [[B:%rv[0-9]+]], 2;
// CHECK:      [[LOOP:\$L.*]]:
// CHECK:      st.global.u32 [%rd1], [[A]];
// CHECK:      mov.b32 [[SAVED:%r[0-9]+]], [[A]];
// CHECK-NEXT: mov.b32 [[A]], [[B]];
// CHECK-NEXT: mov.b32 [[B]], [[SAVED]];
// CHECK-NEXT: @%p1 bra [[LOOP]];
ptx.entry visible @swap () -> () attributes {params = [#ptx.var<name = "out", dataType = u64, size = 8, align = 8>]} {
  %one = ptx.const 1 : i32
  %two = ptx.const 2 : i32
  %address = ptx.param_address input 0 : i64
  %out = ptx.ld param.u64 %address
  %n = ptx.read_sreg tid.x : i32
  ptx.bra ^loop(%one, %two : i32, i32)
^loop(%a: i32, %b: i32):
  ptx.st global.u32 %out, %a
  ptx.st global.u32 %out, %b offset 4
  %old = ptx.atom global.dec.u32 %out, %n
  %p = ptx.setp ne.s32 %old, %one
  ptx.cond_bra %p, ^loop(%b, %a : i32, i32), ^end
^end:
  ptx.ret
}

// Three in a ring, and a constant that goes where the ring was read.
// CHECK-LABEL: .entry ring(
// CHECK:      [[LOOP:\$L.*]]:
// CHECK:      mov.b64 [[SAVED:%rd[0-9]+]], [[A:%rdv[0-9]+]];
// CHECK-NEXT: mov.b64 [[A]], [[B:%rdv[0-9]+]];
// CHECK-NEXT: mov.b64 [[B]], [[C:%rdv[0-9]+]];
// CHECK-NEXT: mov.b64 [[C]], [[SAVED]];
// CHECK-NEXT: mov.pred %pv1, 0;
// CHECK-NEXT: bra.uni [[LOOP]];
ptx.entry visible @ring () -> () {
  %no = ptx.const false
  %yes = ptx.const true
  %one = ptx.const 1 : i64
  %two = ptx.const 2 : i64
  %three = ptx.const 3 : i64
  ptx.bra ^loop(%one, %two, %three, %yes : i64, i64, i64, i1)
^loop(%a: i64, %b: i64, %c: i64, %p: i1):
  ptx.st global.u64 %a, %b
  ptx.st global.u64 %b, %c guard %p
  ptx.bra ^loop(%b, %c, %a, %no : i64, i64, i64, i1)
}

// The lost copy: the argument is alive after the value that takes its place is
// made, along a critical edge. No edge is split.
// CHECK-LABEL: .entry lost(
// CHECK:      mov.b32 [[V:%rv[0-9]+]], 0;
// CHECK-NEXT: [[LOOP:\$L.*]]:
// CHECK-NEXT: mov.b32 [[OLD:%r[0-9]+]], [[V]];
// CHECK-NEXT: add.s32 [[V]], [[OLD]], 1;
// CHECK-NEXT: setp.lt.s32 %p1, [[V]], %r{{[0-9]+}};
// CHECK-NEXT: @%p1 bra [[LOOP]];
// CHECK-NEXT: st.global.u32 [%rd1], [[OLD]];
ptx.entry visible @lost () -> () attributes {params = [#ptx.var<name = "out", dataType = u64, size = 8, align = 8>]} {
  %zero = ptx.const 0 : i32
  %one = ptx.const 1 : i32
  %address = ptx.param_address input 0 : i64
  %out = ptx.ld param.u64 %address
  %n = ptx.read_sreg tid.x : i32
  ptx.bra ^loop(%zero : i32)
^loop(%i: i32):
  %next = ptx.add s32 %i, %one
  %p = ptx.setp lt.s32 %next, %n
  ptx.cond_bra %p, ^loop(%next : i32), ^end
^end:
  ptx.st global.u32 %out, %i
  ptx.ret
}

// A critical edge with a copy: the other successor does not see it.
// CHECK-LABEL: .entry critical(
// CHECK:      ld.global.u32 [[X:%r[0-9]+]], [%rd1];
// CHECK:      mov.b32 [[V:%rv[0-9]+]], [[X]];
// CHECK-NEXT: @%p1 bra [[JOIN:\$L.*]];
// CHECK-NEXT: add.s32 [[V]], [[X]], 1;
// CHECK-NEXT: st.global.u32 [%rd1], [[X]];
// CHECK-NEXT: [[JOIN]]:
// CHECK-NEXT: st.global.u32 [%rd1+4], [[V]];
// CHECK-NEXT: st.global.u32 [%rd1+8], [[X]];
ptx.entry visible @critical () -> () attributes {params = [#ptx.var<name = "out", dataType = u64, size = 8, align = 8>]} {
  %one = ptx.const 1 : i32
  %address = ptx.param_address input 0 : i64
  %out = ptx.ld param.u64 %address
  %x = ptx.ld global.u32 %out
  %p = ptx.setp lt.s32 %x, %one
  ptx.cond_bra %p, ^join(%x : i32), ^then
^then:
  %y = ptx.add s32 %x, %one
  ptx.st global.u32 %out, %x
  ptx.bra ^join(%y : i32)
^join(%v: i32):
  ptx.st global.u32 %out, %v offset 4
  ptx.st global.u32 %out, %x offset 8
  ptx.ret
}

// Two edges to one block with different values cannot share copies: one of them
// gets a block.
// CHECK-LABEL: .entry both(
// CHECK:      mov.b32 [[V:%rv[0-9]+]], 1;
// CHECK:      @!%p1 bra [[SPLIT:\$L.*]];
// CHECK-NEXT: [[JOIN:\$L.*]]:
// CHECK-NEXT: st.global.u32 [%rd1], [[V]];
// CHECK-NEXT: ret;
// CHECK-NEXT: [[SPLIT]]:
// CHECK-NEXT: mov.b32 [[V]], 2;
// CHECK-NEXT: bra.uni [[JOIN]];
ptx.entry visible @both () -> () attributes {params = [#ptx.var<name = "out", dataType = u64, size = 8, align = 8>]} {
  %one = ptx.const 1 : i32
  %two = ptx.const 2 : i32
  %address = ptx.param_address input 0 : i64
  %out = ptx.ld param.u64 %address
  %x = ptx.read_sreg tid.x : i32
  %p = ptx.setp lt.s32 %x, %one
  ptx.cond_bra %p, ^join(%one : i32), ^join(%two : i32)
^join(%v: i32):
  ptx.st global.u32 %out, %v
  ptx.ret
}

// The condition is read after the copies.
// CHECK-LABEL: .entry condition(
// CHECK: [[LOOP:\$L.*]]:
// CHECK: mov.pred [[OLD:%p[0-9]+]], [[V:%pv[0-9]+]];
// CHECK: not.pred [[V]], [[OLD]];
// CHECK: @[[OLD]] bra [[LOOP]];
ptx.entry visible @condition () -> () {
  %yes = ptx.const true
  ptx.bra ^loop(%yes : i1)
^loop(%p: i1):
  %q = ptx.not pred %p
  ptx.cond_bra %p, ^loop(%q : i1), ^end
^end:
  ptx.ret
}
}
