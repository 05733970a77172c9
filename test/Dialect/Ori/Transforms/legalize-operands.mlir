// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-legalize-operands{hoist=false})))' --split-input-file | FileCheck %s

// A constant bank fits an operand slot up to sm_89, next to no immediate.
// CHECK-LABEL: @bank_80
ori.module attributes {sm = 80 : i32} {
  ori.func @bank_80 attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %seven = ori.imm 7 : !ori.r
    %n = ori.cbank 0[352] : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.iadd3 %{{.*}}, %[[N:.*]], %{{.*}}
    %a, %a1, %a2 = ori.iadd3 %x, %n, %zero, %true, %true
    // The immediate stays, the bank is moved.
    // CHECK: %[[M:.*]] = ori.mov %{{.*}}
    // CHECK-NEXT: ori.iadd3 %{{.*}}, %{{.*}}, %[[M]], %{{.*}}
    %b, %b1, %b2 = ori.iadd3 %a, %seven, %n, %true, %true
    %s = ori.cbank 0[360] : !ori.r<2>
    %d = ori.imm 0 : !ori.ur<2>
    ori.stg %s, %d, %b
    ori.exit
  }
}

// -----

// From sm_90 on no slot takes a constant bank: LDC, shared by near uses.
// CHECK-LABEL: @bank_90
ori.module attributes {sm = 90 : i32} {
  ori.func @bank_90 attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.cbank 0[528] : !ori.r
    %p = ori.cbank 0[536] : !ori.r<2>
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: %[[N:.*]] = ori.ldc<offset = 528>
    // CHECK-NEXT: ori.iadd3 %{{.*}}, %[[N]]
    %a, %a1, %a2 = ori.iadd3 %x, %n, %zero, %true, %true
    // CHECK-NEXT: ori.iadd3 %{{.*}}, %[[N]]
    %b, %b1, %b2 = ori.iadd3 %a, %n, %zero, %true, %true
    // CHECK: %[[P:.*]] = ori.ldc<type = "64", offset = 536>
    // The descriptor becomes uniform.
    // CHECK: %[[D:.*]] = ori.uldc<type = "64", offset = 520>
    // CHECK: ori.stg<desc> %[[P]], %[[D]]
    %d = ori.cbank 0[520] : !ori.ur<2>
    ori.stg<desc> %p, %d, %b
    ori.exit
  }
}

// -----

// A uniform register is not written while threads are apart: the load of the
// descriptor goes before the branch.
// CHECK-LABEL: @apart
ori.module attributes {sm = 90 : i32} {
  ori.func @apart attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %d = ori.cbank 0[520] : !ori.ur<2>
    %p = ori.cbank 0[536] : !ori.r<2>
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: ori.uldc
    // CHECK-NEXT: ori.cond_bra
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    // CHECK: ^bb1
    // CHECK-NOT: ori.uldc
    // CHECK: ori.stg
    ori.stg<desc> %p, %d, %x
    ori.bra ^bb3
  ^bb2:
    ori.stg<desc> %p, %d, %zero
    ori.bra ^bb3
  ^bb3:
    ori.exit
  }
}

// -----

// Factors are exchanged to reach a form; the upper half of a double is an
// immediate, other 64-bit constants are built.
// CHECK-LABEL: @forms
ori.module attributes {sm = 90 : i32} {
  ori.func @forms attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %five = ori.imm 5 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: %[[FIVE:.*]] = ori.imm 5
    // CHECK: %[[X:.*]] = ori.s2r
    // CHECK: ori.imad %[[X]], %[[FIVE]]
    %a, %a1 = ori.imad %five, %x, %zero, %true
    %y = ori.combine %a, %x : !ori.r, !ori.r -> !ori.r<2>
    %one = ori.imm 0x3ff0000000000000 : !ori.r<2>
    %tenth = ori.imm 0x3fb999999999999a : !ori.r<2>
    // CHECK-NOT: ori.mov
    // CHECK: ori.dadd
    %s = ori.dadd %y, %one
    // CHECK: %[[LO:.*]] = ori.mov
    // CHECK: %[[HI:.*]] = ori.mov
    // CHECK: %[[T:.*]] = ori.combine %[[LO]], %[[HI]]
    // CHECK: ori.dadd %{{.*}}, %[[T]]
    %t = ori.dadd %s, %tenth
    %p = ori.cbank 0[536] : !ori.r<2>
    %d = ori.imm 0 : !ori.ur<2>
    ori.stg<type = "64"> %p, %d, %t
    ori.exit
  }
}

// -----

// Guards: a constant one disappears, an old value that is constant gets a
// register of its own, an undefined one does not.
// CHECK-LABEL: @guards
ori.module attributes {sm = 90 : i32} {
  ori.func @guards attributes {kernel} {
    %true = ori.imm true : !ori.p
    %false = ori.imm false : !ori.p
    %zero = ori.imm 0 : !ori.r
    %five = ori.imm 5 : !ori.r
    %u = ori.undef : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true
    // CHECK: %[[OLD:.*]] = ori.mov
    // CHECK: %[[A:.*]] = ori.mov %{{.*}} if %{{.*}} else(%[[OLD]])
    %a = ori.mov %x if %c else(%five)
    // CHECK: %[[B:.*]] = ori.mov %[[A]] if not %{{.*}} else(%{{.*}})
    %b = ori.mov %a if not %c else(%u)
    // CHECK-NOT: if
    // CHECK: ori.stg %{{.*}}, %{{.*}}, %[[B]]
    %e = ori.mov %five if %false else(%b)
    %p = ori.cbank 0[536] : !ori.r<2>
    %d = ori.imm 0 : !ori.ur<2>
    ori.stg %p, %d, %e if %true
    ori.exit
  }
}

// -----

// Addresses in the local frame are sums with the stack pointer.
// CHECK-LABEL: @frame
ori.module attributes {sm = 90 : i32} {
  ori.func @frame attributes {kernel, local_bytes = 64 : i32} {
    %x = ori.s2r<sr = "SR_TID.X">
    %none = ori.imm 0 : !ori.ur
    // CHECK: %[[SP:.*]] = ori.frame_address 0
    // CHECK: ori.stl %[[SP]]
    %base = ori.frame_address 0 : !ori.r
    ori.stl %base, %none, %x
    // CHECK: %[[SP2:.*]] = ori.frame_address 0
    // CHECK: %[[A:.*]], %{{.*}}, %{{.*}} = ori.iadd3 %[[SP2]], %{{.*}}
    // CHECK: ori.stl %[[A]]
    %at = ori.frame_address 16 : !ori.r
    ori.stl %at, %none, %x
    ori.exit
  }
}

// -----

// Exchanged sources take along which halves of them are read.
// CHECK-LABEL: @halves
ori.module attributes {sm = 90 : i32} {
  ori.func @halves attributes {kernel} {
    %pair = ori.imm 0x3c004000 : !ori.r
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.hfma2<aSwz = "H0_H0"> %[[X:.*]], %{{.*}}, %[[X]]
    %a = ori.hfma2<bSwz = "H0_H0"> %pair, %x, %x
    %s = ori.cbank 0[528] : !ori.r<2>
    %d = ori.imm 0 : !ori.ur<2>
    ori.stg %s, %d, %a
    ori.exit
  }
}

// -----

// A half that a conversion negates is no immediate: its sign is not bit 31.
// CHECK-LABEL: @negated_half
ori.module attributes {sm = 90 : i32} {
  ori.func @negated_half attributes {kernel} {
    %one = ori.imm 0x3c00 : !ori.r
    // CHECK: %[[ONE:.*]] = ori.mov %{{.*}}
    // CHECK-NEXT: ori.f2f<src = "F16", bNeg> %[[ONE]]
    %a = ori.f2f<src = "F16", bNeg> %one
    // CHECK-NOT: ori.mov
    // CHECK: ori.f2f<dst = "F16", bNeg> %{{.*}}
    %b = ori.f2f<dst = "F16", bNeg> %one
    %s = ori.cbank 0[528] : !ori.r<2>
    %d = ori.imm 0 : !ori.ur<2>
    ori.stg %s, %d, %a
    ori.stg %s, %d, %b
    // CHECK: ori.frnd<fmt = "F16", bNeg> %[[ONE]]
    %c = ori.frnd<fmt = "F16", bNeg> %one
    ori.stg %s, %d, %c
    // CHECK: ori.mufu<op = "LG2", fmt = "BF16", bAbs> %[[ONE]]
    %e = ori.mufu<op = "LG2", fmt = "BF16", bAbs> %one
    ori.stg %s, %d, %e
    ori.exit
  }
}

// -----

// The sign of the result is that of the product: the sign of a constant must
// not go with its absolute value.
// CHECK-LABEL: @signs_joined
ori.module attributes {sm = 90 : i32} {
  ori.func @signs_joined attributes {kernel} {
    %true = ori.imm true : !ori.p
    %x = ori.s2r<sr = "SR_TID.X">
    %minus = ori.imm 0xbf800000 : !ori.r
    %halves = ori.imm 0xbc003c00 : !ori.r
    // CHECK: %[[MINUS:.*]] = ori.mov %{{.*}}
    // CHECK: ori.fmnmx<xorsign, aAbs, bAbs> %{{.*}}, %[[MINUS]], %{{.*}}
    %a = ori.fmnmx<xorsign, aAbs, bAbs> %x, %minus, %true
    // CHECK-NOT: ori.mov
    // CHECK: ori.fmnmx<aAbs, bAbs> %{{.*}}, %{{.*}}, %{{.*}}
    %b = ori.fmnmx<aAbs, bAbs> %x, %minus, %true
    // CHECK: %[[HALVES:.*]] = ori.mov %{{.*}}
    // CHECK: ori.hmnmx2<xorsign, aAbs, bAbs> %{{.*}}, %[[HALVES]], %{{.*}}
    %c = ori.hmnmx2<xorsign, aAbs, bAbs> %x, %halves, %true
    %s = ori.cbank 0[528] : !ori.r<2>
    %d = ori.imm 0 : !ori.ur<2>
    ori.stg %s, %d, %a
    ori.stg %s, %d, %b
    ori.stg %s, %d, %c
    ori.exit
  }
}

// -----

// Slot b takes what is in no R register: a selection, a logic function and a sum of three
// terms say the same with their sources exchanged.
// CHECK-LABEL: @slot_b
// CHECK-DAG: %[[ZERO:.*]] = ori.imm 0 : !ori.r{{$}}
// CHECK-DAG: %[[K:.*]] = ori.imm 0x4D
// CHECK: %[[X:.*]] = ori.s2r<sr = "SR_TID.X">
// CHECK: %[[Y:.*]] = ori.s2r<sr = "SR_TID.Y">
// CHECK-NOT: ori.mov
ori.module attributes {sm = 90 : i32} {
  ori.func @slot_b attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %k = ori.imm 77 : !ori.r
    %d = ori.imm 0 : !ori.ur<2>
    %x = ori.s2r<sr = "SR_TID.X">
    %y = ori.s2r<sr = "SR_TID.Y">
    %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
    %p, %q = ori.isetp %x, %y, %true, %true
    // CHECK: ori.sel<ppNot> %[[X]], %[[K]], %
    %s = ori.sel %k, %x, %p
    ori.stg<desc> %a, %d, %s
    // CHECK: ori.sel %[[ZERO]], %[[K]], %
    %t = ori.sel<ppNot> %k, %zero, %p
    ori.stg<desc> %a, %d, %t
    // CHECK: ori.lop3<lut = 120> %[[X]], %[[K]], %[[Y]]
    %l, %lp = ori.lop3<lut = 0x78> %x, %y, %k, %true
    ori.stg<desc> %a, %d, %l
    // CHECK: ori.lop3<lut = 236> %[[X]], %[[K]], %[[Y]]
    %m, %mp = ori.lop3<lut = 0xf8> %k, %x, %y, %true
    ori.stg<desc> %a, %d, %m
    // CHECK: ori.iadd3<cNeg> %[[X]], %[[K]], %[[Y]]
    %n, %n1, %n2 = ori.iadd3<bNeg> %x, %y, %k, %true, %true
    ori.stg<desc> %a, %d, %n
    ori.exit
  }
}
