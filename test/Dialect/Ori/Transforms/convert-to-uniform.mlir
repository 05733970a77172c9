// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-convert-to-uniform{least-loads=2})))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {

// The index is the block's: one move, and uniform loads, which sums read. The one
// that is stored itself stays.
// CHECK-LABEL: @table
// CHECK: %[[I:.*]] = ori.s2r<sr = "SR_CTAID.X">
// CHECK: %{{.*}}, %[[U:.*]] = ori.r2ur %[[I]]
// CHECK: %[[A:.*]] = ori.uldc<bank = 3> %[[U]]
// CHECK: %[[B:.*]] = ori.uldc<bank = 3, offset = 4> %[[U]]
// CHECK: %[[C:.*]] = ori.ldc<bank = 3, offset = 8> %[[I]]
// CHECK: ori.fadd %{{.*}}, %[[A]]
// CHECK: ori.fadd %{{.*}}, %[[B]]
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[C]]
ori.func @table attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a = ori.ldc<bank = 3> %i
  %b = ori.ldc<bank = 3, offset = 4> %i
  %c = ori.ldc<bank = 3, offset = 8> %i
  %s = ori.fadd %x, %a
  %t = ori.fadd %s, %b
  ori.sts %x, %u, %t
  ori.sts %x, %u, %c
  ori.exit
}

// Read twice by one product, and by several: a copy for what cannot read it.
// CHECK-LABEL: @twice
// CHECK: %[[A:.*]] = ori.uldc<bank = 3> %
// CHECK: %[[B:.*]] = ori.uldc<bank = 3, offset = 4> %
// CHECK: %[[M:.*]] = ori.mov %[[A]]
// CHECK: ori.fmul %[[M]], %[[A]]
// CHECK: ori.fadd %{{.*}}, %[[B]]
// CHECK: ori.fadd %{{.*}}, %[[A]]
ori.func @twice attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a = ori.ldc<bank = 3> %i
  %b = ori.ldc<bank = 3, offset = 4> %i
  %q = ori.fmul %a, %a
  %s = ori.fadd %q, %b
  %t = ori.fadd %a, %s
  ori.sts %x, %u, %t
  ori.exit
}

// Each thread has its own index; and where threads are apart nothing is written to
// uniform registers.
// CHECK-LABEL: @own
// CHECK-NOT: ori.r2ur
ori.func @own attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %pt = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a = ori.ldc<bank = 3> %x
  %b = ori.ldc<bank = 3, offset = 4> %x
  %s = ori.fadd %x, %a
  %t = ori.fadd %s, %b
  ori.sts %x, %u, %t
  %p, %q = ori.isetp<cmp = "GT"> %x, %zero, %pt, %pt
  ori.cond_bra %p, ^bb1, ^bb2
^bb1:
  %c = ori.ldc<bank = 3> %i
  %d = ori.ldc<bank = 3, offset = 4> %i
  %v = ori.fadd %x, %c
  %w = ori.fadd %v, %d
  ori.sts %x, %u, %w
  ori.bra ^bb2
^bb2:
  ori.sts %x, %u, %x
  ori.exit
}

// Threads leave the loop in different rounds: the index differs where they have met.
// CHECK-LABEL: @behind
// CHECK-NOT: ori.r2ur
ori.func @behind attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %two = ori.imm 2 : !ori.r
  %pt = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bssy 0 sync 0
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  %j, %jp, %jq = ori.iadd3 %i, %one, %zero, %pt, %pt
  %k = ori.shf %j, %two, %zero
  %p, %q = ori.isetp<cmp = "LE", u32> %j, %x, %pt, %pt
  ori.cond_bra %p, ^bb1(%j : !ori.r), ^bb2
^bb2:
  ori.bsync 0 sync 0
  %a = ori.ldc<bank = 3> %k
  %b = ori.ldc<bank = 3, offset = 4> %k
  %s = ori.fadd %x, %a
  %t = ori.fadd %s, %b
  ori.sts %x, %u, %t
  ori.exit
}

// Threads come to a function one after the other.
// CHECK-LABEL: @function
// CHECK-NOT: ori.r2ur
// CHECK: ori.ret
ori.func @function attributes {function_type = (!ori.r) -> (!ori.r)} {
^bb0(%x: !ori.r):
  %i = ori.s2r<sr = "SR_CTAID.X">
  %a = ori.ldc<bank = 3> %i
  %b = ori.ldc<bank = 3, offset = 4> %i
  %s = ori.fadd %x, %a
  %t = ori.fadd %s, %b
  ori.ret %t : !ori.r
}
}
