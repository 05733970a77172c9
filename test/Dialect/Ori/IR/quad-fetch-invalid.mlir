// RUN: ptx-opt %s --split-input-file --verify-diagnostics

ori.module attributes {sm = 80 : i32} {
  ori.func @k attributes {kernel} {
    %x = ori.imm 0 : !ori.r
    %w = ori.undef : !ori.r<17>
    // expected-error @below {{'ori.quad_fetch' op needs a tuple of 18 registers}}
    %a = ori.quad_fetch 0 "1d" mask 1 index 88 area 0 at (%x) by (%x) (%x) in %w : !ori.r<17>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 80 : i32} {
  ori.func @k attributes {kernel} {
    %x = ori.imm 0 : !ori.r
    %w = ori.undef : !ori.r<18>
    // expected-error @below {{'ori.quad_fetch' op a quad has four threads}}
    %a = ori.quad_fetch 4 "1d" mask 1 index 88 area 0 at (%x) by (%x) (%x) in %w : !ori.r<18>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 80 : i32} {
  ori.func @k attributes {kernel} {
    %x = ori.imm 0 : !ori.r
    %w = ori.undef : !ori.r<18>
    // expected-error @below {{'ori.quad_fetch' op a texel has four components}}
    %a = ori.quad_fetch 0 "1d" mask 0 index 88 area 0 at (%x) by (%x) (%x) in %w : !ori.r<18>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 80 : i32} {
  ori.func @k attributes {kernel} {
    %x = ori.imm 0 : !ori.r
    %w = ori.undef : !ori.r<18>
    // expected-error @below {{'ori.quad_fetch' op needs 3 coordinates, and as many numbers in each gradient}}
    %a = ori.quad_fetch 0 cube mask 1 index 88 area 0 at (%x, %x, %x) by (%x, %x, %x) (%x, %x) in %w : !ori.r<18>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 80 : i32} {
  ori.func @k attributes {kernel} {
    %x = ori.imm 0 : !ori.r
    %w = ori.undef : !ori.r<18>
    // expected-error @below {{'ori.quad_fetch' op needs a layer}}
    %a = ori.quad_fetch 0 a1d mask 1 index 88 area 0 at (%x) by (%x) (%x) in %w : !ori.r<18>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 80 : i32} {
  ori.func @k attributes {kernel} {
    %x = ori.imm 0 : !ori.r
    %w = ori.undef : !ori.r<18>
    // expected-error @below {{'ori.quad_fetch' op has a layer}}
    %a = ori.quad_fetch 0 "2d" mask 1 index 88 area 0 at (%x, %x) by (%x, %x) (%x, %x) layer %x in %w : !ori.r<18>
    ori.exit
  }
}
