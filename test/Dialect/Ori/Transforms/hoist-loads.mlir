// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-hoist-loads)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {

// Past two branches, with the sum that its address is; what is loaded from a sum
// of the first block stays behind it.
// CHECK-LABEL: @rounds
// CHECK: %[[A:.*]] = ori.s2r
// CHECK: ori.isetp
// CHECK-NEXT: %[[C:.*]] = ori.combine
// CHECK-NEXT: ori.ldg<desc> %[[C]]
// CHECK-NEXT: ori.ldg<desc, offset = 4> %[[C]]
// CHECK-NEXT: ori.cond_bra
// CHECK: {{^ *}}^bb2(
// CHECK-NEXT: ori.isetp
// CHECK-NEXT: ori.cond_bra
// CHECK: {{^ *}}^bb4(
// CHECK-NEXT: ori.fadd
ori.func @rounds attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  ori.cond_bra %p, ^bb1, ^bb2(%x : !ori.r)
^bb1:
  %m = ori.mufu<op = "RCP"> %x
  ori.bra ^bb2(%m : !ori.r)
^bb2(%v: !ori.r):
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %w, %wp = ori.ldg<desc> %a, %d, %t
  %r, %s = ori.isetp<cmp = "NE"> %w, %zero, %t, %t
  ori.cond_bra %r, ^bb3, ^bb4(%v : !ori.r)
^bb3:
  %n = ori.mufu<op = "EX2"> %v
  ori.bra ^bb4(%n : !ori.r)
^bb4(%u: !ori.r):
  %w1, %wp1 = ori.ldg<desc, offset = 4> %a, %d, %t
  %e = ori.fadd %u, %w1
  ori.stg<desc> %a, %d, %e
  ori.exit
}

// A cache operator does not keep a load in its place, an order does.
// CHECK-LABEL: @orders
// CHECK: ori.ldg<order = "STRONG.GPU", desc> {{.*}} {weak}
// CHECK-NEXT: ori.cond_bra
// CHECK: ori.ldg<order = "STRONG.GPU", desc, offset = 4>
ori.func @orders attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  ori.cond_bra %p, ^bb1, ^bb2(%x : !ori.r)
^bb1:
  %m = ori.mufu<op = "RCP"> %x
  ori.bra ^bb2(%m : !ori.r)
^bb2(%v: !ori.r):
  %w, %wp = ori.ldg<order = "STRONG.GPU", desc> %a, %d, %t {weak}
  %u, %up = ori.ldg<order = "STRONG.GPU", desc, offset = 4> %a, %d, %t
  %e = ori.fadd %w, %u
  %f = ori.fadd %e, %v
  ori.stg<desc> %a, %d, %f
  ori.exit
}

// Stores keep loads of their space, but not of what does not change; an address
// that depends on the way is there too late.
// CHECK-LABEL: @stores
// CHECK: ori.ldg<order = "CONSTANT", desc>
// CHECK-NEXT: ori.cond_bra
// CHECK: ori.stg
// CHECK: {{^ *}}^bb2:
// CHECK-NEXT: ori.ldg<desc>
// CHECK-NEXT: ori.ldg<desc, offset = 4>
// CHECK: ori.ldg<desc, offset = 8>
// CHECK-NEXT: ori.cond_bra
// CHECK: ori.sts
// CHECK: {{^ *}}^bb4(
// CHECK: ori.ldg<desc, offset = 12>
ori.func @stores attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  ori.cond_bra %p, ^bb1, ^bb2
^bb1:
  ori.stg<desc> %a, %d, %x
  ori.bra ^bb2
^bb2:
  %c, %cp = ori.ldg<order = "CONSTANT", desc> %a, %d, %t
  %w, %wp = ori.ldg<desc> %a, %d, %t
  %w1, %wp1 = ori.ldg<desc, offset = 4> %a, %d, %t
  %r, %s = ori.isetp<cmp = "NE"> %c, %zero, %t, %t
  ori.cond_bra %r, ^bb3, ^bb4(%w : !ori.r)
^bb3:
  ori.sts %x, %u, %w1
  ori.bra ^bb4(%w1 : !ori.r)
^bb4(%v: !ori.r):
  %w2, %wp2 = ori.ldg<desc, offset = 8> %a, %d, %t
  %b = ori.combine %v, %y : !ori.r, !ori.r -> !ori.r<2>
  %w3, %wp3 = ori.ldg<desc, offset = 12> %b, %d, %t
  %f = ori.fadd %w2, %w3
  ori.stg<desc> %a, %d, %f
  ori.exit
}

// Threads that leave, wait or go round may not want it.
// CHECK-LABEL: @leaves
// CHECK-NOT: ori.ldg
// CHECK: {{^ *}}^bb2:
// CHECK-NEXT: ori.ldg<desc>
// CHECK-NOT: ori.ldg
// CHECK: {{^ *}}^bb4:
// CHECK-NEXT: ori.ldg<desc, offset = 4>
ori.func @leaves attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  ori.cond_bra %p, ^bb1, ^bb2
^bb1:
  %r, %s = ori.isetp<cmp = "NE"> %y, %zero, %t, %t
  ori.cond_bra %r, ^bb3, ^bb2
^bb2:
  %w, %wp = ori.ldg<desc> %a, %d, %t
  %f = ori.fadd %w, %w
  ori.stg<desc> %a, %d, %f
  ori.bra ^bb4(%x : !ori.r)
^bb4(%i: !ori.r):
  %j, %j1, %j2 = ori.iadd3 %i, %y, %zero, %t, %t
  %r2, %s2 = ori.isetp<cmp = "NE"> %j, %zero, %t, %t
  ori.cond_bra %r2, ^bb4(%j : !ori.r), ^bb5
^bb5:
  %w1, %wp1 = ori.ldg<desc, offset = 4> %a, %d, %t
  %f1 = ori.fadd %w1, %w1
  ori.stg<desc, offset = 4> %a, %d, %f1
  ori.exit
^bb3:
  ori.exit
}

// A barrier lets others write, but not what does not change; that stays behind a
// fence.
// CHECK-LABEL: @waits
// CHECK: ori.ldg<order = "CONSTANT", desc> %{{.*}}
// CHECK-NEXT: ori.cond_bra
// CHECK: ori.bar
// CHECK: ori.ldg<desc>
// CHECK: %[[A:.*]] = ori.combine
// CHECK-NEXT: ori.ldg<order = "CONSTANT", desc, offset = 4> %[[A]]
// CHECK-NEXT: ori.bar
// CHECK-NEXT: ori.ldg<desc, offset = 4>
// CHECK: ori.membar
// CHECK-NEXT: ori.ldg<order = "CONSTANT", desc, offset = 8>
ori.func @waits attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  ori.cond_bra %p, ^bb1, ^bb2
^bb1:
  ori.bar %zero, %x, %t
  ori.bra ^bb2
^bb2:
  %w, %wp = ori.ldg<desc> %a, %d, %t
  %v, %vp = ori.ldg<order = "CONSTANT", desc> %a, %d, %t
  %f = ori.fadd %w, %v
  ori.stg<desc> %a, %d, %f
  ori.bar %zero, %x, %t
  %b = ori.combine %w, %x : !ori.r, !ori.r -> !ori.r<2>
  %u, %up = ori.ldg<desc, offset = 4> %b, %d, %t
  %c, %cp = ori.ldg<order = "CONSTANT", desc, offset = 4> %b, %d, %t
  %e = ori.fadd %u, %c
  ori.membar
  %g, %gp = ori.ldg<order = "CONSTANT", desc, offset = 8> %a, %d, %t
  %h = ori.fadd %g, %e
  ori.stg<desc, offset = 4> %a, %d, %h
  ori.exit
}

// Where the threads of a collective meet, no accesses are ordered: a load comes in
// front, with the guard that others read, too, but not over a store, nor over a
// bar.warp.sync.
// CHECK-LABEL: @gathers
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp
// CHECK-NEXT: ori.ldg<desc> {{.*}} if %[[P]]
// CHECK-NEXT: ori.warpsync.all
// CHECK: ori.stg
// CHECK-NEXT: ori.ldg<desc, offset = 8>
// CHECK-NEXT: ori.warpsync.all
// CHECK: ori.warpsync.all {{.*}} {coop_group}
// CHECK-NEXT: ori.ldg<desc, offset = 16>
ori.func @gathers attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  ori.warpsync.all %t
  %b, %bp = ori.vote %t
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  %u, %up = ori.ldg<desc> %a, %d, %t if %p else(%zero, %t)
  %b1 = ori.fadd %u, %b
  ori.stg<desc> %a, %d, %b1 if %p
  ori.warpsync.all %t
  %c, %cp = ori.vote %p
  %v, %vp = ori.ldg<desc, offset = 8> %a, %d, %t
  %c1 = ori.fadd %v, %c
  ori.stg<desc, offset = 8> %a, %d, %c1
  ori.warpsync.all %t {coop_group}
  %w, %wp = ori.ldg<desc, offset = 16> %a, %d, %t
  ori.stg<desc, offset = 4> %a, %d, %w
  ori.exit
}

// A thread has 22 registers: not all of the loads may be under way.
// CHECK-LABEL: @few
// CHECK-COUNT-15: ori.ldg
// CHECK-NEXT: ori.cond_bra
// CHECK: {{^ *}}^bb2(
// CHECK: ori.ldg
ori.func @few attributes {kernel, max_registers = 24 : i32} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  ori.cond_bra %p, ^bb1, ^bb2(%x : !ori.r)
^bb1:
  %m = ori.mufu<op = "RCP"> %x
  ori.bra ^bb2(%m : !ori.r)
^bb2(%v: !ori.r):
  %w0, %wp0 = ori.ldg<desc, offset = 4> %a, %d, %t
  %f0 = ori.fadd %w0, %v
  %w1, %wp1 = ori.ldg<desc, offset = 8> %a, %d, %t
  %f1 = ori.fadd %w1, %f0
  %w2, %wp2 = ori.ldg<desc, offset = 12> %a, %d, %t
  %f2 = ori.fadd %w2, %f1
  %w3, %wp3 = ori.ldg<desc, offset = 16> %a, %d, %t
  %f3 = ori.fadd %w3, %f2
  %w4, %wp4 = ori.ldg<desc, offset = 20> %a, %d, %t
  %f4 = ori.fadd %w4, %f3
  %w5, %wp5 = ori.ldg<desc, offset = 24> %a, %d, %t
  %f5 = ori.fadd %w5, %f4
  %w6, %wp6 = ori.ldg<desc, offset = 28> %a, %d, %t
  %f6 = ori.fadd %w6, %f5
  %w7, %wp7 = ori.ldg<desc, offset = 32> %a, %d, %t
  %f7 = ori.fadd %w7, %f6
  %w8, %wp8 = ori.ldg<desc, offset = 36> %a, %d, %t
  %f8 = ori.fadd %w8, %f7
  %w9, %wp9 = ori.ldg<desc, offset = 40> %a, %d, %t
  %f9 = ori.fadd %w9, %f8
  %w10, %wp10 = ori.ldg<desc, offset = 44> %a, %d, %t
  %f10 = ori.fadd %w10, %f9
  %w11, %wp11 = ori.ldg<desc, offset = 48> %a, %d, %t
  %f11 = ori.fadd %w11, %f10
  %w12, %wp12 = ori.ldg<desc, offset = 52> %a, %d, %t
  %f12 = ori.fadd %w12, %f11
  %w13, %wp13 = ori.ldg<desc, offset = 56> %a, %d, %t
  %f13 = ori.fadd %w13, %f12
  %w14, %wp14 = ori.ldg<desc, offset = 60> %a, %d, %t
  %f14 = ori.fadd %w14, %f13
  %w15, %wp15 = ori.ldg<desc, offset = 64> %a, %d, %t
  %f15 = ori.fadd %w15, %f14
  %w16, %wp16 = ori.ldg<desc, offset = 68> %a, %d, %t
  %f16 = ori.fadd %w16, %f15
  %w17, %wp17 = ori.ldg<desc, offset = 72> %a, %d, %t
  %f17 = ori.fadd %w17, %f16
  %w18, %wp18 = ori.ldg<desc, offset = 76> %a, %d, %t
  %f18 = ori.fadd %w18, %f17
  %w19, %wp19 = ori.ldg<desc, offset = 80> %a, %d, %t
  %f19 = ori.fadd %w19, %f18
  ori.stg<desc> %a, %d, %f19
  ori.exit
}
}
