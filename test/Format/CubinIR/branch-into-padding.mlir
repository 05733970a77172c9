// NOPs that code branches into are no padding: they and the closing branch are part of the function.
// RUN: ptx-translate --sass-to-cubin %s -o %t.cubin
// RUN: %python %S/Inputs/branch-into-padding.py %t.cubin %t.changed
// RUN: ptx-translate --cubin-to-sass --keep-image=false %t.cubin | FileCheck %s --check-prefix=PADDED
// RUN: ptx-translate --cubin-to-sass --keep-image=false %t.changed | FileCheck %s

// PADDED: sass.exit
// PADDED-NEXT: sass.end

// CHECK: ^bb2:
// CHECK-NEXT: sass.bra "BRA target {stall:5}" ^[[NOPS:bb[0-9]+]]
// CHECK: ^[[SELF:bb[0-9]+]]:
// CHECK-NEXT: sass.bra "BRA target {{.*}}" ^[[SELF]]
// CHECK: ^[[NOPS]]:
// CHECK-NEXT: sass.nop
sass.module attributes {sm = 90 : i32} {
  sass.func @k attributes {kernel} {
    sass.bra "BRA target {stall:5}" ^bb2
  ^bb1:
    sass.nop "NOP {stall:1}"
    sass.nop "NOP {stall:1}"
    sass.fallthrough ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}
