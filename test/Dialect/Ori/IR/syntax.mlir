// RUN: ptx-opt %s | FileCheck %s
// RUN: ptx-opt %s -o %t.1 && ptx-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: ptx-opt %s --mlir-print-op-generic | ptx-opt | FileCheck %s

// CHECK: ori.module attributes {sm = 90 : i32}
ori.module attributes {sm = 90 : i32} {
  // CHECK: ori.global "const" @table
  ori.global "const" @table {size = 8 : i64, alignment = 4 : i64, offset = 0 : i64, init = array<i8: 1, 2, 3, 4, 5, 6, 7, 8>}
  // CHECK: ori.func @k attributes
  ori.func @k attributes {kernel, param_offsets = array<i32: 0>, param_sizes = array<i32: 8>} {
    // CHECK: %[[PT:.*]] = ori.imm true : !ori.p
    %pt = ori.imm true : !ori.p
    // CHECK: ori.imm 0x12345678 : !ori.r
    %big = ori.imm 0x12345678 : !ori.r
    // CHECK: ori.imm -1 : !ori.r<2>
    %minus = ori.imm -1 : !ori.r<2>
    // CHECK: %[[A:.*]] = ori.cbank 0[528] : !ori.r
    %a = ori.cbank 0[528] : !ori.r
    // CHECK: %[[D:.*]], %[[C:.*]], %{{.*}} = ori.iadd3<x, bNeg{{.*}}> %[[A]], %{{.*}}, %[[A]], %[[PT]], %[[PT]]
    %d, %c, %c2 = ori.iadd3<x, bNeg> %a, %big, %a, %pt, %pt
    // A guard keeps the old value where it is false.
    // CHECK: ori.imad{{.*}} if not %[[C]] else(%[[D]], %[[C]])
    %m, %mc = ori.imad %a, %a, %d, %pt if not %c else(%d, %c)
    // CHECK: ori.s2r<sr = "SR_TID.X">{{$}}
    %tid = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.combine %{{.*}}, %{{.*}} : !ori.r, !ori.r -> !ori.r<2>
    %pair = ori.combine %m, %tid : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: ori.extract %{{.*}}[1] : !ori.r<2> -> !ori.r
    %high = ori.extract %pair[1] : !ori.r<2> -> !ori.r
    // CHECK: ori.cond_bra not %[[C]], ^bb1(%{{.*}} : !ori.r), ^bb2 uniform
    ori.cond_bra not %c, ^bb1(%high : !ori.r), ^bb2 uniform
  ^bb1(%x: !ori.r):
    ori.bra ^bb2
  ^bb2:
    ori.exit
  }
  // Of a texel one component is wanted, and the level is none: neither the second
  // result nor the second operand has a register.
  // CHECK: ori.func @texel
  ori.func @texel attributes {kernel} {
    %zero = ori.imm 0 : !ori.r
    %none = ori.imm 0 : !ori.ur<2>
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.tld<dim = "1D", mask = "0x1"> %{{.*}} -> (!ori.p, !ori.r, !ori.r<0>)
    %p, %d, %d2 = ori.tld<dim = "1D", mask = "0x1"> %x, %zero, %none, %none : (!ori.r, !ori.r, !ori.ur<2>, !ori.ur<2>) -> (!ori.p, !ori.r, !ori.r<0>)
    ori.exit
  }
}
