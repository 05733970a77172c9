// RUN: split-file %s %t
// RUN: ptx-opt %t/shared.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=8},ori-verify-allocation{max-registers=8})))' | FileCheck %t/shared.mlir
// RUN: ptx-opt %t/slots.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=10},ori-verify-allocation{max-registers=10})))' | FileCheck %t/slots.mlir
// RUN: ptx-opt %t/lane.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=11},ori-verify-allocation{max-registers=11})))' | FileCheck %t/lane.mlir
// RUN: ptx-opt %t/argument.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=10},ori-verify-allocation{max-registers=10})))' | FileCheck %t/argument.mlir
// RUN: ptx-opt %t/predicates.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-predicates=2},ori-verify-allocation)))' | FileCheck %t/predicates.mlir
// RUN: ptx-opt %t/predicates-of-one.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-predicates=2},ori-verify-allocation)))' | FileCheck %t/predicates-of-one.mlir
// RUN: ptx-opt %t/uniform.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-uniform=12},ori-verify-allocation)))' | FileCheck %t/uniform.mlir
// RUN: ptx-opt %t/uniform-edges.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=6},ori-verify-allocation{max-registers=6})))' | FileCheck %t/uniform-edges.mlir
// RUN: ptx-opt %t/uniform-predicates.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-predicates=3},ori-verify-allocation)))' | FileCheck %t/uniform-predicates.mlir
// RUN: not ptx-opt %t/impossible.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=5})))' 2>&1 | FileCheck %t/impossible.mlir

//--- shared.mlir
// A value waits in memory while others are busy; one reload serves both uses at
// the end.
// CHECK-LABEL: @shared
// CHECK: %[[V:.*]] = ori.lds<offset = 100>
// CHECK-NEXT: ori.stl %{{.*}}, %{{.*}}, %[[V]]
// CHECK: ori.membar
// CHECK: %[[R:.*]] = ori.ldl %
// CHECK: ori.sts<offset = 100> {{.*}}, %[[R]]
// CHECK: ori.sts<offset = 104> {{.*}}, %[[R]]
// CHECK-NOT: ori.ldl
ori.module attributes {sm = 90 : i32} {
  ori.func @shared attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v = ori.lds<offset = 100> %a, %n
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    ori.sts %a, %n, %v0
    ori.sts<offset = 4> %a, %n, %v1
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.sts<offset = 100> %a, %n, %v
    ori.sts<offset = 104> %a, %n, %v
    ori.exit
  }
}

//--- slots.mlir
// Twice the same: the second half uses the memory of the first.
// CHECK-LABEL: @slots
// CHECK-SAME: local_bytes = 8
// CHECK-SAME: spill_store_bytes = 16
// CHECK: ori.stl %{{.*}}, %{{.*}}, %
// CHECK: ori.stl<offset = 4>
// CHECK: ori.ldl<offset = 4>
// CHECK: ori.ldl %
// CHECK: ori.lds<offset = 32>
// CHECK-NEXT: ori.stl %
// CHECK: ori.stl<offset = 4>
// CHECK: ori.ldl<offset = 4>
// CHECK: ori.ldl %
ori.module attributes {sm = 90 : i32} {
  ori.func @slots attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    %v5 = ori.lds<offset = 20> %a, %n
    %v6 = ori.lds<offset = 24> %a, %n
    %v7 = ori.lds<offset = 28> %a, %n
    ori.sts %a, %n, %v7
    ori.sts<offset = 4> %a, %n, %v6
    ori.sts<offset = 8> %a, %n, %v5
    ori.sts<offset = 12> %a, %n, %v4
    ori.sts<offset = 16> %a, %n, %v3
    ori.sts<offset = 20> %a, %n, %v2
    ori.sts<offset = 24> %a, %n, %v1
    ori.sts<offset = 28> %a, %n, %v0
    %w0 = ori.lds<offset = 32> %a, %n
    %w1 = ori.lds<offset = 36> %a, %n
    %w2 = ori.lds<offset = 40> %a, %n
    %w3 = ori.lds<offset = 44> %a, %n
    %w4 = ori.lds<offset = 48> %a, %n
    %w5 = ori.lds<offset = 52> %a, %n
    %w6 = ori.lds<offset = 56> %a, %n
    %w7 = ori.lds<offset = 60> %a, %n
    ori.sts<offset = 32> %a, %n, %w7
    ori.sts<offset = 36> %a, %n, %w6
    ori.sts<offset = 40> %a, %n, %w5
    ori.sts<offset = 44> %a, %n, %w4
    ori.sts<offset = 48> %a, %n, %w3
    ori.sts<offset = 52> %a, %n, %w2
    ori.sts<offset = 56> %a, %n, %w1
    ori.sts<offset = 60> %a, %n, %w0
    ori.exit
  }
}

//--- lane.mlir
// Of a spilled tuple only the register that is read is loaded.
// CHECK-LABEL: @lane
// CHECK-SAME: local_bytes = 16
// CHECK-SAME: spill_load_bytes = 8
// CHECK-SAME: spill_store_bytes = 16
// CHECK: %[[Q:.*]] = ori.lds<type = "128">
// CHECK-NEXT: ori.stl<type = "128"> %{{.*}}, %{{.*}}, %[[Q]]
// CHECK-NOT: ori.extract
// CHECK: ori.ldl<offset = 8>
// CHECK: ori.ldl<offset = 12>
ori.module attributes {sm = 90 : i32} {
  ori.func @lane attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %q = ori.lds<type = "128"> %a, %n
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    %v5 = ori.lds<offset = 20> %a, %n
    %v6 = ori.lds<offset = 24> %a, %n
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.sts %a, %n, %v0
    ori.sts<offset = 4> %a, %n, %v1
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    ori.sts<offset = 20> %a, %n, %v5
    ori.sts<offset = 24> %a, %n, %v6
    %e = ori.extract %q[2] : !ori.r<4> -> !ori.r
    ori.sts %a, %n, %e
    %f = ori.extract %q[3] : !ori.r<4> -> !ori.r
    ori.sts %a, %n, %f
    ori.exit
  }
}

//--- argument.mlir
// A spilled block argument is stored on the edges. Where an edge exchanges two of
// them, both are loaded before either is stored. What is read all the time stays.
// CHECK-LABEL: @argument
// CHECK-SAME: local_bytes = 8
// CHECK: ori.stl %
// CHECK: ori.stl<offset = 4>
// CHECK: ori.bra ^[[LOOP:bb[0-9]+]]
// CHECK: ^[[LOOP]]
// CHECK: ori.cond_bra %{{.*}}, ^[[BACK:bb[0-9]+]], ^
// CHECK: ^[[BACK]]:
// CHECK-NEXT: %[[B:.*]] = ori.ldl<offset = 4>
// CHECK-NEXT: %[[A:.*]] = ori.ldl %
// CHECK-NEXT: ori.stl<offset = 4> %{{.*}}, %{{.*}}, %[[A]]
// CHECK-NEXT: ori.stl %{{.*}}, %{{.*}}, %[[B]]
// CHECK-NEXT: ori.bra ^[[LOOP]]
ori.module attributes {sm = 90 : i32} {
  ori.func @argument attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    ori.bra ^loop(%v0, %v1 : !ori.r, !ori.r)
  ^loop(%b0: !ori.r, %b1: !ori.r):
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    %t = ori.lds<offset = 32> %a, %n
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    %u = ori.lds<offset = 36> %a, %n
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    %w = ori.lds<offset = 40> %a, %n
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    ori.sts<offset = 44> %a, %n, %t
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    ori.sts<offset = 48> %a, %n, %u
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    ori.sts<offset = 52> %a, %n, %w
    ori.sts<offset = 8> %a, %n, %v2
    ori.sts<offset = 12> %a, %n, %v3
    ori.sts<offset = 16> %a, %n, %v4
    %c, %c1 = ori.isetp<cmp = "LT"> %t, %zero, %true, %true
    ori.cond_bra %c, ^loop(%b1, %b0 : !ori.r, !ori.r), ^end
  ^end:
    ori.sts %a, %n, %b0
    ori.sts<offset = 4> %a, %n, %b1
    ori.exit
  }
}

//--- predicates.mlir
// A predicate waits in a register as 1 or 0, several of a block in one with a bit for
// each.
// CHECK-LABEL: @predicates
// CHECK-NOT: local_bytes
// CHECK: %[[P0:.*]], %{{.*}} = ori.isetp<cmp = "GT">
// CHECK: %[[ALONE:.*]] = ori.sel<ppNot> %{{.*}}, %{{.*}}, %[[P0]] regs
// CHECK: ori.isetp<cmp = "GT">
// CHECK: %[[P2:.*]], %{{.*}} = ori.isetp<cmp = "GT">
// CHECK: %[[FIRST:.*]] = ori.sel<ppNot> %{{.*}}, %{{.*}}, %[[P2]] regs
// CHECK: %[[P3:.*]], %{{.*}} = ori.isetp<cmp = "GT">
// CHECK: %[[BOTH:.*]], %{{.*}}, %{{.*}} = ori.iadd3<x, ppNot = 0> %[[FIRST]], %[[FIRST]], %{{.*}}, %[[P3]],
// CHECK: ori.isetp<cmp = "NE"> %[[ALONE]]
// CHECK: %[[BIT1:.*]] = ori.imm 2 : !ori.r
// CHECK: %{{.*}}, %[[SAVED2:.*]] = ori.lop3<lut = 192> %[[BOTH]], %[[BIT1]],
// CHECK: ori.sel %{{.*}}, %{{.*}}, %[[SAVED2]] regs
// CHECK: %[[BIT0:.*]] = ori.imm 1 : !ori.r
// CHECK: %{{.*}}, %[[SAVED3:.*]] = ori.lop3<lut = 192> %[[BOTH]], %[[BIT0]],
// CHECK: ori.sel %{{.*}}, %{{.*}}, %[[SAVED3]] regs
ori.module attributes {sm = 90 : i32} {
  ori.func @predicates attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %p0, %x0 = ori.isetp<cmp = "GT"> %v0, %zero, %true, %true
    %p1, %x1 = ori.isetp<cmp = "GT"> %v1, %zero, %true, %true
    %p2, %x2 = ori.isetp<cmp = "GT"> %v2, %zero, %true, %true
    %p3, %x3 = ori.isetp<cmp = "GT"> %v3, %zero, %true, %true
    ori.membar
    ori.membar
    ori.membar
    %s0 = ori.sel %a, %zero, %p0
    ori.sts<offset = 0> %a, %n, %s0
    %s1 = ori.sel %a, %zero, %p1
    ori.sts<offset = 4> %a, %n, %s1
    %s2 = ori.sel %a, %zero, %p2
    ori.sts<offset = 8> %a, %n, %s2
    %s3 = ori.sel %a, %zero, %p3
    ori.sts<offset = 12> %a, %n, %s3
    ori.exit
  }
}

//--- predicates-of-one.mlir
// Both results of a comparison: the second word is made from the first.
// CHECK-LABEL: @predicates_of_one
// CHECK: %[[P0:.*]], %[[P1:.*]] = ori.isetp<cmp = "GT", bop = "OR">
// CHECK: %[[FIRST:.*]] = ori.sel<ppNot> %{{.*}}, %{{.*}}, %[[P0]] regs
// CHECK: %{{.*}}, %{{.*}}, %{{.*}} = ori.iadd3<x, ppNot = 0> %[[FIRST]], %[[FIRST]], %{{.*}}, %[[P1]],
ori.module attributes {sm = 90 : i32} {
  ori.func @predicates_of_one attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %q, %xq = ori.isetp<cmp = "LT"> %v1, %zero, %true, %true
    %p0, %p1 = ori.isetp<cmp = "GT", bop = "OR"> %v0, %zero, %true, %q
    %p2, %x2 = ori.isetp<cmp = "GT"> %v1, %zero, %true, %true
    %p3, %x3 = ori.isetp<cmp = "GT"> %v0, %v1, %true, %true
    ori.membar
    ori.membar
    ori.membar
    %s2 = ori.sel %a, %zero, %p2
    ori.sts<offset = 8> %a, %n, %s2
    %s3 = ori.sel %a, %zero, %p3
    ori.sts<offset = 12> %a, %n, %s3
    ori.membar
    ori.membar
    ori.membar
    %s0 = ori.sel %a, %zero, %p0
    ori.sts<offset = 0> %a, %n, %s0
    %s1 = ori.sel %a, %zero, %p1
    ori.sts<offset = 4> %a, %n, %s1
    ori.exit
  }
}

//--- uniform.mlir
// Uniform values wait in R. Their reloads have UR4 to UR11 to themselves; nothing
// else is there, because threads of another path may not have read it yet.
// CHECK-LABEL: @uniform
// CHECK: ori.r2ur %{{.*}} regs(-1, 0)
// CHECK: %{{.*}}, %[[U:.*]] = ori.r2ur %{{.*}} regs(-1, 1)
// CHECK-NEXT: %[[HELD:.*]] = ori.mov %[[U]]
// CHECK: ori.membar
// CHECK: %{{.*}}, %[[BACK:.*]] = ori.r2ur %[[HELD]] regs(-1, 4)
// CHECK-NEXT: ori.sts {{.*}}%[[BACK]]
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform attributes {kernel} {
    %a = ori.s2r<sr = "SR_TID.X">
    %n = ori.imm 0 : !ori.ur
    %v = ori.lds %a, %n
    %q0, %u0 = ori.r2ur %v
    %q1, %u1 = ori.r2ur %v
    %q2, %u2 = ori.r2ur %v
    %q3, %u3 = ori.r2ur %v
    %q4, %u4 = ori.r2ur %v
    %q5, %u5 = ori.r2ur %v
    %q6, %u6 = ori.r2ur %v
    %q7, %u7 = ori.r2ur %v
    %q8, %u8 = ori.r2ur %v
    %q9, %u9 = ori.r2ur %v
    %q10, %u10 = ori.r2ur %v
    %q11, %u11 = ori.r2ur %v
    %q12, %u12 = ori.r2ur %v
    %q13, %u13 = ori.r2ur %v
    ori.membar
    ori.membar
    ori.membar
    ori.sts %a, %u0, %a
    ori.sts %a, %u1, %a
    ori.sts %a, %u2, %a
    ori.sts %a, %u3, %a
    ori.sts %a, %u4, %a
    ori.sts %a, %u5, %a
    ori.sts %a, %u6, %a
    ori.sts %a, %u7, %a
    ori.sts %a, %u8, %a
    ori.sts %a, %u9, %a
    ori.sts %a, %u10, %a
    ori.sts %a, %u11, %a
    ori.sts %a, %u12, %a
    ori.sts %a, %u13, %a
    ori.exit
  }
}

//--- uniform-edges.mlir
// A block on the edge from the loop to itself moves the numbers of the blocks behind
// it. That threads are apart in ^low and ^high must still be known of these: the sum
// of the one is not written where the other finds its constant.
// CHECK-LABEL: @uniform_edges
// CHECK: ori.uldc<offset = 528> {{.*}} regs(0)
// CHECK: ori.bra ^[[LOOP:bb[0-9]+]](
// CHECK: ori.cond_bra %{{.*}}, ^[[BACK:bb[0-9]+]], ^
// CHECK: ^[[BACK]]:
// CHECK: ori.stl
// CHECK: ori.bra ^[[LOOP]](
// CHECK: ori.redux<op = "SUM"> {{.*}} regs(1)
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform_edges attributes {kernel, diverges} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %many = ori.imm 16 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %k = ori.uldc<offset = 528> %n
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    ori.bra ^loop(%zero, %v0, %v1, %v2, %v3 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r)
  ^loop(%i: !ori.r, %b0: !ori.r, %b1: !ori.r, %b2: !ori.r, %b3: !ori.r):
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %j, %many, %true, %true
    ori.cond_bra %c, ^loop(%j, %b1, %b0, %b3, %b2 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r), ^end
  ^last(%r: !ori.r):
    ori.sts %a, %n, %r
    ori.exit
  ^low:
    %sum = ori.redux<op = "SUM"> %b0
    ori.sts %a, %sum, %b1
    ori.bra ^last(%b2 : !ori.r)
  ^end:
    %constant = ori.ldc<offset = 532> %zero
    %e, %e1 = ori.isetp<cmp = "LT"> %constant, %many, %true, %true
    ori.cond_bra %e, ^leave, ^fork
  ^high:
    ori.sts %a, %k, %b2
    ori.bra ^last(%b3 : !ori.r)
  ^fork:
    %d, %d1 = ori.isetp<cmp = "LT", u32> %a, %many, %true, %true
    ori.cond_bra %d, ^low, ^high
  ^leave:
    ori.exit
  }
}

//--- impossible.mlir
// An instruction that alone needs more than there is.
// CHECK: error: cannot allocate registers within 3
ori.module attributes {sm = 90 : i32} {
  ori.func @impossible attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %q = ori.lds<type = "128"> %a, %n
    ori.sts<type = "128"> %a, %n, %q
    ori.exit
  }
}

//--- uniform-predicates.mlir
// Uniform predicates wait in predicates.
// CHECK-LABEL: @uniform_predicates
// CHECK: %[[U:[a-zA-Z0-9_]+]], %{{.*}} = ori.uisetp
// CHECK: %[[P:[a-zA-Z0-9_]+]], %{{.*}} = ori.plop3<lut = 128> %{{.*}}, %{{.*}}, %[[U]]
// CHECK: ori.membar
// CHECK: %{{.*}}, %[[V:[a-zA-Z0-9_]+]] = ori.voteu<mode = "ANY"> %[[P]]
// CHECK-NEXT: ori.usel %{{.*}}, %{{.*}}, %[[V]]
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform_predicates attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %yes = ori.imm true : !ori.up
    %a = ori.s2r<sr = "SR_TID.X">
    %k0 = ori.uldc<offset = 528> %n
    %k1 = ori.uldc<offset = 532> %n
    %k2 = ori.uldc<offset = 536> %n
    %k3 = ori.uldc<offset = 540> %n
    %p0, %q0 = ori.uisetp<cmp = "LT"> %k0, %k1, %yes, %yes
    %p1, %q1 = ori.uisetp<cmp = "LT"> %k1, %k2, %yes, %yes
    %p2, %q2 = ori.uisetp<cmp = "LT"> %k2, %k3, %yes, %yes
    %p3, %q3 = ori.uisetp<cmp = "LT"> %k3, %k0, %yes, %yes
    %p4, %q4 = ori.uisetp<cmp = "EQ"> %k3, %k0, %yes, %yes
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    %v0 = ori.usel %k0, %k1, %p0
    %v1 = ori.usel %k1, %k2, %p1
    %v2 = ori.usel %k2, %k3, %p2
    %v3 = ori.usel %k3, %k0, %p3
    %v4 = ori.usel %k3, %k1, %p4
    ori.sts %a, %v0, %a
    ori.sts<offset = 4> %a, %v1, %a
    ori.sts<offset = 8> %a, %v2, %a
    ori.sts<offset = 12> %a, %v3, %a
    ori.sts<offset = 16> %a, %v4, %a
    ori.exit
  }
}
