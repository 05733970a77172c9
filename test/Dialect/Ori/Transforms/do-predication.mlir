// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-predication)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-predication{max-instructions=2})))' | FileCheck %s --check-prefix=TWO
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-predication{max-instructions=3})))' | FileCheck %s --check-prefix=THREE
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-predication{max-instructions=2 max-with-loads=4 max-overlapped=0})))' | FileCheck %s --check-prefix=FOUR

ori.module attributes {sm = 90 : i32} {

// A block that is jumped round: its load and store get guards, what it passes on
// keeps the other value. One instruction more than the limit stays a branch.
// CHECK-LABEL: @triangle
// CHECK: %[[X:.*]] = ori.s2r
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp
// CHECK-NOT: ori.cond_bra
// CHECK: %[[V:.*]] = ori.lds %[[X]], %{{.*}} if not %[[P]] else(%{{.*}})
// CHECK: %[[S:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[V]], %{{.*}} if not %[[P]] else(%[[X]],
// CHECK: ori.sts %[[X]], %{{.*}}, %[[V]] if not %[[P]]
// CHECK: ori.sts %[[S]]
// CHECK-NEXT: ori.exit
// TWO-LABEL: @triangle
// TWO: ori.cond_bra
// TWO-NOT: {{ if }}
// TWO: ori.exit
// THREE-LABEL: @triangle
// THREE-NOT: ori.cond_bra
// THREE: ori.exit
ori.func @triangle attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^end(%x : !ori.r), ^then
^then:
  %v = ori.lds %x, %u
  %s, %c, %d = ori.iadd3 %v, %x, %zero, %t, %t
  ori.sts %x, %u, %v
  ori.bra ^end(%s : !ori.r)
^end(%r: !ori.r):
  ori.sts %r, %u, %x
  ori.exit
}

// The inner one first, then the outer one has no branch inside any more: but
// guarded instructions take no second guard.
// CHECK-LABEL: @nested
// CHECK: ori.cond_bra
// CHECK: ori.sts {{.*}} if
// CHECK-NOT: ori.cond_bra
// CHECK: ori.exit
// TWO-LABEL: @nested
// THREE-LABEL: @nested
ori.func @nested attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  %r, %s = ori.isetp<cmp = "GT"> %x, %zero, %t, %t
  ori.cond_bra %p, ^then, ^end
^then:
  ori.cond_bra %r, ^inner, ^meet
^inner:
  ori.sts %x, %u, %x
  ori.bra ^meet
^meet:
  ori.bra ^end
^end:
  ori.exit
}

// Two arms: what no instruction of them makes is selected, and what would have to
// keep two values.
// CHECK-LABEL: @selected
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp
// CHECK-NOT: ori.cond_bra
// CHECK: ori.sts %[[Y]], %{{.*}} if not %[[P]]
// CHECK: %[[V:.*]] = ori.popc %[[X]] if %[[P]] else(%[[X]])
// CHECK: %[[S:.*]] = ori.sel %[[X]], %[[Y]], %[[P]]
// CHECK: %[[W:.*]] = ori.sel %[[V]], %[[Y]], %[[P]]
// CHECK: ori.sts<offset = 4> %[[X]], %{{.*}}, %[[S]]
// CHECK: ori.sts<offset = 8> %[[X]], %{{.*}}, %[[V]]
// CHECK: ori.sts<offset = 12> %[[X]], %{{.*}}, %[[W]]
ori.func @selected attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^a, ^b
^a:
  %v = ori.popc %x
  ori.bra ^end(%x, %v, %v : !ori.r, !ori.r, !ori.r)
^b:
  ori.sts %y, %u, %y
  ori.bra ^end(%y, %x, %y : !ori.r, !ori.r, !ori.r)
^end(%r: !ori.r, %s: !ori.r, %w: !ori.r):
  ori.sts<offset = 4> %x, %u, %r
  ori.sts<offset = 8> %x, %u, %s
  ori.sts<offset = 12> %x, %u, %w
  ori.exit
}

// A predicate is selected by PLOP3, a pair register by register; the branch is
// negated.
// CHECK-LABEL: @selected_pair
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp<cmp = "EQ">
// CHECK: %[[A:.*]], %{{.*}} = ori.isetp<cmp = "LT">
// CHECK: %[[B:.*]], %{{.*}} = ori.isetp<cmp = "GT">
// CHECK-NOT: ori.cond_bra
// CHECK: ori.sts %[[Y]], %{{.*}} if %[[P]]
// CHECK: ori.sts %[[X]], %{{.*}} if not %[[P]]
// CHECK: %[[LO:.*]] = ori.sel %[[Y]], %[[X]], %[[P]]
// CHECK: %[[HI:.*]] = ori.sel %[[X]], %[[Y]], %[[P]]
// CHECK: %[[PAIR:.*]] = ori.combine %[[LO]], %[[HI]]
// CHECK: %[[C:.*]], %{{.*}} = ori.plop3<lut = 202> %[[P]], %[[B]], %[[A]]
// CHECK: ori.sts<type = "64"> %[[X]], %{{.*}}, %[[PAIR]]
// CHECK: ori.sel %[[X]], %[[Y]], %[[C]]
ori.func @selected_pair attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  %a, %an = ori.isetp<cmp = "LT"> %x, %y, %t, %t
  %b, %bn = ori.isetp<cmp = "GT"> %x, %y, %t, %t
  %xy = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %yx = ori.combine %y, %x : !ori.r, !ori.r -> !ori.r<2>
  ori.cond_bra not %p, ^a, ^b
^a:
  ori.sts %x, %u, %x
  ori.bra ^end(%xy, %a : !ori.r<2>, !ori.p)
^b:
  ori.sts %y, %u, %y
  ori.bra ^end(%yx, %b : !ori.r<2>, !ori.p)
^end(%r: !ori.r<2>, %c: !ori.p):
  ori.sts<type = "64"> %x, %u, %r
  %s = ori.sel %x, %y, %c
  ori.sts<offset = 8> %x, %u, %s
  ori.exit
}

// The second arm may have one instruction less than the first.
// THREE-LABEL: @second_arm
// THREE-NOT: ori.cond_bra
// THREE: ori.sts<offset = 16> {{.*}} if not
// THREE: ori.sts<offset = 8> {{.*}} if %
// THREE: ori.cond_bra
// THREE-NOT: {{ if }}
// THREE: ori.exit
ori.func @second_arm attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^a, ^b
^a:
  ori.sts %x, %u, %x
  ori.sts<offset = 4> %x, %u, %x
  ori.sts<offset = 8> %x, %u, %x
  ori.bra ^next
^b:
  ori.sts<offset = 12> %x, %u, %x
  ori.sts<offset = 16> %x, %u, %x
  ori.bra ^next
^next:
  ori.cond_bra %p, ^c, ^d
^c:
  ori.sts<offset = 20> %x, %u, %x
  ori.bra ^end
^d:
  ori.sts<offset = 24> %x, %u, %x
  ori.sts<offset = 28> %x, %u, %x
  ori.sts<offset = 32> %x, %u, %x
  ori.bra ^end
^end:
  ori.exit
}

// Votes, fences, atomics and loops stay where they are.
// CHECK-LABEL: @left_alone
// CHECK-COUNT-4: ori.cond_bra
// CHECK-NOT: ori.cond_bra
ori.func @left_alone attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^vote, ^a
^vote:
  %v, %vp = ori.vote<mode = "ANY"> %p
  ori.sts %x, %u, %v
  ori.bra ^a
^a:
  ori.cond_bra %p, ^fence, ^b
^fence:
  ori.membar
  ori.bra ^b
^b:
  ori.cond_bra %p, ^atomic, ^c
^atomic:
  %o = ori.atoms %x, %u, %x
  ori.bra ^c
^c:
  ori.cond_bra %p, ^loop, ^d
^loop:
  ori.sts %x, %u, %x
  ori.bra ^loop
^d:
  ori.exit
}

// Selections: the sum keeps the product, or the other way round; not of a value
// that is needed behind, and not of a load.
// CHECK-LABEL: @selections
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp
// CHECK: %[[M:.*]], %{{.*}} = ori.imad
// CHECK: ori.iadd3 %{{.*}} if %[[P]] else(%[[M]]
// CHECK: %[[D:.*]], %{{.*}}, %{{.*}} = ori.iadd3
// CHECK-NEXT: ori.lds
// CHECK-NEXT: ori.sel
// CHECK-NEXT: ori.sel
// CHECK-NOT: ori.sel
ori.func @selections attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %p, %q = ori.isetp<cmp = "NE"> %x, %zero, %t, %t
  %a, %a1, %a2 = ori.iadd3 %x, %y, %zero, %t, %t
  %m, %m1 = ori.imad %x, %y, %x, %t
  %s = ori.sel %a, %m, %p
  ori.sts %x, %n, %s
  %d, %d1, %d2 = ori.iadd3 %x, %x, %y, %t, %t
  %l = ori.lds %x, %n
  %u = ori.sel %l, %s, %p
  %v = ori.sel %y, %d, %p
  ori.sts %x, %n, %u
  ori.sts %y, %n, %v
  ori.sts %y, %n, %y
  ori.sts %y, %n, %s
  ori.exit
}

// Parts of a wide load that are passed on keep the other values: no selection. A
// part that is passed on twice is selected the second time.
// CHECK-LABEL: @parts
// CHECK: %[[P:.*]], %{{.*}} = ori.isetp
// CHECK: %[[OLD:.*]] = ori.combine %[[A:.*]], %[[B:.*]] : !ori.r, !ori.r -> !ori.r<2>
// CHECK: %[[NEW:.*]] = ori.lds<type = "64"> %{{.*}}, %{{.*}} if not %[[P]] else(%[[OLD]])
// CHECK: %[[LO:.*]] = ori.extract %[[NEW]][0]
// CHECK: %[[HI:.*]] = ori.extract %[[NEW]][1]
// CHECK: %[[AGAIN:.*]] = ori.sel %[[A]], %[[LO]], %[[P]]
// CHECK-NOT: ori.sel
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[LO]]
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[HI]]
// CHECK: ori.sts %{{.*}}, %{{.*}}, %[[AGAIN]]
// TWO-LABEL: @parts
// THREE-LABEL: @parts
ori.func @parts attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.s2r<sr = "SR_TID.Y">
  %b = ori.s2r<sr = "SR_TID.Z">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^end(%a, %b, %a : !ori.r, !ori.r, !ori.r), ^then
^then:
  %v = ori.lds<type = "64"> %x, %u : (!ori.r, !ori.ur) -> (!ori.r<2>)
  %lo = ori.extract %v[0] : !ori.r<2> -> !ori.r
  %hi = ori.extract %v[1] : !ori.r<2> -> !ori.r
  ori.bra ^end(%lo, %hi, %lo : !ori.r, !ori.r, !ori.r)
^end(%c: !ori.r, %d: !ori.r, %e: !ori.r):
  ori.sts %x, %u, %c
  ori.sts %x, %u, %d
  ori.sts %x, %u, %e
  ori.exit
}

// A block with two loads may have more instructions: others overlap the loads.
// CHECK-LABEL: @loads
// CHECK-NOT: ori.cond_bra
// TWO-LABEL: @loads
// TWO-NOT: ori.cond_bra
// TWO-COUNT-2: ori.lds{{.*}} if not
// THREE-LABEL: @loads
// FOUR-LABEL: @loads
// FOUR: ori.cond_bra
ori.func @loads attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^end(%x : !ori.r), ^then
^then:
  %v = ori.lds %x, %u
  %w = ori.lds<offset = 4> %x, %u
  %s, %c, %d = ori.iadd3 %v, %w, %zero, %t, %t
  %r, %e, %f = ori.iadd3 %s, %x, %zero, %t, %t
  ori.sts %x, %u, %v
  ori.bra ^end(%r : !ori.r)
^end(%y: !ori.r):
  ori.sts %y, %u, %x
  ori.exit
}

// Two branches in a row, each round a load of global memory and more than eight
// instructions: the loads wait together.
// CHECK-LABEL: @overlapped
// CHECK-NOT: ori.cond_bra
// CHECK: ori.ldg{{.*}} if
// CHECK-NOT: ori.cond_bra
// CHECK: ori.ldg{{.*}} if
// CHECK-NOT: ori.cond_bra
// CHECK: ori.exit
// FOUR-LABEL: @overlapped
// FOUR: ori.cond_bra
// FOUR: ori.cond_bra
ori.func @overlapped attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur<2>
  %base = ori.cbank 0[528] : !ori.r<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %m = ori.cbank 0[536] : !ori.r
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^next(%zero : !ori.r), ^then
^then:
  %a0, %a0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %a1, %a1p = ori.lop3<lut = 60> %a0, %m, %zero, %t
  %a2, %a2p = ori.lop3<lut = 192> %a1, %m, %zero, %t
  %a3, %a3p = ori.lop3<lut = 60> %a2, %m, %zero, %t
  %a4, %a4p = ori.lop3<lut = 192> %a3, %m, %zero, %t
  %a5, %a5p = ori.lop3<lut = 60> %a4, %m, %zero, %t
  %a6, %a6p = ori.lop3<lut = 192> %a5, %m, %zero, %t
  %a7, %a7p = ori.lop3<lut = 60> %a6, %m, %zero, %t
  %wa, %waq = ori.imad.wide %a7, %m, %base, %t
  %va, %vap = ori.ldg %wa, %u, %t
  ori.bra ^next(%va : !ori.r)
^next(%y: !ori.r):
  %p2, %q2 = ori.isetp<cmp = "EQ"> %x, %m, %t, %t
  ori.cond_bra %p2, ^end(%zero : !ori.r), ^then2
^then2:
  %b0, %b0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %b1, %b1p = ori.lop3<lut = 60> %b0, %m, %zero, %t
  %b2, %b2p = ori.lop3<lut = 192> %b1, %m, %zero, %t
  %b3, %b3p = ori.lop3<lut = 60> %b2, %m, %zero, %t
  %b4, %b4p = ori.lop3<lut = 192> %b3, %m, %zero, %t
  %b5, %b5p = ori.lop3<lut = 60> %b4, %m, %zero, %t
  %b6, %b6p = ori.lop3<lut = 192> %b5, %m, %zero, %t
  %b7, %b7p = ori.lop3<lut = 60> %b6, %m, %zero, %t
  %wb, %wbq = ori.imad.wide %b7, %m, %base, %t
  %vb, %vbp = ori.ldg %wb, %u, %t
  ori.bra ^end(%vb : !ori.r)
^end(%z: !ori.r):
  %s, %s1, %s2 = ori.iadd3 %y, %z, %zero, %t, %t
  ori.stg %base, %u, %s
  ori.exit
}

// A store of the first one is between: its load may have to wait for it.
// CHECK-LABEL: @stored
// CHECK: ori.cond_bra
// CHECK: ori.cond_bra
ori.func @stored attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur<2>
  %base = ori.cbank 0[528] : !ori.r<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %m = ori.cbank 0[536] : !ori.r
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^next(%zero : !ori.r), ^then
^then:
  %a0, %a0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %a1, %a1p = ori.lop3<lut = 60> %a0, %m, %zero, %t
  %a2, %a2p = ori.lop3<lut = 192> %a1, %m, %zero, %t
  %a3, %a3p = ori.lop3<lut = 60> %a2, %m, %zero, %t
  %a4, %a4p = ori.lop3<lut = 192> %a3, %m, %zero, %t
  %a5, %a5p = ori.lop3<lut = 60> %a4, %m, %zero, %t
  %a6, %a6p = ori.lop3<lut = 192> %a5, %m, %zero, %t
  %a7, %a7p = ori.lop3<lut = 60> %a6, %m, %zero, %t
  %wa, %waq = ori.imad.wide %a7, %m, %base, %t
  %va, %vap = ori.ldg %wa, %u, %t
  ori.stg<offset = 4> %base, %u, %va
  ori.bra ^next(%va : !ori.r)
^next(%y: !ori.r):
  %p2, %q2 = ori.isetp<cmp = "EQ"> %x, %m, %t, %t
  ori.cond_bra %p2, ^end(%zero : !ori.r), ^then2
^then2:
  %b0, %b0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %b1, %b1p = ori.lop3<lut = 60> %b0, %m, %zero, %t
  %b2, %b2p = ori.lop3<lut = 192> %b1, %m, %zero, %t
  %b3, %b3p = ori.lop3<lut = 60> %b2, %m, %zero, %t
  %b4, %b4p = ori.lop3<lut = 192> %b3, %m, %zero, %t
  %b5, %b5p = ori.lop3<lut = 60> %b4, %m, %zero, %t
  %b6, %b6p = ori.lop3<lut = 192> %b5, %m, %zero, %t
  %b7, %b7p = ori.lop3<lut = 60> %b6, %m, %zero, %t
  %wb, %wbq = ori.imad.wide %b7, %m, %base, %t
  %vb, %vbp = ori.ldg %wb, %u, %t
  ori.bra ^end(%vb : !ori.r)
^end(%z: !ori.r):
  %s, %s1, %s2 = ori.iadd3 %y, %z, %zero, %t, %t
  ori.stg %base, %u, %s
  ori.exit
}

// Of what no store writes the load need not wait for it.
// CHECK-LABEL: @stored_invariant
// CHECK-NOT: ori.cond_bra
// CHECK: ori.stg{{.*}} if
// CHECK-NOT: ori.cond_bra
// CHECK: ori.exit
ori.func @stored_invariant attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur<2>
  %base = ori.cbank 0[528] : !ori.r<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %m = ori.cbank 0[536] : !ori.r
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^next(%zero : !ori.r), ^then
^then:
  %a0, %a0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %a1, %a1p = ori.lop3<lut = 60> %a0, %m, %zero, %t
  %a2, %a2p = ori.lop3<lut = 192> %a1, %m, %zero, %t
  %a3, %a3p = ori.lop3<lut = 60> %a2, %m, %zero, %t
  %a4, %a4p = ori.lop3<lut = 192> %a3, %m, %zero, %t
  %a5, %a5p = ori.lop3<lut = 60> %a4, %m, %zero, %t
  %a6, %a6p = ori.lop3<lut = 192> %a5, %m, %zero, %t
  %a7, %a7p = ori.lop3<lut = 60> %a6, %m, %zero, %t
  %wa, %waq = ori.imad.wide %a7, %m, %base, %t
  %va, %vap = ori.ldg<order = "CONSTANT"> %wa, %u, %t
  ori.stg<offset = 4> %base, %u, %va
  ori.bra ^next(%va : !ori.r)
^next(%y: !ori.r):
  %p2, %q2 = ori.isetp<cmp = "EQ"> %x, %m, %t, %t
  ori.cond_bra %p2, ^end(%zero : !ori.r), ^then2
^then2:
  %b0, %b0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %b1, %b1p = ori.lop3<lut = 60> %b0, %m, %zero, %t
  %b2, %b2p = ori.lop3<lut = 192> %b1, %m, %zero, %t
  %b3, %b3p = ori.lop3<lut = 60> %b2, %m, %zero, %t
  %b4, %b4p = ori.lop3<lut = 192> %b3, %m, %zero, %t
  %b5, %b5p = ori.lop3<lut = 60> %b4, %m, %zero, %t
  %b6, %b6p = ori.lop3<lut = 192> %b5, %m, %zero, %t
  %b7, %b7p = ori.lop3<lut = 60> %b6, %m, %zero, %t
  %wb, %wbq = ori.imad.wide %b7, %m, %base, %t
  %vb, %vbp = ori.ldg<order = "CONSTANT"> %wb, %u, %t
  ori.bra ^end(%vb : !ori.r)
^end(%z: !ori.r):
  %s, %s1, %s2 = ori.iadd3 %y, %z, %zero, %t, %t
  ori.stg %base, %u, %s
  ori.exit
}

// Nor does a texture. Where its level of detail is given it asks nothing of the
// neighbours; where it is computed from them it stays with its branch.
// CHECK-LABEL: @textures
// CHECK-NOT: ori.cond_bra
// CHECK: ori.tex<lod = "LL"{{.*}} if
// CHECK-NOT: ori.cond_bra
// CHECK: ori.tex<lod = "LZ"{{.*}} if
// CHECK: ori.cond_bra
// CHECK: ori.tex<mask
// CHECK: ori.exit
ori.func @textures attributes {kernel} {
  %t = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %u = ori.imm 0 : !ori.ur<2>
  %base = ori.cbank 0[528] : !ori.r<2>
  %x = ori.s2r<sr = "SR_TID.X">
  %m = ori.cbank 0[536] : !ori.r
  %p, %q = ori.isetp<cmp = "EQ"> %x, %zero, %t, %t
  ori.cond_bra %p, ^next(%zero : !ori.r), ^then
^then:
  %a0, %a0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %a1, %a1p = ori.lop3<lut = 60> %a0, %m, %zero, %t
  %a2, %a2p = ori.lop3<lut = 192> %a1, %m, %zero, %t
  %a3, %a3p = ori.lop3<lut = 60> %a2, %m, %zero, %t
  %a4, %a4p = ori.lop3<lut = 192> %a3, %m, %zero, %t
  %a5, %a5p = ori.lop3<lut = 60> %a4, %m, %zero, %t
  %a6, %a6p = ori.lop3<lut = 192> %a5, %m, %zero, %t
  %a7, %a7p = ori.lop3<lut = 60> %a6, %m, %zero, %t
  %wa, %waq = ori.imad.wide %a7, %m, %base, %t
  %vap, %va, %vax = ori.tex<lod = "LL", mask = "0x1"> %wa, %zero, %u, %u
  ori.stg<offset = 4> %base, %u, %va
  ori.bra ^next(%va : !ori.r)
^next(%y: !ori.r):
  %p2, %q2 = ori.isetp<cmp = "EQ"> %x, %m, %t, %t
  ori.cond_bra %p2, ^end(%zero : !ori.r), ^then2
^then2:
  %b0, %b0p = ori.lop3<lut = 192> %x, %m, %zero, %t
  %b1, %b1p = ori.lop3<lut = 60> %b0, %m, %zero, %t
  %b2, %b2p = ori.lop3<lut = 192> %b1, %m, %zero, %t
  %b3, %b3p = ori.lop3<lut = 60> %b2, %m, %zero, %t
  %b4, %b4p = ori.lop3<lut = 192> %b3, %m, %zero, %t
  %b5, %b5p = ori.lop3<lut = 60> %b4, %m, %zero, %t
  %b6, %b6p = ori.lop3<lut = 192> %b5, %m, %zero, %t
  %b7, %b7p = ori.lop3<lut = 60> %b6, %m, %zero, %t
  %wb, %wbq = ori.imad.wide %b7, %m, %base, %t
  %vbp, %vb, %vbx = ori.tex<lod = "LZ", mask = "0x1"> %wb, %zero, %u, %u : (!ori.r<2>, !ori.r, !ori.ur<2>, !ori.ur<2>) -> (!ori.p, !ori.r, !ori.r<0>)
  ori.bra ^end(%vb : !ori.r)
^end(%z: !ori.r):
  %s, %s1, %s2 = ori.iadd3 %y, %z, %zero, %t, %t
  ori.stg %base, %u, %s
  %p3, %q3 = ori.isetp<cmp = "LT"> %x, %m, %t, %t
  ori.cond_bra %p3, ^out, ^near
^near:
  %vcp, %vc, %vcx = ori.tex<mask = "0x1"> %base, %zero, %u, %u : (!ori.r<2>, !ori.r, !ori.ur<2>, !ori.ur<2>) -> (!ori.p, !ori.r, !ori.r<0>)
  ori.stg<offset = 8> %base, %u, %vc
  ori.bra ^out
^out:
  ori.exit
}

}
