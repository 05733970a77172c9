// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-legalize-operands)))' --split-input-file --verify-diagnostics

// A vector register cannot be made uniform.
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform attributes {kernel} {
    %x = ori.s2r<sr = "SR_TID.X">
    %d = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
    // expected-error@below {{slot 'ur' needs a uniform register on sm_90}}
    ori.stg<desc> %d, %d, %x : (!ori.r<2>, !ori.r<2>, !ori.r) -> ()
    ori.exit
  }
}
