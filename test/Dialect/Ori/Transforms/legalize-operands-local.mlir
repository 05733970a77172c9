// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-legalize-operands)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-legalize-operands{max-uniform=2 max-hoisted=0})))' | FileCheck %s --check-prefix=FEW
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-legalize-operands{reuse-distance=4})))' | FileCheck %s --check-prefix=FAR

ori.module attributes {sm = 90 : i32} {

// Doubles of two words are written where they are read, also where threads are
// apart: those of the other arm find the same register free.
// CHECK-LABEL: @arms
// CHECK-NOT: ori.umov
// CHECK: ori.cond_bra
// CHECK: ^bb1:
// CHECK: ori.umov
// CHECK: ori.umov
// CHECK: ori.dmul
// CHECK: ^bb2:
// CHECK: ori.umov
// CHECK: ori.umov
// CHECK: ori.dmul
// CHECK: ori.exit
ori.func @arms attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "LT"> %x, %y, %t, %t
  ori.cond_bra %p, ^one, ^two
^one:
  %third = ori.imm 0x3FD5555555555555 : !ori.r<2>
  %b = ori.dmul %a, %third
  ori.bra ^end(%b : !ori.r<2>)
^two:
  %ninth = ori.imm 0x3FBC71C71C71C71C : !ori.r<2>
  %c = ori.dmul %a, %ninth
  ori.bra ^end(%c : !ori.r<2>)
^end(%r: !ori.r<2>):
  ori.stg<desc, type = "64"> %a, %d, %r
  ori.exit
}

// In a loop they are written in front of it, as long as there is room that those
// of one block do not need. One takes the register of another that has been read.
// CHECK-LABEL: @rounds
// CHECK: ori.umov
// CHECK: ori.bra ^bb1
// CHECK: ^bb1(
// CHECK-NOT: ori.umov
// CHECK: ori.exit

// FEW-LABEL: @rounds
// FEW-NOT: ori.umov
// FEW: ^bb1(
// FEW-COUNT-2: ori.umov
// FEW: ori.dmul
// FEW-COUNT-2: ori.umov
// FEW: ori.dmul
// FEW: ori.exit
ori.func @rounds attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  ori.bra ^loop(%a : !ori.r<2>)
^loop(%i: !ori.r<2>):
  %third = ori.imm 0x3FD5555555555555 : !ori.r<2>
  %ninth = ori.imm 0x3FBC71C71C71C71C : !ori.r<2>
  %b = ori.dmul %i, %third
  %c = ori.dmul %b, %ninth
  %more, %m = ori.dsetp<cmp = "LT"> %c, %a, %t
  ori.cond_bra %more, ^loop(%c : !ori.r<2>), ^end
^end:
  ori.stg<desc, type = "64"> %a, %d, %c
  ori.exit
}

// What is far from the last reader is written once more: the register is free in
// between. So there is room for any number of them.
// CHECK-LABEL: @chain
// CHECK-COUNT-4: ori.umov
// CHECK-NOT: ori.umov
// CHECK: ori.exit

// FAR-LABEL: @chain
// FAR-COUNT-6: ori.umov
// FAR-NOT: ori.umov
// FAR: ori.exit

// FEW-LABEL: @chain
// FEW-COUNT-6: ori.umov
// FEW-NOT: ori.mov
// FEW-NOT: ori.umov
// FEW: ori.exit
ori.func @chain attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %third = ori.imm 0x3FD5555555555555 : !ori.r<2>
  %ninth = ori.imm 0x3FBC71C71C71C71C : !ori.r<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %b = ori.dmul %a, %third
  %c = ori.dmul %b, %ninth
  %e = ori.dmul %c, %c
  %f = ori.dmul %e, %e
  %g = ori.dmul %f, %f
  %h = ori.dmul %g, %third
  ori.stg<desc, type = "64"> %a, %d, %h
  ori.exit
}

// Behind a WARPSYNC other threads may have been at work: those behind it write
// the register once more.
// CHECK-LABEL: @apart
// CHECK: ori.cond_bra
// CHECK: ^bb1:
// CHECK-COUNT-2: ori.umov
// CHECK: ori.warpsync
// CHECK-COUNT-2: ori.umov
// CHECK: ori.exit
ori.func @apart attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "LT"> %x, %y, %t, %t
  ori.cond_bra %p, ^one, ^end(%a : !ori.r<2>)
^one:
  %third = ori.imm 0x3FD5555555555555 : !ori.r<2>
  %b = ori.dmul %a, %third
  ori.warpsync %t, %x
  %c = ori.dmul %b, %third
  ori.bra ^end(%c : !ori.r<2>)
^end(%r: !ori.r<2>):
  ori.stg<desc, type = "64"> %a, %d, %r
  ori.exit
}

}
