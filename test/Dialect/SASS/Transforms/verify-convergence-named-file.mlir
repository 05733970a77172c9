// The register that a cubin names for a collective comes with its code, stays with it
// when the code is edited, and shows that another mask is gathered then.
//
// RUN: ptx-translate --sass-to-cubin %s -o %t.cubin
// RUN: ptx-opt %t.cubin --pipeline=sass-verify-convergence | FileCheck %s
// RUN: ptx-translate --cubin-to-sass %t.cubin | sed 's/WARPSYNC R5/WARPSYNC R4/' > %t.mlir
// RUN: not ptx-opt %t.mlir --pipeline=sass-verify-convergence 2>&1 | FileCheck %s --check-prefix=EDITED
// RUN: ptx-translate --cubin-to-sass --keep-image=false %t.cubin | FileCheck %s --check-prefix=DESCRIBED

// CHECK: WARPSYNC R5
// CHECK: VOTE.ANY R6, PT, P0 {{.*}} attributes {member_mask = "R5"}
// CHECK: WARPSYNC.ALL
// CHECK-NOT: SHFL{{.*}} member_mask
// CHECK: VOTE.ANY R8, PT, P0 {{.*}} attributes {member_mask = "all"}
// EDITED: error: the threads of the mask that the file names were not gathered, at k+0x{{.*}} (VOTE.ANY R6, PT, P0)
// What writes the lists again finds the masks itself.
// DESCRIBED-NOT: member_mask

sass.module attributes {sm = 90 : i32} {
  sass.func @k attributes {kernel, registers = 16 : i32} {
    sass.s2r "S2R R4, SR_LTMASK {stall:1, wr:0}"
    sass.s2r "S2R R5, SR_EQMASK {stall:1, wr:0}"
    sass.isetp "ISETP.NE.AND P0, PT, R4, R5, PT {stall:13, yield, wait:0b000001}"
    sass.warpsync "WARPSYNC R5 {stall:5}"
    sass.vote "VOTE.ANY R6, PT, P0 {stall:12}"
    sass.warpsync.all "WARPSYNC.ALL {stall:5}"
    sass.shfl "SHFL.IDX PT, R7, R6, R4, 0x1f {stall:1, wr:0}"
    sass.vote "VOTE.ANY R8, PT, P0 {stall:12, wait:0b000001}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}
