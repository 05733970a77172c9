// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-convert-to-uniform)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-convert-to-uniform{trees=false})))' \
// RUN:   | FileCheck %s --check-prefix=OFF

// OFF-NOT: ori.s2ur
// OFF-NOT: ori.ulop3

ori.module attributes {sm = 90 : i32} {

// A constant, changed, that a sum takes.
// CHECK-LABEL: @constant
// CHECK-NOT: ori.ldc
// CHECK: %[[C:.*]] = ori.uldc<offset = 528> %
// CHECK: %{{.*}}, %[[L:.*]] = ori.ulop3<lut = 60> %[[C]], %
// CHECK: ori.iadd3 %{{.*}}, %[[L]], %
ori.func @constant attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 77 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %c = ori.ldc<offset = 528> %zero
  %l, %lp = ori.lop3<lut = 0x3C> %c, %k, %zero, %pt
  %s, %p, %q = ori.iadd3 %x, %l, %zero, %pt, %pt
  ori.sts %x, %u, %s
  ori.exit
}

// Numbers of blocks, and a product of 64 bits that an address adds.
// CHECK-LABEL: @wide
// CHECK: %[[I:.*]] = ori.s2ur<sr = "SR_CTAID.X">
// CHECK: %[[W:.*]], %{{.*}} = ori.uimad.wide<u32> %[[I]], %
// CHECK: ori.imad.wide<u32> %{{.*}}, %{{.*}}, %[[W]], %
ori.func @wide attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero2 = ori.imm 0 : !ori.r<2>
  %pt = ori.imm true : !ori.p
  %k = ori.imm 4096 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %w, %wp = ori.imad.wide<u32> %i, %k, %zero2, %pt
  %a, %ap = ori.imad.wide<u32> %x, %x, %w, %pt
  %lo = ori.extract %a[0] : !ori.r<2> -> !ori.r
  ori.sts %x, %u, %lo
  ori.exit
}

// Memory takes no uniform register, a sum only one, and one instruction saved is not
// worth to have the number twice.
// CHECK-LABEL: @readers
// CHECK-NOT: ori.s2ur
// CHECK-NOT: ori.uiadd3
// CHECK-NOT: ori.ushf
ori.func @readers attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a, %ap, %aq = ori.iadd3 %i, %k, %zero, %pt, %pt
  ori.sts %x, %u, %a
  ori.sts<offset = 4> %x, %u, %i
  %b = ori.shf<hi, type = "U32"> %i, %k, %zero
  %s, %p, %q = ori.iadd3 %x, %b, %i, %pt, %pt
  ori.sts<offset = 8> %x, %u, %s
  ori.exit
}

// A carry that is read, a guard, and threads that are apart.
// CHECK-LABEL: @others
// CHECK-NOT: ori.s2ur
// CHECK-NOT: ori.uiadd3
ori.func @others attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a, %ap, %aq = ori.iadd3 %i, %k, %zero, %pt, %pt
  %s, %p, %q = ori.iadd3<x, ppNot = 0> %x, %a, %zero, %ap, %pt
  ori.sts %x, %u, %s
  %c, %d = ori.isetp<cmp = "LT"> %x, %k, %pt, %pt
  ori.cond_bra %c, ^bb1, ^bb2
^bb1:
  %j = ori.s2r<sr = "SR_CTAID.Y">
  %b, %bp, %bq = ori.iadd3 %j, %k, %zero, %pt, %pt
  %t, %tp, %tq = ori.iadd3 %x, %b, %zero, %pt, %pt
  ori.sts %x, %u, %t
  ori.bra ^bb2
^bb2:
  ori.sts<offset = 8> %x, %u, %x
  ori.exit
}

// The frame's begin is a register that looks like a constant.
// CHECK-LABEL: @frame
// CHECK-NOT: ori.uiadd3
// CHECK-NOT: ori.umov
// CHECK: ori.exit
ori.func @frame attributes {kernel, frame_bytes = 64 : i32} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 16 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %base = ori.frame_address 0 : !ori.r
  %a, %ap, %aq = ori.iadd3 %base, %k, %zero, %pt, %pt
  %b, %bp, %bq = ori.iadd3 %x, %a, %zero, %pt, %pt
  ori.sts %x, %u, %b
  ori.exit
}

// What a reduction gives is that of the threads of one mask.
// CHECK-LABEL: @collective
// CHECK: %[[M:.*]] = ori.redux
// CHECK-NEXT: ori.mov %[[M]] : (!ori.ur) -> (!ori.r)
// CHECK-NOT: ori.uiadd3
ori.func @collective attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 16 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  ori.warpsync<exclusive> %pt, %x
  %m = ori.redux<op = "MIN", s32> %x
  %r = ori.mov %m : (!ori.ur) -> (!ori.r)
  %a, %ap, %aq = ori.iadd3 %r, %k, %zero, %pt, %pt
  %b, %bp, %bq = ori.iadd3 %x, %a, %zero, %pt, %pt
  ori.sts %x, %u, %b
  ori.exit
}

// In front of where the threads of a block meet they may be apart.
// CHECK-LABEL: @meeting
// CHECK-NOT: ori.uiadd3
// CHECK: ori.warpsync
// CHECK: ori.uiadd3
// CHECK: ori.exit
ori.func @meeting attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 16 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a, %ap, %aq = ori.iadd3 %i, %k, %zero, %pt, %pt
  ori.warpsync %pt, %x
  %j = ori.s2r<sr = "SR_CTAID.Y">
  %b, %bp, %bq = ori.iadd3 %j, %k, %zero, %pt, %pt
  %s, %p, %q = ori.iadd3 %x, %a, %zero, %pt, %pt
  %t, %tp, %tq = ori.iadd3 %x, %b, %zero, %pt, %pt
  ori.sts %x, %u, %s
  ori.sts<offset = 4> %x, %u, %t
  ori.exit
}

// There are few uniform predicates: none lives from block to block.
// CHECK-LABEL: @predicate
// CHECK-NOT: ori.uisetp
// CHECK-NOT: ori.usel
// CHECK: ori.exit
ori.func @predicate attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 16 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %c, %d = ori.isetp<cmp = "LT"> %i, %k, %pt, %pt
  ori.bra ^bb1
^bb1:
  %a = ori.sel %i, %k, %c
  %s, %p, %q = ori.iadd3 %x, %a, %zero, %pt, %pt
  ori.sts %x, %u, %s
  ori.exit
}

// A call that ends the kernel, as that of a failed assertion, leads nowhere; what
// is read behind another call stays in R registers.
// CHECK-LABEL: @assertion
// CHECK: ori.call
// CHECK: ori.uiadd3
// CHECK: ori.call
// CHECK-NOT: ori.uiadd3
// CHECK: ori.exit
ori.func @fail attributes {argument_regs = array<i32>, function_type = () -> (), result_regs = array<i32>, sym_visibility = "private"} {
  ori.ret
}
ori.func @assertion attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %n = ori.s2r<sr = "SR_CTAID.Y">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %c, %d = ori.isetp<cmp = "LT"> %n, %k, %pt, %pt
  ori.cond_bra %c, ^bb1, ^bb2
^bb1:
  ori.call @fail() [] -> [] : () -> ()
  ori.exit
^bb2:
  %a, %ap, %aq = ori.iadd3 %i, %k, %zero, %pt, %pt
  %s, %p, %q = ori.iadd3 %x, %a, %zero, %pt, %pt
  ori.sts %x, %u, %s
  ori.bra ^bb3
^bb3:
  ori.call @fail() [] -> [] : () -> ()
  %b, %bp, %bq = ori.iadd3 %n, %k, %zero, %pt, %pt
  %t, %tp, %tq = ori.iadd3 %x, %b, %zero, %pt, %pt
  ori.sts<offset = 4> %x, %u, %t
  ori.exit
}

// Of two that one sum would read there, a number that is computed goes before one
// that is only loaded; a product that stays takes no place from what need not. A
// constant that another instruction reads is not loaded twice.
// CHECK-LABEL: @places
// CHECK: %[[I:.*]] = ori.s2r<sr = "SR_CTAID.X">
// CHECK: %[[C:.*]] = ori.uldc<offset = 528> %
// CHECK-NOT: ori.uldc
// CHECK: %[[A:.*]] = ori.ushf{{.*}} %[[C]]{{$}}
// CHECK: %[[B:.*]] = ori.ushf{{.*}} %[[A]]{{$}}
// CHECK: ori.imad %[[I]], %[[B]], %
// CHECK: ori.exit
ori.func @places attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %k = ori.imm 5 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %c = ori.ldc<offset = 528> %zero
  %a = ori.shf<hi, type = "U32", dir = "R"> %zero, %k, %c
  %b = ori.shf<hi, type = "U32", dir = "R"> %zero, %k, %a
  %m, %mp = ori.imad %b, %i, %x, %pt
  %z = ori.imm 0 : !ori.ur
  %v = ori.uldc<offset = 528> %z
  %s, %p, %q = ori.iadd3 %m, %v, %zero, %pt, %pt : (!ori.r, !ori.ur, !ori.r, !ori.p, !ori.p) -> (!ori.r, !ori.p, !ori.p)
  ori.sts %x, %u, %s
  ori.exit
}

}
