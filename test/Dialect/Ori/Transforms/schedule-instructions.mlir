// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-schedule-instructions)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-schedule-instructions{registers=6})))' | FileCheck %s --check-prefix=FEW

ori.module attributes {sm = 90 : i32} {

// Loads first; where registers are few, one product after the other.
// CHECK-LABEL: @loads
// CHECK-COUNT-3: ori.lds
// CHECK-NOT: ori.lds
// FEW-LABEL: @loads
// FEW: ori.lds
// FEW: ori.fmul
// FEW: ori.lds
// FEW: ori.sts
// FEW: ori.lds
ori.func @loads attributes {kernel} {
  %z = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.lds<type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %a0 = ori.extract %a[0] : !ori.r<4> -> !ori.r
  %a3 = ori.extract %a[3] : !ori.r<4> -> !ori.r
  %p = ori.fmul %a0, %a3
  ori.sts<offset = 1024> %x, %u, %p
  %b = ori.lds<offset = 16, type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %b0 = ori.extract %b[0] : !ori.r<4> -> !ori.r
  %b3 = ori.extract %b[3] : !ori.r<4> -> !ori.r
  %q = ori.fmul %b0, %b3
  ori.sts<offset = 1028> %x, %u, %q
  %c = ori.lds<offset = 32, type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %c0 = ori.extract %c[0] : !ori.r<4> -> !ori.r
  %c3 = ori.extract %c[3] : !ori.r<4> -> !ori.r
  %r = ori.fmul %c0, %c3
  ori.sts<offset = 1032> %x, %u, %r
  ori.exit
}

// What may meet in memory stays in order: another base, the same place, a
// barrier, a volatile load; other spaces and other places of one base do not.
// CHECK-LABEL: @memory
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK: ori.lds<offset = 8> %[[X]]
// CHECK: ori.sts %[[X]], %{{.*}}, %[[X]]
// CHECK: ori.lds %[[Y]]
// CHECK: ori.lds %[[X]]
// CHECK: ori.bar
// CHECK: ori.lds<offset = 16> %[[X]]
ori.func @memory attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  ori.sts %x, %u, %x
  %a = ori.lds %y, %u
  %b = ori.lds %x, %u
  %c = ori.lds<offset = 8> %x, %u
  ori.sts<offset = 64> %x, %u, %a
  ori.sts<offset = 68> %x, %u, %b
  %c2 = ori.mufu<op = "RCP"> %c
  ori.sts<offset = 72> %x, %u, %c2
  %z = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  ori.bar %z, %z, %t
  %d = ori.lds<offset = 16> %x, %u
  ori.sts<offset = 76> %x, %u, %d
  ori.exit
}

// A counter is read before its next value takes its register.
// CHECK-LABEL: @counter
// CHECK: ^bb1(%[[I:.*]]: !ori.r):
// CHECK: ori.sts %[[I]]
// CHECK: ori.iadd3 %[[I]]
ori.func @counter attributes {kernel} {
  %z = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %one = ori.imm 1 : !ori.r
  %end = ori.imm 100 : !ori.r
  %t = ori.imm true : !ori.p
  ori.bra ^bb1(%z : !ori.r)
^bb1(%i: !ori.r):
  ori.sts %i, %u, %one
  %n, %n1, %n2 = ori.iadd3 %i, %one, %z, %t, %t
  %p, %q = ori.isetp<cmp = "NE"> %n, %end, %t, %t
  ori.cond_bra %p, ^bb1(%n : !ori.r), ^bb2
^bb2:
  ori.exit
}

}
