// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-remove-dead-code)))' | FileCheck %s

ori.module attributes {sm = 90 : i32} {

// Without loops: a chain through a block argument that nobody reads.
// CHECK-LABEL: @chain
// CHECK-NOT: ori.mov
// CHECK: ori.cond_bra %{{.*}}, ^bb1, ^bb2
// CHECK: ^bb1:
// CHECK-NEXT: ori.bra ^bb2{{$}}
// CHECK: ^bb2:
// CHECK-NEXT: ori.exit
ori.func @chain attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  %a = ori.mov %x
  ori.cond_bra %p, ^bb1(%a : !ori.r), ^bb2(%x : !ori.r)
^bb1(%b: !ori.r):
  %c = ori.mov %b
  ori.bra ^bb2(%c : !ori.r)
^bb2(%d: !ori.r):
  %e = ori.mov %d
  ori.exit
}

// Values that keep each other alive only round the loop; the counter stays.
// CHECK-LABEL: @loop
// CHECK: ori.bra ^bb1(%{{[^,]*}} : !ori.r)
// CHECK: ^bb1(%[[I:.*]]: !ori.r):
// CHECK-NEXT: ori.iadd3 %[[I]]
// CHECK-NEXT: ori.isetp
// CHECK-NEXT: ori.cond_bra %{{.*}}, ^bb1(%{{[^,]*}} : !ori.r), ^bb2
// CHECK: ^bb2:
ori.func @loop attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %t = ori.imm true : !ori.p
  ori.bra ^bb1(%x, %zero, %one : !ori.r, !ori.r, !ori.r)
^bb1(%dead: !ori.r, %i: !ori.r, %other: !ori.r):
  %next, %n1, %n2 = ori.iadd3 %dead, %other, %zero, %t, %t
  %copy = ori.mov %next
  %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %t, %t
  %p, %q = ori.isetp<cmp = "NE"> %j, %x, %t, %t
  ori.cond_bra %p, ^bb1(%copy, %j, %dead : !ori.r, !ori.r, !ori.r), ^bb2
^bb2:
  ori.exit
}

// Of a pair that a loop counts on only the lower word is read: it is passed on alone, and
// what counts the upper one goes. The other pair is read as a whole.
// CHECK-LABEL: @words
// CHECK: ori.bra ^bb1(%{{[^,]*}}, %{{[^,]*}} : !ori.r, !ori.r<2>)
// CHECK: ^bb1(%[[L:[^:]*]]: !ori.r, %[[V:[^:]*]]: !ori.r<2>):
// CHECK-NEXT: ori.sts<type = "64"> %[[L]], %{{.*}}, %[[V]]
// CHECK-NEXT: %[[N:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[L]]
// CHECK-NOT: ori.iadd3
// CHECK-NOT: ori.combine
// CHECK: ori.cond_bra %{{.*}}, ^bb1(%[[N]], %[[V]] : !ori.r, !ori.r<2>), ^bb2
ori.func @words attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %four = ori.imm 4 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %t = ori.imm true : !ori.p
  %a = ori.combine %x, %zero : !ori.r, !ori.r -> !ori.r<2>
  %v = ori.combine %x, %four : !ori.r, !ori.r -> !ori.r<2>
  ori.bra ^bb1(%a, %v : !ori.r<2>, !ori.r<2>)
^bb1(%at: !ori.r<2>, %value: !ori.r<2>):
  %lo = ori.extract %at[0] : !ori.r<2> -> !ori.r
  %hi = ori.extract %at[1] : !ori.r<2> -> !ori.r
  ori.sts<type = "64"> %lo, %n, %value
  %lo1, %c, %d = ori.iadd3 %lo, %four, %zero, %t, %t
  %hi1, %e, %f = ori.iadd3<x, ppNot = 0> %hi, %zero, %zero, %c, %t
  %next = ori.combine %lo1, %hi1 : !ori.r, !ori.r -> !ori.r<2>
  %p, %q = ori.isetp<cmp = "NE"> %lo1, %x, %t, %t
  ori.cond_bra %p, ^bb1(%next, %value : !ori.r<2>, !ori.r<2>), ^bb2
^bb2:
  ori.exit
}

// The upper word counts, which needs the lower one's carry: both stay. What a block passes
// on of both words it does not read is a word there, too.
// CHECK-LABEL: @upperWords
// CHECK: ^bb1(%[[A:[^:]*]]: !ori.r<2>):
// CHECK: ori.bra ^bb2(%{{[^,]*}} : !ori.r)
// CHECK: ^bb2(%[[B:[^:]*]]: !ori.r):
// CHECK: ori.cond_bra %{{.*}}, ^bb1(%{{[^,]*}} : !ori.r<2>), ^bb3(%[[B]] : !ori.r)
// CHECK: ^bb3(%[[C:[^:]*]]: !ori.r):
// CHECK-NEXT: ori.sts %{{.*}}, %{{.*}}, %[[C]]
ori.func @upperWords attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %four = ori.imm 4 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %t = ori.imm true : !ori.p
  %a = ori.combine %x, %zero : !ori.r, !ori.r -> !ori.r<2>
  ori.bra ^bb1(%a : !ori.r<2>)
^bb1(%at: !ori.r<2>):
  %lo = ori.extract %at[0] : !ori.r<2> -> !ori.r
  %hi = ori.extract %at[1] : !ori.r<2> -> !ori.r
  %lo1, %c, %d = ori.iadd3 %lo, %four, %zero, %t, %t
  %hi1, %e, %f = ori.iadd3<x, ppNot = 0> %hi, %zero, %zero, %c, %t
  %next = ori.combine %lo1, %hi1 : !ori.r, !ori.r -> !ori.r<2>
  ori.bra ^bb2(%at : !ori.r<2>)
^bb2(%before: !ori.r<2>):
  %p, %q = ori.isetp<cmp = "NE"> %lo1, %x, %t, %t
  ori.cond_bra %p, ^bb1(%next : !ori.r<2>), ^bb3(%before : !ori.r<2>)
^bb3(%last: !ori.r<2>):
  %up = ori.extract %last[1] : !ori.r<2> -> !ori.r
  ori.sts %x, %n, %up
  ori.exit
}

// The first operation of a block goes with one pair, and another pair is passed on.
// CHECK-LABEL: @twoPairs
// CHECK: ^bb1(%[[A:[^:]*]]: !ori.r, %[[B:[^:]*]]: !ori.r):
// CHECK-NEXT: ori.sts %[[A]]
// CHECK: ori.bra ^bb2(%[[B]] : !ori.r)
ori.func @twoPairs attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %t = ori.imm true : !ori.p
  %a = ori.combine %x, %zero : !ori.r, !ori.r -> !ori.r<2>
  ori.bra ^bb1(%a, %a : !ori.r<2>, !ori.r<2>)
^bb1(%one: !ori.r<2>, %two: !ori.r<2>):
  %lo = ori.extract %one[0] : !ori.r<2> -> !ori.r
  ori.sts %lo, %n, %x
  ori.bra ^bb2(%two : !ori.r<2>)
^bb2(%next: !ori.r<2>):
  %low = ori.extract %next[0] : !ori.r<2> -> !ori.r
  %p, %q = ori.isetp<cmp = "NE"> %low, %x, %t, %t
  ori.cond_bra %p, ^bb1(%next, %next : !ori.r<2>, !ori.r<2>), ^bb3
^bb3:
  ori.exit
}

// A block that nothing reaches, and the argument that only it passes.
// CHECK-LABEL: @unreachable
// CHECK-NOT: ori.mov
// CHECK: ori.bra ^bb1
// CHECK: ^bb1:
// CHECK-NEXT: ori.exit
// CHECK-NEXT: }
ori.func @unreachable attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb2(%x : !ori.r)
^bb1:
  %y = ori.mov %x
  ori.bra ^bb2(%y : !ori.r)
^bb2(%d: !ori.r):
  ori.exit
}

// What has an effect stays, with all that it needs.
// CHECK-LABEL: @effect
// CHECK: ori.mov
// CHECK: ^bb1(%[[D:.*]]: !ori.r):
// CHECK: ori.bar %[[D]]
ori.func @effect attributes {kernel} {
  %x = ori.s2r<sr = "SR_TID.X">
  %t = ori.imm true : !ori.p
  %y = ori.mov %x
  ori.bra ^bb1(%y : !ori.r)
^bb1(%d: !ori.r):
  ori.bar %d, %d, %t
  %p, %q = ori.isetp<cmp = "NE"> %d, %x, %t, %t
  ori.cond_bra %p, ^bb1(%d : !ori.r), ^bb2
^bb2:
  ori.exit
}

// A collective that nobody reads goes, not the meeting of its threads, which may go on
// with others then. One of two that a WARPSYNC gathers threads for stays, and so does one
// with readers.
// CHECK-LABEL: @collectives
// CHECK:      ori.warpsync %{{.*}}, %[[M:.*]] {unlisted_sync}
// CHECK-NEXT: ori.warpsync.all %{{[^ ]*}} {unlisted_sync}
// CHECK-NEXT: ori.warpsync<exclusive> %{{.*}}, %[[M]]
// CHECK-NEXT: ori.match
// CHECK-NEXT: ori.vote
// CHECK-NEXT: ori.warpsync<exclusive> %{{.*}}, %[[M]]
// CHECK-NEXT: %[[B:.*]], %{{.*}} = ori.vote
// CHECK-NEXT: ori.bar %[[B]]
ori.func @collectives attributes {kernel} {
  %m = ori.s2r<sr = "SR_LTMASK">
  %x = ori.s2r<sr = "SR_TID.X">
  %t = ori.imm true : !ori.p
  ori.warpsync<exclusive> %t, %m
  %d0, %p0 = ori.vote<mode = "ANY"> %t
  ori.warpsync.all %t
  %d1, %p1 = ori.vote<mode = "ANY"> %t
  ori.warpsync<exclusive> %t, %m
  %p2, %d2 = ori.match<mode = "ANY"> %x
  %d3, %p3 = ori.vote<mode = "ANY"> %t
  ori.warpsync<exclusive> %t, %m
  %d4, %p4 = ori.vote<mode = "ANY"> %t
  ori.bar %d4, %d4, %t
  ori.exit
}
}
