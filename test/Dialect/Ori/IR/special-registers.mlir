// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(cse,canonicalize)))' | FileCheck %s

// Two reads of a clock are two, also unused; thread numbers are read once.
ori.module attributes {sm = 90 : i32} {
// CHECK-LABEL: @clocks
// CHECK: ori.s2r<sr = "SR_TID.X">
// CHECK-NOT: SR_TID.X
// CHECK: ori.s2r<sr = "SR_CLOCKLO">
// CHECK: ori.s2r<sr = "SR_CLOCKLO">
// CHECK: ori.cs2r<{{.*}}sr = "SR_CLOCKLO">
// CHECK: ori.cs2r<{{.*}}sr = "SR_CLOCKLO">
ori.func @clocks attributes {kernel} {
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.X">
  %a = ori.s2r<sr = "SR_CLOCKLO">
  %b = ori.s2r<sr = "SR_CLOCKLO">
  %c = ori.cs2r<sr = "SR_CLOCKLO">
  %d = ori.cs2r<sr = "SR_CLOCKLO">
  ori.bar %x, %y, %t
  ori.bar %a, %b, %t
  ori.exit
}
}
