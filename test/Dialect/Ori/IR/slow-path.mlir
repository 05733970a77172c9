// RUN: ptx-opt %s --split-input-file --verify-diagnostics | FileCheck %s

ori.module attributes {sm = 90 : i32} {
  // CHECK: ori.slow_path div_f32 rn ftz of %{{.*}}, %{{.*}} if %{{.*}} else %{{.*}} : !ori.r
  // CHECK: ori.slow_path sqrt_f64 rz of %{{.*}}, %{{.*}} if %{{.*}} else %{{.*}} : !ori.r<2>
  ori.func @syntax attributes {function_type = (!ori.r, !ori.r<2>, !ori.p) -> (!ori.r, !ori.r<2>)} {
  ^bb0(%a: !ori.r, %x: !ori.r<2>, %u: !ori.p):
    %q = ori.slow_path div_f32 rn ftz of %a, %a if %u else %a : !ori.r
    %s = ori.slow_path sqrt_f64 rz of %x, %x if %u else %x : !ori.r<2>
    ori.ret %q, %s : !ori.r, !ori.r<2>
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @width attributes {function_type = (!ori.r, !ori.p) -> !ori.r} {
  ^bb0(%a: !ori.r, %u: !ori.p):
    // expected-error@+1 {{'ori.slow_path' op of 'rcp_f64' needs values of 2 registers}}
    %q = ori.slow_path rcp_f64 rn of %a, %a if %u else %a : !ori.r
    ori.ret %q : !ori.r
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @flush attributes {function_type = (!ori.r<2>, !ori.p) -> !ori.r<2>} {
  ^bb0(%a: !ori.r<2>, %u: !ori.p):
    // expected-error@+1 {{'ori.slow_path' op 'ftz' is for f32 alone}}
    %q = ori.slow_path rcp_f64 rn ftz of %a, %a if %u else %a : !ori.r<2>
    ori.ret %q : !ori.r<2>
  }
}
