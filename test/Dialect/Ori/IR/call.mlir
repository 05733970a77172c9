// RUN: ptx-opt %s | ptx-opt | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(canonicalize,cse)))' | FileCheck %s
// RUN: not ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-allocate-registers)))' 2>&1 | FileCheck %s --check-prefix=ERROR

ori.module attributes {sm = 90 : i32} {
  // CHECK: ori.func @declared attributes {function_type = (!ori.r<2>) -> (!ori.p, !ori.r)
  ori.func @declared attributes {function_type = (!ori.r<2>) -> (!ori.p, !ori.r), sym_visibility = "private"} {}

  // CHECK: ori.func @twice
  ori.func @twice attributes {function_type = (!ori.r) -> !ori.r} {
  // CHECK: ^bb0([[A:%.*]]: !ori.r):
  ^bb0(%a: !ori.r):
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %s, %p, %q = ori.iadd3 %a, %a, %zero, %true, %true
    // CHECK: ori.ret %{{.*}} : !ori.r
    // ERROR-DAG: error: no calling convention for 'ori.ret' yet
    ori.ret %s : !ori.r
  }

  // A call may do anything: the second one is not the first one.
  // CHECK: ori.func @caller
  ori.func @caller attributes {kernel} {
    %x = ori.s2r<sr = "SR_TID.X">
    // CHECK: ori.call @twice(%{{.*}}) : (!ori.r) -> !ori.r
    // CHECK: ori.call @twice(%{{.*}}) : (!ori.r) -> !ori.r
    // ERROR-DAG: error: no calling convention for 'ori.call' yet
    %y = ori.call @twice(%x) : (!ori.r) -> !ori.r
    %z = ori.call @twice(%x) : (!ori.r) -> !ori.r
    %pair = ori.combine %y, %z : !ori.r, !ori.r -> !ori.r<2>
    // CHECK: ori.call @declared
    %p, %r = ori.call @declared(%pair) : (!ori.r<2>) -> (!ori.p, !ori.r)
    ori.exit
  }
}
