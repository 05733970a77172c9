// RUN: ptx-opt %s --convert-ori-to-sass | FileCheck %s

// The quad of each thread fetches for it. Threads that help from elsewhere save what they hold in
// the registers from the fifth of the tuple on; where all threads are together there are none.
// CHECK-LABEL: sass.func @k
// CHECK-SAME: stack_bytes = 52
// CHECK: "BMOV.32 B15, MACTIVE"
// CHECK-NEXT: {{.*}}"BMOV.32.PQUAD MACTIVE, B15"
// CHECK-NEXT: {{.*}}"SHFL.IDX PT, R12, R0, 0x2, 0x1c03"
// CHECK-NEXT: {{.*}}"SHFL.IDX PT, R16, R2, 0x2, 0x1c03"
// CHECK-NEXT: {{.*}}"MOV R17, 0x0"
// CHECK-NEXT: {{.*}}"FSWZADD.NDV R12, R16, R12, ZPPPZPPP"
// CHECK-NEXT: {{.*}}"FSWZADD.NDV R12, R17, R12, ZPZPPPPP"
// CHECK-NEXT: {{.*}}"MOV R20, 0x3f800000"
// CHECK-NEXT: {{.*}}"TEX.DC.NDV RZ, R16, R12, R20, 0x0, 0x58, 1D, 0x2"
// CHECK-NEXT: {{.*}}"SHFL.IDX PT, R16, R16, RZ, 0x1c03"
// CHECK-NEXT: {{.*}}"BMOV.32 MACTIVE, B15"
// CHECK-NEXT: {{.*}}"MOV R8, R16, 0x4"
// CHECK-NEXT: {{.*}}"BMOV.32 B15, MACTIVE"
// CHECK-NEXT: {{.*}}"BMOV.32.PQUAD MACTIVE, B15"
// CHECK-NEXT: {{.*}}"STL [R1+-0x34], R12"
// CHECK-NEXT: {{.*}}"STL [R1+-0x24], R16"
// CHECK-NEXT: {{.*}}"STL [R1+-0x20], R17"
// CHECK-NEXT: {{.*}}"STL [R1+-0x14], R20"
// CHECK-NEXT: {{.*}}"STL [R1+-0x4], R24"
// CHECK-NEXT: {{.*}}"P2R R24, PR, RZ, 0x1"
// CHECK: "TEX.DC.NDV P0, RZ, R16, R12, R20, 0x0, 0x58, 1D, 0x2"
// CHECK-NEXT: {{.*}}"SEL R20, RZ, 0xffffffff, !P0"
// CHECK-NEXT: {{.*}}"R2P PR, R24, 0x1"
// CHECK-NEXT: {{.*}}"BMOV.32 MACTIVE, B15"
// CHECK-NEXT: {{.*}}"MOV R8, R16, 0x1"
// CHECK-NEXT: {{.*}}"MOV R25, R20, 0x1"
// CHECK-NEXT: {{.*}}"BMOV.32.PQUAD MACTIVE, B15"
// CHECK-NEXT: {{.*}}"LDL R12, [R1+-0x34]"
// CHECK: "LDL R24, [R1+-0x4]"
// CHECK-NEXT: {{.*}}"BMOV.32 MACTIVE, B15"
ori.module attributes {sm = 80 : i32} {
  ori.func @k attributes {kernel, calls} {
    %rz = ori.imm 0 : !ori.r
    %one = ori.imm 0x3f800000 : !ori.r
    %undef = ori.undef : !ori.r
    %x = ori.mov %undef regs(0)
    %dx = ori.mov %undef regs(2)
    %w = ori.combine %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef, %undef regs 9 : !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r, !ori.r -> !ori.r<18>
    %a = ori.quad_fetch 2 "1d" mask 2 index 88 area -52 together at (%x) by (%dx) (%rz) reference %one in %w regs 9 : !ori.r<18>
    %b = ori.quad_fetch 0 "1d" mask 2 index 88 area -52 resident at (%x) by (%dx) (%rz) reference %one in %a regs 9 : !ori.r<18>
    %t = ori.extract %b[0] regs 9 : !ori.r<18> -> !ori.r
    %u = ori.combine %t, %t regs 3 : !ori.r, !ori.r -> !ori.r<2>
    ori.exit
  }
}
