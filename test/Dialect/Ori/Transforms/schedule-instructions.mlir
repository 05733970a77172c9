// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-schedule-instructions)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-schedule-instructions{registers=6})))' | FileCheck %s --check-prefix=FEW
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-schedule-instructions{registers=4})))' | FileCheck %s --check-prefix=LEAST
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-schedule-instructions{registers=5})))' | FileCheck %s --check-prefix=FIVE

ori.module attributes {sm = 90 : i32} {

// Loads first; where registers are few, one product after the other.
// CHECK-LABEL: @loads
// CHECK: ori.lds<type = "128">
// CHECK-NOT: {{ori.fmul|ori.sts}}
// CHECK: ori.lds<type = "128", offset = 16>
// CHECK-NOT: {{ori.fmul|ori.sts}}
// CHECK: ori.lds<type = "128", offset = 32>
// FEW-LABEL: @loads
// FEW: ori.lds<type = "128">
// FEW-NOT: ori.lds
// FEW: ori.fmul
// FEW: ori.lds<type = "128", offset = 16>
// FEW-NOT: ori.lds
// FEW: ori.fmul
// FEW: ori.lds<type = "128", offset = 32>
ori.func @loads attributes {kernel} {
  %z = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.lds<type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %a0 = ori.extract %a[0] : !ori.r<4> -> !ori.r
  %a1 = ori.extract %a[1] : !ori.r<4> -> !ori.r
  %a2 = ori.extract %a[2] : !ori.r<4> -> !ori.r
  %a3 = ori.extract %a[3] : !ori.r<4> -> !ori.r
  %p0 = ori.fmul %a0, %a3
  %p = ori.ffma %a1, %a2, %p0
  ori.sts<offset = 1024> %x, %u, %p
  %b = ori.lds<offset = 16, type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %b0 = ori.extract %b[0] : !ori.r<4> -> !ori.r
  %b1 = ori.extract %b[1] : !ori.r<4> -> !ori.r
  %b2 = ori.extract %b[2] : !ori.r<4> -> !ori.r
  %b3 = ori.extract %b[3] : !ori.r<4> -> !ori.r
  %q0 = ori.fmul %b0, %b3
  %q = ori.ffma %b1, %b2, %q0
  ori.sts<offset = 1028> %x, %u, %q
  %c = ori.lds<offset = 32, type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %c0 = ori.extract %c[0] : !ori.r<4> -> !ori.r
  %c1 = ori.extract %c[1] : !ori.r<4> -> !ori.r
  %c2 = ori.extract %c[2] : !ori.r<4> -> !ori.r
  %c3 = ori.extract %c[3] : !ori.r<4> -> !ori.r
  %r0 = ori.fmul %c0, %c3
  %r = ori.ffma %c1, %c2, %r0
  ori.sts<offset = 1032> %x, %u, %r
  ori.exit
}

// Words of a result that nobody reads take registers for a moment only: of six, a
// second load finds four, a third one does not.
// FEW-LABEL: @words
// FEW: ori.lds<type = "128">
// FEW-NOT: ori.fmul
// FEW: ori.lds<type = "128", offset = 16>
// FEW-NOT: ori.lds
// FEW: ori.fmul
// FEW: ori.lds<type = "128", offset = 32>
ori.func @words attributes {kernel} {
  %z = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.lds<type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %a0 = ori.extract %a[0] : !ori.r<4> -> !ori.r
  %p = ori.fmul %a0, %a0
  ori.sts<offset = 1024> %x, %u, %p
  %b = ori.lds<offset = 16, type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %b0 = ori.extract %b[0] : !ori.r<4> -> !ori.r
  %q = ori.fmul %b0, %b0
  ori.sts<offset = 1028> %x, %u, %q
  %c = ori.lds<offset = 32, type = "128"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<4>)
  %c0 = ori.extract %c[0] : !ori.r<4> -> !ori.r
  %r = ori.fmul %c0, %c0
  ori.sts<offset = 1032> %x, %u, %r
  ori.exit
}

// Of what sets registers free that are all taken, what has to wait least comes
// first: the sum of what was loaded first, not the store of what was loaded last.
// LEAST-LABEL: @least_wait
// LEAST: %[[A:.*]] = ori.lds<offset = 4>
// LEAST: %[[B:.*]] = ori.fadd
// LEAST-NEXT: ori.lds %
// LEAST-NEXT: ori.fadd %[[B]], %[[A]]
ori.func @least_wait attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.lds %x, %n
  %b = ori.lds<offset = 4> %x, %n
  ori.sts<offset = 1024> %x, %n, %a
  %c = ori.fadd %x, %x
  %d = ori.fadd %c, %b
  %e = ori.mufu<op = "RCP"> %d
  %f = ori.fadd %x, %x
  ori.sts<offset = 1028> %x, %n, %f
  ori.sts<offset = 1032> %x, %n, %e
  ori.exit
}

// Where the next load has no room, what has room comes by the length of its path,
// not as in the source.
// FIVE-LABEL: @another
// FIVE: %[[A:.*]] = ori.lds %
// FIVE: %[[B:.*]] = ori.lds<offset = 4>
// FIVE: ori.mufu<op = "RCP"> %[[A]]
// FIVE: ori.mufu<op = "RCP"> %[[B]]
ori.func @another attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.fadd %x, %x
  %b = ori.lds %x, %n
  %c = ori.lds<offset = 4> %x, %n
  %d = ori.mufu<op = "RCP"> %c
  %e = ori.mufu<op = "RCP"> %a
  %f = ori.mufu<op = "RCP"> %e
  %g = ori.fadd %f, %d
  %h = ori.lds<offset = 8> %x, %n
  ori.sts<offset = 1024> %x, %n, %g
  %i = ori.mufu<op = "RCP"> %b
  %j = ori.fadd %i, %h
  %k = ori.lds<offset = 12> %x, %n
  %l = ori.lds<offset = 16> %x, %n
  %m = ori.fadd %l, %k
  %o = ori.fadd %m, %j
  ori.sts<offset = 1028> %x, %n, %o
  ori.exit
}

// What may meet in memory stays in order: another base, the same place, a
// barrier; other places of one base do not.
// CHECK-LABEL: @memory
// FEW-LABEL: @memory
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK: ori.lds<offset = 8> %[[X]]
// CHECK: ori.sts %[[X]], %{{.*}}, %[[X]]
// CHECK: ori.lds %[[Y]]
// CHECK: ori.lds %[[X]]
// CHECK: ori.sts<offset = 72>
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

// A load of another space passes a store; a strong one, such as a volatile load of
// global memory is, does not, and weak ones stay behind it.
// CHECK-LABEL: @spaces
// CHECK: ori.ldg<offset = 8>
// CHECK: ori.sts %
// CHECK: ori.sts<offset = 64>
ori.func @spaces attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  ori.sts %x, %u, %x
  %a, %ap = ori.ldg<offset = 8> %p, %d, %t
  ori.sts<offset = 64> %x, %u, %a
  ori.exit
}
// CHECK-LABEL: @strong
// CHECK: ori.sts %
// CHECK: ori.ldg<order = "STRONG.SYS", offset = 8>
// CHECK: ori.lds<offset = 16>
ori.func @strong attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  ori.sts %x, %u, %x
  %a, %ap = ori.ldg<order = "STRONG.SYS", offset = 8> %p, %d, %t
  %b = ori.lds<offset = 16> %x, %u
  ori.sts<offset = 64> %x, %u, %a
  ori.sts<offset = 68> %x, %u, %b
  ori.exit
}

// What a load of memory that does not change (ld.global.nc) reads is written by no
// store or atomic, wherever that goes; a fence and a barrier it does not pass. The
// store waits for what it stores.
// CHECK-LABEL: @invariant
// CHECK: ori.ldg<order = "CONSTANT", offset = 8>
// CHECK: ori.stg
// CHECK: ori.ldg<offset = 4>
// CHECK: ori.atomg
ori.func @invariant attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %p = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %q = ori.combine %y, %x : !ori.r, !ori.r -> !ori.r<2>
  %s = ori.popc %x
  ori.stg %p, %d, %s
  %v, %vp = ori.ldg<offset = 4> %q, %d, %t
  %o, %op = ori.atomg<order = "STRONG.GPU"> %p, %d, %s
  %a, %ap = ori.ldg<order = "CONSTANT", offset = 8> %q, %d, %t
  ori.sts<offset = 64> %x, %u, %v
  ori.sts<offset = 68> %x, %u, %a
  ori.exit
}
// CHECK-LABEL: @invariant_fences
// CHECK: ori.membar
// CHECK: ori.ldg<order = "CONSTANT", offset = 4>
// CHECK: ori.bar
// CHECK: ori.ldg<order = "CONSTANT", offset = 8>
ori.func @invariant_fences attributes {kernel} {
  %z = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  %s = ori.popc %x
  ori.stg %p, %d, %s
  ori.membar
  %a, %ap = ori.ldg<order = "CONSTANT", offset = 4> %p, %d, %t
  ori.sts %x, %u, %a
  ori.bar %z, %z, %t
  %b, %bp = ori.ldg<order = "CONSTANT", offset = 8> %p, %d, %t
  ori.sts<offset = 4> %x, %u, %b
  ori.exit
}

// What is in a uniform register is read before a barrier, at which other threads
// of the warp may write it. What is in R may be read behind it, if it takes long.
// CHECK-LABEL: @uniform
// CHECK: %[[SUM:.*]] = ori.redux
// CHECK: ori.mov %[[SUM]]
// CHECK: ori.bar
// CHECK-LABEL: @not_uniform
// CHECK: %[[P:.*]], %[[SUM:.*]] = ori.shfl
// CHECK: ori.bar
// CHECK: ori.mov %[[SUM]]
ori.func @uniform attributes {kernel} {
  %z = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %sum = ori.redux<op = "SUM"> %x
  %a = ori.mov %sum : (!ori.ur) -> (!ori.r)
  ori.bar %z, %z, %t
  ori.sts %x, %u, %a
  ori.exit
}
ori.func @not_uniform attributes {kernel} {
  %z = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %sum = ori.shfl<mode = "BFLY"> %x, %one, %z
  %a = ori.mov %sum
  ori.bar %z, %z, %t
  ori.sts %x, %u, %a
  ori.exit
}

// Threads exchange values behind what they wait at for each other, even if that
// has to wait for its mask.
// CHECK-LABEL: @warp
// CHECK: ori.warpsync
// CHECK: ori.shfl
ori.func @warp attributes {kernel} {
  %t = ori.imm true : !ori.p
  %u = ori.imm 0 : !ori.ur
  %one = ori.imm 1 : !ori.r
  %z = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %mask = ori.lds %x, %u
  ori.warpsync %t, %mask
  %p, %a = ori.shfl<mode = "BFLY"> %x, %one, %z
  ori.sts %x, %u, %a
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

// What a block before has loaded is waited for behind the loads of this one, though
// the path from there be longer, also where it comes as the part of a tuple, or as
// an argument.
// CHECK-LABEL: @late
// CHECK: ^bb1(%{{.*}}: !ori.r):
// CHECK: ori.ldg<offset = 8>
// CHECK: ori.popc
// CHECK: ori.popc
// CHECK: ori.ldg<offset = 16>
ori.func @late attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %z = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  %a, %ap = ori.ldg<type = "64"> %p, %d, %t : (!ori.r<2>, !ori.ur<2>, !ori.p) -> (!ori.r<2>, !ori.p)
  %a0 = ori.extract %a[0] : !ori.r<2> -> !ori.r
  %a1 = ori.extract %a[1] : !ori.r<2> -> !ori.r
  %c, %cn = ori.isetp<cmp = "NE"> %x, %z, %t, %t
  ori.cond_bra %c, ^bb1(%a1 : !ori.r), ^bb2
^bb1(%b: !ori.r):
  %v = ori.popc %a0
  %w = ori.popc %b
  %q = ori.combine %v, %w : !ori.r, !ori.r -> !ori.r<2>
  %m, %mp = ori.ldg<offset = 16> %q, %d, %t
  %l, %lp = ori.ldg<offset = 8> %p, %d, %t
  ori.sts<offset = 64> %x, %u, %m
  ori.sts<offset = 72> %x, %u, %l
  ori.bra ^bb2
^bb2:
  ori.exit
}
}
