// The flow graph, dominators and loops, and that a graph without its last edge
// is noticed.
// DEFINE: %{passes} =
// DEFINE: %{test} = ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(%{passes})))' -o /dev/null 2>&1
// REDEFINE: %{passes} = test-ori-flow-graph
// RUN: %{test} | FileCheck %s --check-prefix=FLOW
// REDEFINE: %{passes} = test-ori-flow-graph{wrong=true}
// RUN: %{test} | not FileCheck %s --check-prefix=FLOW
// REDEFINE: %{passes} = test-ori-dominators
// RUN: %{test} | FileCheck %s --check-prefix=DOM
// REDEFINE: %{passes} = test-ori-dominators{wrong=true}
// RUN: %{test} | not FileCheck %s --check-prefix=DOM
// REDEFINE: %{passes} = test-ori-loops
// RUN: %{test} | FileCheck %s --check-prefix=LOOP --implicit-check-not=remark:
// REDEFINE: %{passes} = test-ori-loops{wrong=true}
// RUN: %{test} | not FileCheck %s --check-prefix=LOOP --implicit-check-not=remark:

ori.module attributes {sm = 90 : i32} {

// A loop in a loop, and a block that nothing leads to. A block's place is behind
// those of all that lead to it but by going back.
// FLOW: remark: block 0: from none, to 1, place 0
// FLOW: remark: block 1: from 0 4, to 2 5, place 1
// FLOW: remark: block 2: from 1 3, to 3 4, place 2
// FLOW: remark: block 3: from 2, to 2, place 3
// FLOW: remark: block 4: from 2, to 1, place 4
// FLOW: remark: block 5: from 1 6, to none, place 5
// FLOW: remark: block 6: from none, to 5, not reached
// DOM: remark: block 0: root, frontier none
// DOM: remark: block 1: behind 0, level 1, frontier 1
// DOM: remark: block 2: behind 1, level 2, frontier 1 2
// DOM: remark: block 3: behind 2, level 3, frontier 2
// DOM: remark: block 4: behind 2, level 3, frontier 1
// DOM: remark: block 5: behind 1, level 2, frontier none
// DOM: remark: block 6: not reached
// LOOP: remark: block 1: header, loop 1, depth 1
// LOOP: remark: block 2: header, loop 2 1, depth 2
// LOOP: remark: block 3: loop 2 1, depth 2
// LOOP: remark: block 4: loop 1, depth 1
ori.func @nest attributes {kernel} {
  %p = ori.imm true : !ori.p
  ori.bra ^bb1
^bb1:
  ori.cond_bra %p, ^bb2, ^bb5
^bb2:
  ori.cond_bra %p, ^bb3, ^bb4
^bb3:
  ori.bra ^bb2
^bb4:
  ori.bra ^bb1
^bb5:
  ori.exit
^bb6:
  ori.bra ^bb5
}

// A loop that is entered at two places has no header that dominates it: both
// blocks are behind the entry. What leaves it is behind the second one. (The search
// went to that one first, so that the edge from the first goes back.)
// FLOW: remark: block 0: from none, to 1 2, place 0
// FLOW: remark: block 1: from 0 2, to 2, place 3
// FLOW: remark: block 2: from 0 1, to 3 1, place 1
// FLOW: remark: block 3: from 2, to none, place 2
// DOM: remark: block 0: root, frontier none
// DOM: remark: block 1: behind 0, level 1, frontier 2
// DOM: remark: block 2: behind 0, level 1, frontier 1
// DOM: remark: block 3: behind 2, level 2, frontier none
// LOOP: remark: block 1: irreducible header, loop 1, depth 1
// LOOP: remark: block 2: loop 1, depth 1
ori.func @tangle attributes {kernel} {
  %p = ori.imm true : !ori.p
  ori.cond_bra %p, ^bb1, ^bb2
^bb1:
  ori.bra ^bb2
^bb2:
  ori.cond_bra %p, ^bb3, ^bb1
^bb3:
  ori.exit
}

}
