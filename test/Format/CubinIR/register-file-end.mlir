// A word may name a tuple that runs over the end of the register file: it is read
// and written as it stands, the checker of hazards says what is wrong, and the
// interpreter does not execute it.
// RUN: ptx-translate --sass-to-cubin %s -o %t.cubin
// RUN: ptx-translate --cubin-to-text %t.cubin | FileCheck %s
// RUN: %python %src_root/utils/cubin/compare-cubins.py --dump %t.cubin | FileCheck %s --check-prefix=FACTS
// RUN: not ptx-opt %t.cubin --pipeline=sass-check-hazards -o /dev/null 2>&1 | FileCheck %s --check-prefix=HAZARDS
// RUN: ptx-opt %t.cubin --pipeline=sass-verify-convergence -o /dev/null
// RUN: not ptx-run %t.cubin --kernel=global --block=32 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not ptx-run %t.cubin --kernel=stack --block=32 2>&1 | FileCheck %s --check-prefix=MACHINE

// CHECK-LABEL: stack:
// CHECK: LDL.128 R254, [R1]
// CHECK-LABEL: global:
// CHECK: LDG.E.128 R253, desc[UR4][R2.64]

// Of the four registers two are there, and one of them is read.
// FACTS-LABEL: section .nv.info.global
// FACTS: UNUSED_LOAD_BYTE_OFFSET: 0x0 0xf0

// HAZARDS-DAG: a tuple of 4 registers starts at R253, which is no multiple of 4, at global+0x0
// HAZARDS-DAG: a tuple of 4 registers starts at R254, which is no multiple of 4, at stack+0x0

// MACHINE: the destination runs over the end of the register file

sass.module attributes {sm = 90 : i32} {
  sass.func @global attributes {kernel} {
    sass.ldg "LDG.E.128 R253, desc[UR4][R2.64]"
    sass.stg "STG.E desc[UR4][R2.64], R254"
    sass.exit "EXIT"
    sass.end
  }
  sass.func @stack attributes {kernel} {
    sass.ldl "LDL.128 R254, [R1]"
    sass.exit "EXIT"
    sass.end
  }
}
