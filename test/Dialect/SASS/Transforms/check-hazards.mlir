// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-check-hazards)))' --split-input-file --verify-diagnostics
// RUN: ptx-opt %s --pass-pipeline='builtin.module(sass.module(sass.func(sass-check-hazards{warn-only})))' --split-input-file 2>&1 | FileCheck %s

// CHECK: warning: R1 is read 4 cycles after it was written, 5 are needed

// Nothing to find.
sass.module attributes {sm = 90 : i32} {
  sass.func @good {
    sass.ldg "LDG.E R2, [R4] {stall:2, wr:0}"
    sass.iadd3 "IADD3 R3, R2, 0x1, RZ {stall:5, yield, wait:0b000001}"
    sass.stg "STG.E [R4], R3 {stall:1}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  sass.func @latency {
    // expected-note@below {{by latency+0x0 (IADD3 R1, R0}}
    sass.iadd3 "IADD3 R1, R0, 0x1, RZ {stall:4}"
    // expected-error@below {{R1 is read 4 cycles after it was written, 5 are needed}}
    sass.ffma "FFMA R2, R1, R1, R1 {stall:1}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  sass.func @no_wait_on_the_back_edge {
    sass.fallthrough ^bb1
  ^bb1:
    // expected-error@below {{R4 is read before its value has been waited for}}
    sass.iadd3 "IADD3 R5, R4, R5, RZ {stall:4}"
    // expected-note@below {{by no_wait_on_the_back_edge+0x10 (LDG.E R4}}
    // expected-error@below {{R4 is overwritten while its value is still on the way}}
    sass.ldg "LDG.E R4, [R2] {stall:2, wr:0}"
    sass.isetp "ISETP.GE.AND P0, PT, R5, R0, PT {stall:13, yield}"
    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb1, ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  sass.func @overwritten {
    // expected-note@below {{by overwritten+0x0 (STG.E [R2], R4}}
    sass.stg "STG.E [R2], R4 {stall:1}"
    // expected-error@below {{R4 is overwritten while it is still to be read}}
    sass.iadd3 "IADD3 R4, R0, 0x1, RZ {stall:1}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

sass.module attributes {sm = 90 : i32} {
  sass.func @yield {
    // expected-error@below {{the stall count needs a yield}}
    sass.iadd3 "IADD3 R4, R0, 0x1, RZ {stall:13}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// The smallest integer product is faster than the others; a group of copies
// without a barrier cannot be waited for.
sass.module attributes {sm = 90 : i32} {
  sass.func @tensor {
    // expected-note@below {{by tensor+0x0 (IMMA.8816}}
    sass.imma.8816 "IMMA.8816.S8.S8 R6, R0.ROW, R5.COL, R6 {stall:11, yield}"
    // expected-error@below {{R6 is read 11 cycles after it was written, 13 are needed}}
    sass.iadd3 "IADD3 R8, R6, 0x1, RZ {stall:2}"
    sass.iadd3 "IADD3 R9, R7, 0x1, RZ {stall:5}"
    sass.ldgdepbar "LDGDEPBAR {stall:4, wr:0}"
    // expected-error@below {{a group of copies sets no dependency barrier}}
    sass.ldgdepbar "LDGDEPBAR {stall:4}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}

// -----

// A fence of asynchronous accesses tells by a barrier that it is done.
sass.module attributes {sm = 90 : i32} {
  sass.func @fence {
    sass.fence.view.async "FENCE.VIEW.ASYNC.S {stall:2, wr:0}"
    sass.exit "EXIT {stall:5, wait:0b000001}"
    sass.end
  }
}

// -----

// Uniform registers of bulk copies are read later, those of an arrival and of the
// request for a cluster at once.
sass.module attributes {sm = 100 : i32} {
  sass.func @uniform_sources {
    // expected-note@below {{by uniform_sources+0x0 (UTMACCTL.PF [UR4])}}
    sass.utmacctl "UTMACCTL.PF [UR4] {stall:1}"
    // expected-error@below {{UR4 is overwritten while it is still to be read}}
    sass.umov "UMOV UR4, 0x1 {stall:12, yield}"
    sass.arrives "ARRIVES.LDGSTSBAR.64.ARVCNT [UR4+0x50] {stall:1}"
    sass.umov "UMOV UR4, 0x2 {stall:12, yield}"
    sass.ugetnextworkid "UGETNEXTWORKID.SELFCAST [UR6], [UR7] {stall:6}"
    sass.umov "UMOV UR7, 0x3 {stall:12, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}
