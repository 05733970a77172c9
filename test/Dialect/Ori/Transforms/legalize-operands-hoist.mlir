// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-legalize-operands)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-legalize-operands{max-uniform=0 max-hoisted=1})))' | FileCheck %s --check-prefix=FULL

ori.module attributes {sm = 90 : i32} {

// Two words by one load, in a uniform register where the instruction takes one,
// in front of the loop; a 64-bit constant and an immediate likewise, in R: SEL
// takes one of two immediates.
// CHECK-LABEL: @loop
// CHECK: %[[U:.*]] = ori.uldc<type = "64", offset = 528>
// CHECK: %[[B:.*]] = ori.ldc<type = "64", offset = 544>
// CHECK: %[[SEVEN:.*]] = ori.imm 7
// CHECK: %[[I:.*]] = ori.mov %[[SEVEN]]
// CHECK: ori.bra ^bb1
// CHECK: ^bb1(
// CHECK: %[[U0:.*]] = ori.extract %[[U]][0] : !ori.ur<2> -> !ori.ur
// CHECK: ori.iadd3 %{{.*}}, %[[U0]],
// CHECK: %[[U1:.*]] = ori.extract %[[U]][1] : !ori.ur<2> -> !ori.ur
// CHECK: ori.isetp<cmp = "LT"> %{{.*}}, %[[U1]]
// CHECK: ori.imad.wide %{{.*}}, %{{.*}}, %[[B]]
// CHECK-NOT: {{ori.ldc|ori.mov}}
// CHECK: ori.sel %[[I]],
// CHECK-NOT: ori.ldc
// CHECK: ori.exit

// Where there is room for one register, the others are loaded where they are used.
// FULL-LABEL: @loop
// FULL-NOT: ori.ldc
// FULL: %[[I:.*]] = ori.mov
// FULL-NOT: ori.ldc
// FULL: ^bb1(
// FULL: ori.ldc<type = "64", offset = 528>
// FULL-NOT: ori.uldc
// FULL: ori.ldc<type = "64", offset = 544>
// FULL: ori.sel %[[I]],
// FULL: ori.cond_bra
ori.func @loop attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %four = ori.imm 4 : !ori.r
  %seven = ori.imm 7 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%x : !ori.r)
^bb1(%i: !ori.r):
  %step = ori.cbank 0[528] : !ori.r
  %end = ori.cbank 0[532] : !ori.r
  %base = ori.cbank 0[544] : !ori.r<2>
  %next, %c, %d = ori.iadd3 %i, %step, %zero, %t, %t
  %p, %q = ori.isetp<cmp = "LT"> %next, %end, %t, %t
  %a, %ap = ori.imad.wide %i, %four, %base, %t
  %a0 = ori.extract %a[0] : !ori.r<2> -> !ori.r
  %s = ori.sel %seven, %four, %p
  ori.sts %a0, %n, %s
  ori.cond_bra %p, ^bb1(%next : !ori.r), ^bb2
^bb2:
  ori.exit
}

// Threads that have other masks part in the middle of this block: what is in
// uniform registers is loaded before the first of these.
// CHECK-LABEL: @parted
// CHECK-DAG: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK-DAG: ori.uldc<type = "64", offset = 536>
// CHECK-DAG: %[[G:.*]] = ori.uldc<offset = 560>
// CHECK: ori.warpsync<exclusive> %{{.*}}, %[[X]]
// CHECK-NOT: ori.uldc
// CHECK: ori.imad %{{.*}}, %[[G]]
// CHECK-NOT: ori.uldc
// CHECK: ori.exit
ori.func @parted attributes {kernel} {
  %t = ori.imm true : !ori.p
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %f0 = ori.cbank 0[536] : !ori.r
  %f1 = ori.cbank 0[540] : !ori.r
  %g = ori.cbank 0[560] : !ori.r
  %a, %ap = ori.imad %x, %f0, %x, %t
  ori.warpsync<exclusive> %t, %x
  %v, %vp = ori.vote<mode = "ANY"> %t
  %b, %bp = ori.imad %a, %f1, %v, %t
  ori.warpsync<exclusive> %t, %a
  %w, %wp = ori.vote<mode = "ANY"> %t
  %c, %cp = ori.imad %b, %g, %w, %t
  ori.sts %x, %n, %c
  ori.exit
}

// What ULDC does not reach is loaded to R.
// CHECK-LABEL: @far
// CHECK-NOT: ori.uldc
// CHECK: ori.ldc<offset = -32768>
ori.func @far attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %far = ori.cbank 0[32768] : !ori.r
  %s, %c, %d = ori.iadd3 %x, %far, %zero, %t, %t
  ori.sts %s, %n, %x
  ori.exit
}

// No register in a loop for the constants of a block that seldom runs.
// CHECK-LABEL: @cold
// CHECK-NOT: ori.mov
// CHECK: ori.cond_bra {{.*}}, ^[[COLD:bb[0-9]+]], ^[[NEXT:bb[0-9]+]]
// CHECK: ^[[COLD]]:
// CHECK: ori.mov
// CHECK: ori.bra ^[[NEXT]]{{.*}} {cold}
ori.func @cold attributes {kernel} {
  %t = ori.imm true : !ori.p
  %n = ori.imm 0 : !ori.ur
  %seven = ori.imm 7 : !ori.r
  %nine = ori.imm 9 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bra ^loop(%x : !ori.r)
^loop(%i: !ori.r):
  %p, %q = ori.isetp<cmp = "LT", u32> %i, %x, %t, %t
  ori.cond_bra %p, ^cold, ^next(%i : !ori.r)
^next(%j: !ori.r):
  %k, %c, %d = ori.iadd3 %j, %x, %zero, %t, %t
  %more, %m = ori.isetp<cmp = "LT", u32> %k, %x, %t, %t
  ori.cond_bra %more, ^loop(%k : !ori.r), ^end
^end:
  ori.sts %x, %n, %k
  ori.exit
^cold:
  %s = ori.sel %seven, %nine, %p
  ori.bra ^next(%s : !ori.r) {cold}
}

// Doubles: of a constant bank, or of two words, in pairs of uniform registers, if
// there are any; one whose lower word is zero stays in the instruction.
// CHECK-LABEL: @doubles
// CHECK: %[[K:.*]] = ori.uldc<type = "64", offset = 544>
// CHECK-NEXT: ori.dmul %{{[^,]*}}, %[[K]]
// CHECK: %[[LOW:.*]] = ori.umov
// CHECK: %[[HIGH:.*]] = ori.umov
// CHECK: %[[THIRD:.*]] = ori.combine %[[LOW]], %[[HIGH]] : !ori.ur, !ori.ur
// CHECK-NEXT: ori.dfma %{{[^,]*}}, %[[THIRD]]
// CHECK-NEXT: ori.dfma %{{[^,]*}}, %[[HALF:.*]], %{{[^:]*$}}
// FULL-LABEL: @doubles
// FULL-NOT: ori.umov
// FULL: ori.dmul %{{.*}}, %{{.*}}
// FULL-NOT: ori.umov
// FULL: ori.stg
ori.func @doubles attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %k = ori.cbank 0[544] : !ori.r<2>
  %third = ori.imm 0x3FD5555555555555 : !ori.r<2>
  %half = ori.imm 0x3FE0000000000000 : !ori.r<2>
  %p = ori.dmul %a, %k
  %q = ori.dfma %p, %third, %a
  %r = ori.dfma %q, %half, %p
  ori.stg<desc, type = "64"> %a, %d, %r
  ori.exit
}

}
