// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-unroll-loops)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-unroll-loops{max-full=4})))' | FileCheck %s --check-prefix=PART
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-unroll-loops{factor=2})))' | FileCheck %s --check-prefix=TWO
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-unroll-loops{max-growth=5})))' | FileCheck %s --check-prefix=GROWTH
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-unroll-loops{full-base=20 full-per-percent=0})))' | FileCheck %s --check-prefix=FOLDS

ori.module attributes {sm = 90 : i32} {

// Three rounds: the counter is a number in each, the address a sum with one.
// CHECK-LABEL: @full
// CHECK-NOT: cond_bra
// CHECK: %[[BASE:.*]] = ori.cbank 0[528] : !ori.r<2>
// CHECK: ori.stg %[[BASE]], %{{.*}}, %[[ZERO:.*]]
// CHECK: %[[LO:.*]] = ori.extract %[[BASE]][0]
// CHECK: ori.iadd3 %[[LO]], %[[FOUR:.*]], %
// CHECK: ori.stg %{{.*}}, %{{.*}}, %[[ONE:[a-z0-9]*]]
// CHECK: ori.stg
// CHECK-NOT: ori.stg
// CHECK: ori.bra ^[[EXIT:bb[0-9]+]](%[[LAST:.*]] : !ori.r)
// CHECK: ^[[EXIT]](%[[I:.*]]: !ori.r):
// CHECK: ori.stg %[[BASE]], %{{.*}}, %[[I]]
// CHECK: ori.exit
// GROWTH-LABEL: @full
// GROWTH: ori.cond_bra
ori.func @full attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %three = ori.imm 3 : !ori.r
  %four = ori.imm 4 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  ori.bra ^bb1(%zero, %p : !ori.r, !ori.r<2>)
^bb1(%i: !ori.r, %a: !ori.r<2>):
  ori.stg %a, %ur, %i
  %lo = ori.extract %a[0] : !ori.r<2> -> !ori.r
  %hi = ori.extract %a[1] : !ori.r<2> -> !ori.r
  %l1, %l2, %l3 = ori.iadd3 %lo, %four, %zero, %t, %t
  %h1, %h2, %h3 = ori.iadd3<x, ppNot = 0> %hi, %zero, %zero, %l2, %t
  %b = ori.combine %l1, %h1 : !ori.r, !ori.r -> !ori.r<2>
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %three, %t, %t
  ori.cond_bra %q, ^bb1(%i1, %b : !ori.r, !ori.r<2>), ^bb2
^bb2:
  ori.stg %p, %ur, %i
  ori.exit
}

// 103 rounds that are too many: one is left over by 102 = 51 * 2, or by threes.
// PART-LABEL: @partial
// PART: ori.bra ^[[MANY:bb[0-9]+]]
// PART: ^[[MANY]](
// PART: ori.cond_bra %{{.*}}, ^[[MANY]](
// PART-NOT: cond_bra
// PART: ori.exit
ori.func @partial attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %n = ori.imm 103 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  ori.stg %p, %ur, %i
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "NE"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1 : !ori.r), ^bb2
^bb2:
  ori.exit
}

// Ten rounds of six instructions, of which only two are left: the bit is a
// number like the counter.
// FOLDS-LABEL: @folds
// FOLDS-NOT: ori.shf
// FOLDS-NOT: ori.cond_bra
// FOLDS-COUNT-10: ori.stg
// FOLDS-NOT: ori.stg
// FOLDS: ori.exit
ori.func @folds attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %n = ori.imm 10 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  %tid = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  %bit = ori.shf<type = "U32"> %one, %i, %zero
  %and, %and1 = ori.lop3<lut = 192> %tid, %bit, %zero, %t
  ori.stg %p, %ur, %and
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1 : !ori.r), ^bb2
^bb2:
  ori.exit
}

// The run knows how many: four rounds as long as more than three are left by the
// distance from the bound; two; the old loop.
// CHECK-LABEL: @unknown
// CHECK: %[[SECOND:puOut[_0-9]*]], %{{.*}} = ori.isetp<cmp = "LT"> %{{.*}}, %{{.*}}, %
// CHECK: %[[LEFT:dOut[_0-9]*]], %{{.*}}, %{{.*}} = ori.iadd3<bNeg>
// CHECK: %[[FIRST:puOut[_0-9]*]], %{{.*}} = ori.isetp<cmp = "GT", u32> %[[LEFT]], %{{.*}}, %[[SECOND]],
// CHECK: ori.cond_bra %[[FIRST]], ^[[MANY:bb[0-9]+]](%{{.*}}), ^[[REST:bb[0-9]+]](%{{.*}}, %[[SECOND]] : !ori.r, !ori.p, !ori.p)
// CHECK: ^[[MANY]](%{{.*}}: !ori.r):
// CHECK-COUNT-4: ori.stg
// CHECK-NOT: ori.stg
// CHECK: ori.cond_bra %{{.*}}, ^[[MANY]](%{{.*}}), ^[[REST]](
// CHECK: ^[[REST]](%{{.*}}: !ori.r, %{{.*}}: !ori.p, %[[P:.*]]: !ori.p):
// CHECK: ori.cond_bra %[[P]], ^[[BOTH:bb[0-9]+]], ^[[LAST:bb[0-9]+]](
// CHECK: ^[[BOTH]]:
// CHECK-COUNT-2: ori.stg
// CHECK-NOT: ori.stg
// CHECK: ori.bra ^[[LAST]](
// CHECK: ^[[LAST]](%{{.*}}: !ori.r, %[[Q:.*]]: !ori.p):
// CHECK: ori.cond_bra %[[Q]], ^[[OLD:bb[0-9]+]](%{{.*}}), ^[[EXIT:bb[0-9]+]]
// CHECK: ^[[OLD]](
// CHECK: ori.stg
// CHECK: ori.cond_bra %{{.*}}, ^[[OLD]](%{{.*}}), ^[[EXIT]]
// Of two rounds one is left at most.
// TWO-LABEL: @unknown
// TWO: ori.cond_bra %{{.*}}, ^[[MANY:bb[0-9]+]](%{{.*}}), ^[[LAST:bb[0-9]+]](
// TWO: ^[[MANY]](
// TWO-COUNT-2: ori.stg
// TWO-NOT: ori.stg
// TWO: ^[[LAST]](
// TWO: ori.stg
// TWO-NOT: ori.stg
// TWO: ori.exit
ori.func @unknown attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  %n = ori.cbank 0[536] : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%tid : !ori.r)
^bb1(%i: !ori.r):
  ori.stg %p, %ur, %i
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1 : !ori.r), ^bb2
^bb2:
  ori.exit
}

// Both loops of a nest.
// CHECK-LABEL: @nest
// CHECK-COUNT-6: ori.stg
// CHECK-NOT: ori.stg
// CHECK: ori.exit
ori.func @nest attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %two = ori.imm 2 : !ori.r
  %three = ori.imm 3 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  ori.bra ^bb2(%zero : !ori.r)
^bb2(%j: !ori.r):
  %s, %s1, %s2 = ori.iadd3 %i, %j, %zero, %t, %t
  ori.stg %p, %ur, %s
  %j1, %j2, %j3 = ori.iadd3 %j, %one, %zero, %t, %t
  %u, %u1 = ori.isetp<cmp = "NE"> %j1, %three, %t, %t
  ori.cond_bra %u, ^bb2(%j1 : !ori.r), ^bb3
^bb3:
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "NE"> %i1, %two, %t, %t
  ori.cond_bra %q, ^bb1(%i1 : !ori.r), ^bb4
^bb4:
  ori.exit
}

// Tested first, and left early: what comes behind the last test is not copied,
// and a value that both ways pass on comes from the copy.
// CHECK-LABEL: @first
// CHECK: ori.ldg
// CHECK: ori.cond_bra %{{.*}}, ^[[EARLY:bb[0-9]+]](%[[A:.*]] : !ori.r), ^
// CHECK: ori.ldg
// CHECK: ori.cond_bra %{{.*}}, ^[[EARLY]](%[[B:.*]] : !ori.r), ^
// CHECK-NOT: ori.ldg
// CHECK: ori.exit
ori.func @first attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %two = ori.imm 2 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  ori.bra ^bb1(%zero, %one : !ori.r, !ori.r)
^bb1(%i: !ori.r, %x: !ori.r):
  %q, %q1 = ori.isetp<cmp = "LT"> %i, %two, %t, %t
  ori.cond_bra %q, ^bb2, ^bb4(%x : !ori.r)
^bb2:
  %v, %v1 = ori.ldg %p, %ur, %t
  %u, %u1 = ori.isetp<cmp = "EQ"> %v, %x, %t, %t
  ori.cond_bra %u, ^bb4(%v : !ori.r), ^bb3
^bb3:
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  ori.bra ^bb1(%i1, %v : !ori.r, !ori.r)
^bb4(%r: !ori.r):
  ori.stg %p, %ur, %r
  ori.exit
}

// Threads that do not leave together do not exchange values in different copies;
// where all leave together they may.
// CHECK-LABEL: @apart
// CHECK-COUNT-1: ori.shfl
// CHECK-NOT: ori.shfl
// CHECK-LABEL: @together
// CHECK-COUNT-7: ori.shfl
// CHECK-NOT: ori.shfl
// CHECK-LABEL: @marked
// CHECK-COUNT-1: ori.stg
// CHECK-NOT: ori.stg
ori.func @apart attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  %n = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%zero, %n : !ori.r, !ori.r)
^bb1(%i: !ori.r, %x: !ori.r):
  %v, %d = ori.shfl<mode = "BFLY"> %x, %one, %one
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1, %d : !ori.r, !ori.r), ^bb2
^bb2:
  ori.stg %p, %ur, %d
  ori.exit
}
ori.func @together attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  %n = ori.cbank 0[536] : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%zero, %tid : !ori.r, !ori.r)
^bb1(%i: !ori.r, %x: !ori.r):
  %v, %d = ori.shfl<mode = "BFLY"> %x, %one, %one
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1, %d : !ori.r, !ori.r), ^bb2
^bb2:
  ori.stg %p, %ur, %d
  ori.exit
}
ori.func @marked attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %three = ori.imm 3 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  ori.stg %p, %ur, %i
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "NE"> %i1, %three, %t, %t
  ori.cond_bra %q, ^bb1(%i1 : !ori.r), ^bb2 {nounroll}
^bb2:
  ori.exit
}

// More than twelve instructions are too many where nothing waits, but not where
// five of them are loads that four rounds can wait for at once.
// CHECK-LABEL: @plain
// CHECK-COUNT-1: ori.mufu
// CHECK-NOT: ori.mufu
// CHECK-LABEL: @shared
// CHECK-COUNT-4: ori.lds<offset = 12>
// CHECK: ori.cond_bra
ori.func @plain attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %four = ori.imm 4 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  %n = ori.cbank 0[536] : !ori.r
  ori.bra ^bb1(%zero, %zero : !ori.r, !ori.r)
^bb1(%i: !ori.r, %s: !ori.r):
  %a0 = ori.mufu<op = "RCP"> %s
  %s0, %t0, %u0 = ori.iadd3 %a0, %i, %s, %t, %t
  %s1, %t1, %u1 = ori.iadd3 %s0, %i, %s, %t, %t
  %s2, %t2, %u2 = ori.iadd3 %s1, %i, %s, %t, %t
  %s3, %t3, %u3 = ori.iadd3 %s2, %i, %s, %t, %t
  %s4, %t4, %u4 = ori.iadd3 %s3, %i, %s, %t, %t
  %s5, %t5, %u5 = ori.iadd3 %s4, %i, %s, %t, %t
  %s6, %t6, %u6 = ori.iadd3 %s5, %i, %s, %t, %t
  %s7, %t7, %u7 = ori.iadd3 %s6, %i, %s, %t, %t
  %s8, %t8, %u8 = ori.iadd3 %s7, %i, %s, %t, %t
  %i1, %i2, %i3 = ori.iadd3 %i, %four, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1, %s8 : !ori.r, !ori.r), ^bb2
^bb2:
  ori.stg %p, %ur, %s8
  ori.exit
}
ori.func @shared attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %four = ori.imm 4 : !ori.r
  %sixteen = ori.imm 16 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %none = ori.imm 0 : !ori.ur
  %p = ori.cbank 0[528] : !ori.r<2>
  %n = ori.cbank 0[536] : !ori.r
  ori.bra ^bb1(%zero, %zero, %zero : !ori.r, !ori.r, !ori.r)
^bb1(%i: !ori.r, %s: !ori.r, %a: !ori.r):
  %v0 = ori.lds %a, %none
  %v1 = ori.lds<offset = 4> %a, %none
  %v2 = ori.lds<offset = 8> %a, %none
  %v3 = ori.lds<offset = 12> %a, %none
  %v4 = ori.lds<offset = 80> %a, %none
  %s0, %t0, %u0 = ori.iadd3 %v0, %s, %zero, %t, %t
  %s1, %t1, %u1 = ori.iadd3 %v1, %s0, %zero, %t, %t
  %s2, %t2, %u2 = ori.iadd3 %v2, %s1, %zero, %t, %t
  %s3, %t3, %u3 = ori.iadd3 %v3, %s2, %zero, %t, %t
  %s4, %t4, %u4 = ori.iadd3 %v4, %s3, %zero, %t, %t
  %b, %b1, %b2 = ori.iadd3 %a, %sixteen, %zero, %t, %t
  %i1, %i2, %i3 = ori.iadd3 %i, %four, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1, %s4, %b : !ori.r, !ori.r, !ori.r), ^bb2
^bb2:
  ori.stg %p, %ur, %s4
  ori.exit
}

// A branch round a load: guards take its place later, and four rounds wait for
// their loads at once.
// CHECK-LABEL: @arm
// CHECK: ^[[MANY:bb[0-9]+]](
// CHECK-COUNT-4: ori.ldg
// CHECK: ori.cond_bra %{{.*}}, ^[[MANY]](
// CHECK: ori.exit
ori.func @arm attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  %n = ori.cbank 0[536] : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%tid, %zero : !ori.r, !ori.r)
^bb1(%i: !ori.r, %sum: !ori.r):
  %c, %c1 = ori.isetp<cmp = "LT"> %i, %tid, %t, %t
  ori.cond_bra %c, ^bb2, ^bb3(%sum : !ori.r)
^bb2:
  %a, %aq = ori.imad.wide %i, %tid, %p, %t
  %v, %vp = ori.ldg %a, %ur, %t
  %s, %s1, %s2 = ori.iadd3 %sum, %v, %zero, %t, %t
  ori.bra ^bb3(%s : !ori.r)
^bb3(%x: !ori.r):
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1, %x : !ori.r, !ori.r), ^bb4
^bb4:
  ori.stg %p, %ur, %x
  ori.exit
}

// A break parts threads for good.
// CHECK-LABEL: @left
// CHECK-COUNT-1: ori.ldg
// CHECK-NOT: ori.ldg
// CHECK: ori.exit
ori.func @left attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %t = ori.imm true : !ori.p
  %ur = ori.imm 0 : !ori.ur<2>
  %p = ori.cbank 0[528] : !ori.r<2>
  %n = ori.cbank 0[536] : !ori.r
  %tid = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%tid : !ori.r)
^bb1(%i: !ori.r):
  %a, %aq = ori.imad.wide %i, %tid, %p, %t
  %v, %vp = ori.ldg %a, %ur, %t
  %c, %c1 = ori.isetp<cmp = "EQ"> %v, %tid, %t, %t
  ori.cond_bra %c, ^bb3, ^bb2
^bb2:
  %i1, %i2, %i3 = ori.iadd3 %i, %one, %zero, %t, %t
  %q, %q1 = ori.isetp<cmp = "LT"> %i1, %n, %t, %t
  ori.cond_bra %q, ^bb1(%i1 : !ori.r), ^bb3
^bb3:
  ori.stg %p, %ur, %tid
  ori.exit
}

}
