// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-late-expansion)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-late-expansion{max-group=1})))' | FileCheck %s --check-prefix=ONE
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-late-expansion{max-distance=2})))' | FileCheck %s --check-prefix=NEAR

ori.module attributes {sm = 90 : i32} {
  // One branch for both, in front of the first use; what stands between stays in
  // front of it. The slow paths are at the end of the function.
  // CHECK-LABEL: ori.func @two
  // CHECK: [[U1:%.*]] = ori.fchk
  // CHECK: [[U2:%.*]] = ori.fchk
  // CHECK: [[SUM:%.*]] = ori.fadd
  // CHECK: [[U:%.*]], {{%.*}} = ori.plop3<lut = 252> [[U1]], [[U2]]
  // CHECK-NEXT: ori.cond_bra [[U]], ^[[COLD:bb[0-9]+]], ^[[NEXT:bb[0-9]+]]([[F1:%.*]], [[F2:%.*]] : !ori.r, !ori.r)
  // CHECK-NEXT: ^[[NEXT]]([[Q1:%.*]]: !ori.r, [[Q2:%.*]]: !ori.r):
  // CHECK-NEXT: [[P:%.*]] = ori.fmul [[Q1]], [[SUM]]
  // CHECK-NEXT: [[D:%.*]] = ori.fmul [[P]], [[Q2]]
  // CHECK-NEXT: ori.ret [[D]]
  // CHECK-NEXT: ^[[COLD]]:
  // CHECK: ori.mufu<op = "RCP64H">
  // CHECK: [[S1:%.*]] = ori.f2f.64<src = "F64">
  // CHECK: [[S2:%.*]] = ori.f2f.64<src = "F64", rnd = "RZ">
  // CHECK: ori.bra ^[[NEXT]]([[S1]], [[S2]] : !ori.r, !ori.r) {cold}
  // ONE-LABEL: ori.func @two
  // ONE-COUNT-2: ori.cond_bra
  // NEAR-LABEL: ori.func @two
  // NEAR-COUNT-2: ori.cond_bra
  ori.func @two attributes {function_type = (!ori.r, !ori.r) -> !ori.r} {
  ^bb0(%a: !ori.r, %b: !ori.r):
    %t = ori.imm true : !ori.p
    %u1 = ori.fchk %a, %b
    %f1 = ori.fmul %a, %b
    %q1 = ori.slow_path div_f32 rn of %a, %b if %u1 else %f1 : !ori.r
    %u2 = ori.fchk %b, %a
    %f2 = ori.fmul %b, %b
    %q2 = ori.slow_path div_f32 rz of %b, %a if %u2 else %f2 : !ori.r
    %sum = ori.fadd %a, %b
    %p = ori.fmul %q1, %sum
    %d = ori.fmul %p, %q2
    ori.ret %d : !ori.r
  }

  // One that needs another's result comes behind its branch.
  // CHECK-LABEL: ori.func @chain
  // CHECK: ori.cond_bra %{{.*}}, ^[[COLD1:bb[0-9]+]], ^[[NEXT1:bb[0-9]+]]
  // CHECK-NEXT: ^[[NEXT1]]([[ROOT:%.*]]: !ori.r<2>):
  // CHECK: ori.cond_bra %{{.*}}, ^[[COLD2:bb[0-9]+]], ^[[NEXT2:bb[0-9]+]]
  // CHECK-NEXT: ^[[NEXT2]]([[Q:%.*]]: !ori.r<2>):
  // CHECK-NEXT: ori.ret [[Q]]
  // CHECK-NEXT: ^[[COLD1]]:
  // CHECK: ori.bra ^[[NEXT1]]({{.*}}) {cold}
  // CHECK-NEXT: ^[[COLD2]]:
  // CHECK: ori.extract [[ROOT]]
  // CHECK: ori.bra ^[[NEXT2]]({{.*}}) {cold}
  ori.func @chain attributes {function_type = (!ori.r<2>, !ori.p) -> !ori.r<2>} {
  ^bb0(%a: !ori.r<2>, %u: !ori.p):
    %root = ori.slow_path sqrt_f64 rn of %a, %a if %u else %a : !ori.r<2>
    %q = ori.slow_path rcp_f64 rp of %root, %root if %u else %a : !ori.r<2>
    ori.ret %q : !ori.r<2>
  }

  // In each block for itself; without a slow path there is nothing to do.
  // CHECK-LABEL: ori.func @blocks
  // CHECK: ori.cond_bra %{{.*}}, ^{{bb[0-9]+}}, ^[[NEXT:bb[0-9]+]](
  // CHECK-NEXT: ^[[NEXT]](
  // CHECK-NEXT: ori.bra ^[[LAST:bb[0-9]+]](
  // CHECK-NEXT: ^[[LAST]](
  // CHECK-NEXT: ori.ret
  ori.func @blocks attributes {function_type = (!ori.r, !ori.p) -> !ori.r} {
  ^bb0(%a: !ori.r, %u: !ori.p):
    %q = ori.slow_path rcp_f32 rn ftz of %a, %a if %u else %a : !ori.r
    ori.bra ^bb1(%q : !ori.r)
  ^bb1(%x: !ori.r):
    ori.ret %x : !ori.r
  }
}
