// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-set-control)))' --verify-diagnostics
// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-schedule)))' --verify-diagnostics
// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-check-hazards)))' --verify-diagnostics

sass.module attributes {sm = 90 : i32, sm_suffix = "f"} {
  // expected-error@below {{unknown target 'sm_90f'}}
  sass.func @target attributes {kernel} {
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}
