// RUN: split-file %s %t
// RUN: ptx-opt %t/sum.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=9},ori-verify-allocation{max-registers=9})))' | FileCheck %t/sum.mlir
// RUN: ptx-opt %t/sum.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=9 repeat-values=false})))' | FileCheck %t/sum.mlir --check-prefix=SPILLED
// RUN: ptx-opt %t/predicates.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=9 max-predicates=2},ori-verify-allocation{max-registers=9})))' | FileCheck %t/predicates.mlir
// RUN: ptx-opt %t/uniform.mlir --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers{max-registers=7},ori-verify-allocation{max-registers=7})))' | FileCheck %t/uniform.mlir

//--- sum.mlir
// A sum of what stays in its register is computed again before something goes to
// memory.
// CHECK-LABEL: @sum
// CHECK-NOT: local_bytes
// CHECK: ori.sts<offset = 16>
// CHECK: %[[SUM:.*]], %{{.*}}, %{{.*}} = ori.iadd3
// CHECK-NEXT: ori.sts<offset = 100> {{.*}}, %[[SUM]]
// SPILLED-LABEL: @sum
// SPILLED: ori.stl
ori.module attributes {sm = 90 : i32} {
  ori.func @sum attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %ten = ori.imm 10 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v, %vp, %vq = ori.iadd3 %a, %ten, %zero, %true, %true
    ori.sts<offset = 96> %a, %n, %v
    %v0 = ori.lds %a, %n
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    %v5 = ori.lds<offset = 20> %a, %n
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
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
    ori.sts<offset = 20> %a, %n, %v5
    ori.sts<offset = 16> %a, %n, %v4
    ori.sts<offset = 100> %a, %n, %v
    ori.exit
  }
}

//--- predicates.mlir
// A predicate that goes to an R register counts, too.
// CHECK-LABEL: @predicates
// CHECK-NOT: local_bytes
// CHECK: ori.sel<ppNot>
// CHECK: ori.sts<offset = 16>
// CHECK: ori.iadd3
// CHECK-NEXT: ori.sts<offset = 100>
ori.module attributes {sm = 90 : i32} {
  ori.func @predicates attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %ten = ori.imm 10 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %a = ori.s2r<sr = "SR_TID.X">
    %v, %vp, %vq = ori.iadd3 %a, %ten, %zero, %true, %true
    ori.sts<offset = 96> %a, %n, %v
    %v0 = ori.lds %a, %n
    %p, %p1 = ori.isetp<cmp = "GT"> %v0, %zero, %true, %true
    %q, %q1 = ori.isetp<cmp = "LT"> %v0, %ten, %true, %true
    %r, %r1 = ori.isetp<cmp = "NE"> %v0, %ten, %true, %true
    %v1 = ori.lds<offset = 4> %a, %n
    %v2 = ori.lds<offset = 8> %a, %n
    %v3 = ori.lds<offset = 12> %a, %n
    %v4 = ori.lds<offset = 16> %a, %n
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    %s0 = ori.sel %v1, %v2, %p
    %s1 = ori.sel %v2, %v3, %q
    %s2 = ori.sel %v3, %v1, %r
    ori.sts %a, %n, %s0
    ori.sts<offset = 4> %a, %n, %s1
    ori.sts<offset = 8> %a, %n, %s2
    ori.sts<offset = 16> %a, %n, %v4
    ori.sts<offset = 100> %a, %n, %v
    ori.exit
  }
}

//--- uniform.mlir
// Nothing is known of what memory holds: that threads stay together in a loop whose
// counter is there is written on its branch, lest uniform registers be kept from use
// while one of them may be behind the loop.
// CHECK-LABEL: @uniform
// CHECK: ori.ldl
// CHECK: ori.iadd3
// CHECK: ori.isetp
// CHECK: ori.cond_bra {{.*}} uniform
// CHECK: ori.cond_bra
// CHECK-NOT: uniform
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform attributes {kernel, diverges} {
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
    ori.bra ^loop(%zero : !ori.r)
  ^loop(%i: !ori.r):
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.sts %a, %k, %v0
    ori.sts<offset = 4> %a, %k, %v1
    ori.sts<offset = 8> %a, %k, %v2
    ori.sts<offset = 12> %a, %k, %v3
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.membar
    ori.sts<offset = 16> %a, %k, %v0
    ori.sts<offset = 20> %a, %k, %v1
    ori.sts<offset = 24> %a, %k, %v2
    ori.sts<offset = 28> %a, %k, %v3
    %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
    %c, %c1 = ori.isetp<cmp = "LT"> %j, %many, %true, %true
    ori.cond_bra %c, ^loop(%j : !ori.r), ^end
  ^end:
    %d, %d1 = ori.isetp<cmp = "LT"> %v0, %many, %true, %true
    ori.cond_bra %d, ^store, ^exit
  ^store:
    ori.sts %a, %n, %v3
    ori.bra ^exit
  ^exit:
    ori.exit
  }
}
