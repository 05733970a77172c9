// RUN: ptx-translate --export-ptx %s | FileCheck %s

// Where its guard is false, a result is the pass-through value: the same register
// if that is dead then, else a copy before.

ptx.module version 83 target "sm_90" address_size 64 {
// CHECK-LABEL: .entry k(
ptx.entry visible @k () -> () attributes {params = [#ptx.var<name = "out", dataType = u64, size = 8, align = 8>]} {
  %one = ptx.const 1 : i32
  %zero = ptx.const 0 : i32
  %undef = ptx.undef : i32
  %address = ptx.param_address input 0 : i64
  %out = ptx.ld param.u64 %address
  %x = ptx.ld global.u32 %out
  %y = ptx.ld global.u32 %out offset 4
  %p = ptx.setp lt.s32 %x, %one
  // CHECK: setp.lt.s32 [[P:%p[0-9]+]]
  // CHECK-NEXT: @[[P]] add.s32 [[Y:%r[0-9]+]], [[X:%r[0-9]+]], 1;
  %a = ptx.add s32 %x, %one guard %p else %y
  // CHECK-NEXT: mov.b32 [[B:%r[0-9]+]], [[X]];
  // CHECK-NEXT: @![[P]] add.s32 [[B]], [[Y]], 1;
  %b = ptx.add s32 %a, %one guard not %p else %x
  // CHECK-NEXT: mov.b32 [[C:%r[0-9]+]], 0;
  // CHECK-NEXT: @[[P]] mov.b32 [[C]], [[B]];
  %c = ptx.mov b32 %b guard %p else %zero
  // CHECK-NEXT: @[[P]] mov.b32 [[D:%r[0-9]+]], 1;
  %d = ptx.mov b32 %one guard %p else %undef
  // Two results that exchange what they keep.
  // CHECK-NEXT: mov.b32 [[V1:%r[0-9]+]], [[X]];
  // CHECK-NEXT: mov.b32 [[V0:%r[0-9]+]], [[Y]];
  // CHECK-NEXT: @[[P]] ld.global.v2.u32 {[[V0]], [[V1]]}, [%rd1+8];
  %v:2 = ptx.ld global.v2.u32 %out offset 8 guard %p else %a, %x
  ptx.st global.v2.u32 %out, %c, %d
  ptx.st global.v2.u32 %out, %v#0, %v#1 offset 8
  ptx.st global.v2.u32 %out, %a, %x offset 16
  ptx.ret
}
}
