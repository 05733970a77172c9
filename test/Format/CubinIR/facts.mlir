// What the export derives from the instructions.
// RUN: ptx-translate --sass-to-cubin %s -o %t.cubin
// RUN: %python %src_root/utils/cubin/compare-cubins.py --dump %t.cubin | FileCheck %s
// RUN: ptx-translate --cubin-to-sass %t.cubin -o %t.mlir
// RUN: ptx-translate --sass-to-cubin %t.mlir -o %t.again && cmp %t.cubin %t.again

// Kernels are written from the last to the first. Highest register + 3; the
// attribute wins where it is larger.
// CHECK-LABEL: section .nv.info
// CHECK:      REGCOUNT: masks 0xd
// CHECK-NEXT: FRAME_SIZE: masks 0x0
// CHECK-NEXT: REGCOUNT: frame 0x28
// CHECK-NEXT: FRAME_SIZE: frame 0x20
// CHECK-NEXT: REGCOUNT: launch 0x2
// CHECK-NEXT: FRAME_SIZE: launch 0x0
// CHECK-NEXT: REGCOUNT: named 0xe
// CHECK-NEXT: FRAME_SIZE: named 0x0
// CHECK-NEXT: MIN_STACK_SIZE: named 0x0
// CHECK-NEXT: MIN_STACK_SIZE: launch 0x0
// CHECK-NEXT: MIN_STACK_SIZE: frame 0x20
// CHECK-NEXT: MIN_STACK_SIZE: masks 0x0

// Number and count of the barrier are in one register. Marked instructions have a
// mask; a WARPSYNC right before the end would not count without. A call stack for branches
// that need no convergence barrier.
// CHECK-LABEL: section .nv.info.named
// CHECK:      NUM_BARRIERS = 0x10
// CHECK-NEXT: MERCURY_ISA_VERSION
// CHECK-NEXT: COOP_GROUP_MASK_REGIDS: 0xffffffff 0x5000004
// CHECK-NEXT: COOP_GROUP_INSTR_OFFSETS: 0x10 0x20
// CHECK-NEXT: EXIT_INSTR_OFFSETS: 0x30
// CHECK-NEXT: CRS_STACK_SIZE: 0x0

// CHECK-LABEL: section .nv.info.launch
// CHECK-NEXT: type
// CHECK-NEXT: CUDA_API_VERSION
// CHECK-NEXT: KPARAM_INFO: 0x0 0x80001 0x11f000
// CHECK-NEXT: KPARAM_INFO: 0x0 0x0 0x21f404
// CHECK-NEXT: MAX_CLUSTER_RANK: 0x4
// CHECK-NEXT: EXPLICIT_CLUSTER
// CHECK-NEXT: CTA_PER_CLUSTER: 0x2 0x1 0x1
// CHECK-NEXT: SPARSE_MMA_MASK = 0x0
// CHECK-NEXT: MAXREG_COUNT = 0x80
// CHECK-NEXT: MERCURY_ISA_VERSION
// CHECK-NEXT: EXIT_INSTR_OFFSETS: 0x0
// CHECK-NEXT: MAX_THREADS: 0x100 0x2 0x1
// CHECK-NEXT: CBANK_PARAM_SIZE = 0xc

// Stores below `variable_bytes` or through another base are no spills. Of the
// first load all is used, of the second the words 0 and 3, on one path each.
// CHECK-LABEL: section .nv.info.frame
// CHECK:      NUM_BARRIERS = 0x10
// CHECK-NEXT: ANNOTATIONS: 0x1 0x40 0x1 0x50
// CHECK-NEXT: MERCURY_ISA_VERSION
// CHECK-NEXT: UNUSED_LOAD_BYTE_OFFSET: 0x80 0xf00f
// CHECK-NEXT: EXIT_INSTR_OFFSETS: 0xa0 0xc0
// CHECK-NEXT: CRS_STACK_SIZE: 0x0

// The vote of PT has no mask; the mask of the third SHFL is gone, and that of the last
// vote, which is in no list; the REDUX is marked; the WARPSYNC of R5 is `bar.warp.sync`, the one before BAR is not.
// CHECK-LABEL: section .nv.info.masks
// CHECK:      NUM_BARRIERS = 0x4
// CHECK-NEXT: MERCURY_ISA_VERSION
// CHECK-NEXT: INT_WARP_WIDE_INSTR_OFFSETS: 0x90 0xa0
// CHECK-NEXT: COOP_GROUP_MASK_REGIDS: 0x5000003 0xffffffff 0xffffffff 0x5000005
// CHECK-NEXT: COOP_GROUP_INSTR_OFFSETS: 0x10 0x30 0x60 0x80
// CHECK-NEXT: EXIT_INSTR_OFFSETS: 0x100
// CHECK-NEXT: SW_WAR

// CHECK-LABEL: section .nv.shared.frame
// CHECK-NEXT: type 0x8 flags 0x43 link 0 info .text.frame align 32 entsize 0 size 0x410

sass.module attributes {sm = 90 : i32} {
  sass.func @masks attributes {kernel, linkage = "visible"} {
    sass.warpsync "WARPSYNC R3"
    sass.shfl "SHFL.IDX PT, R4, R4, 0x1, 0x1f"
    sass.warpsync.all "WARPSYNC.ALL"
    sass.vote "VOTE.ANY R4, PT, P0"
    sass.warpsync "WARPSYNC R3"
    sass.mov "MOV R3, R4"
    sass.shfl "SHFL.IDX PT, R4, R4, 0x1, 0x1f"
    sass.vote "VOTE.ANY R10, PT, PT"
    sass.warpsync "WARPSYNC R5"
    sass.voteu "VOTEU.ANY UR4, UPT, PT"
    sass.redux "REDUX.SUM UR5, R4" attributes {warp_wide}
    sass.warpsync "WARPSYNC.EXCLUSIVE R3"
    sass.mov "MOV R3, R4"
    sass.vote "VOTE.ANY PT, P0"
    sass.warpsync.all "WARPSYNC.ALL"
    sass.bar "BAR.SYNC 0x3, 0x0"
    sass.exit "EXIT"
    sass.end
  }
  sass.func @frame attributes {kernel, linkage = "visible", local_bytes = 32 : i32, variable_bytes = 16 : i32,
                               registers = 40 : i32, shared_bytes = 16 : i32, shared_alignment = 32 : i32} {
    sass.ldc "LDC R1, c[0x0][0x28]"
    sass.iadd3 "IADD3 R1, R1, -0x20, RZ"
    sass.stl "STL [R1+0xc], R4"
    sass.stl "STL [R2+0x14], R4"
    sass.stl "STL [R1+0x10], R4"
    sass.ldl "LDL R4, [R1+0x10]"
    sass.ldg "LDG.E.64 R6, desc[UR4][R2.64]"
    sass.bssy "BSSY B0, L0"
    sass.ldg "LDG.E.128 R8, desc[UR4][R6.64]"
    sass.bra "@P0 BRA target" ^bb2, ^bb1
  ^bb1:
    sass.exit "@!P1 EXIT"
    sass.bar "BAR.SYNC R11"
    sass.exit "EXIT"
    sass.end
  ^bb2:
    sass.stg "STG.E desc[UR4][R6.64], R8"
    sass.fallthrough ^bb3
  ^bb3:
    sass.label "L0"
    sass.bra "BRA target" ^bb3
  }
  sass.func @launch attributes {kernel, linkage = "visible", param_offsets = array<i32: 0, 8>, param_sizes = array<i32: 8, 4>,
                                param_spaces = ["global", ""], param_alignments = array<i32: 16, 0>,
                                max_threads = array<i32: 256, 2>, cluster = array<i32: 2>, max_cluster_rank = 4 : i32,
                                explicit_cluster} {
    sass.exit "EXIT"
    sass.end
  }
  sass.func @named attributes {kernel, linkage = "visible", diverges} {
    sass.bar.r "BAR.SYNC R11, R11"
    sass.bar "BAR.SYNC 0x0, 0x0" attributes {coop_group}
    sass.warpsync "WARPSYNC R4" attributes {coop_group}
    sass.exit "EXIT"
    sass.end
  }
}
