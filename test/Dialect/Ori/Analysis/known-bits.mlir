// RUN: ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-known-bits)))' --verify-diagnostics -o /dev/null
// RUN: not ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(test-ori-known-bits{wrong=true})))' --verify-diagnostics -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: expected remark

ori.module attributes {sm = 90 : i32} {

// A byte of memory leaves 24 bits zero; 4 times it two more, and 3 added to that
// are its lowest bits.
ori.func @bytes attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %three = ori.imm 3 : !ori.r
  %four = ori.imm 4 : !ori.r
  %x = ori.s2r<sr = "SR_CLOCKLO">
  // expected-remark @below {{known: 00000000 00000000 00000000 ........}}
  %a = ori.lds<type = "U8"> %x, %n
  // expected-remark @below {{known: 00000000 00000000 000000.. ......00}}
  %b, %b1 = ori.imad %a, %four, %zero, %true
  // expected-remark @below {{known: 00000000 00000000 000000.. ......11}}
  %c, %c1, %c2 = ori.iadd3 %b, %three, %zero, %true, %true
  ori.sts %x, %n, %c
  ori.exit
}

}
