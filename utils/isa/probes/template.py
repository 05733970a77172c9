# ===- template.py - PTX for probe-kernels.py ---------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The kernel around a snippet of PTX, and what all snippets may use.

Per-thread values (vector registers): %r1..%r4, %rd6, %rd7, %f1..%f4, %d1, %d2, %h1..%h4,
%q1, addresses %rd2 and %rd3 (global), %rd5 (generic), %r5 (shared). The same for all
threads (uniform registers): %r30, %r31, %rd10, %f10, addresses %rd20 (global), %rd21
(generic), %r32 (shared). Results go into %r9, %rd9, %f9, %d9.
"""

PROLOGUE = """.version 9.0
.target %TARGET%
.address_size 64
.extern .shared .align 128 .b8 shared[];
.shared .align 16 .b8 fixed[512];
.shared .align 8 .b64 mbar[4];
.const .align 16 .b8 table[1024];
.global .align 16 .b8 gtable[1024];
.func (.param .b32 r) noinline_function(.param .b32 a);
.func (.param .b32 r) noinline_function(.param .b32 a)
{
  .reg .b32 %r<4>; .reg .pred %p<2>;
  .param .b32 p0; .param .b32 r0;
  ld.param.u32 %r0, [a];
  setp.lt.u32 %p0, %r0, 2;
  @%p0 bra L;
  sub.u32 %r0, %r0, 1;
  st.param.b32 [p0], %r0;
  call (r0), noinline_function, (p0);
  ld.param.b32 %r1, [r0];
  mul.lo.u32 %r0, %r0, %r1;
L:
  st.param.b32 [r], %r0;
  ret;
}
"""

KERNEL = """.visible .entry k%INDEX%(.param .u64 out, .param .u64 in, .param .u32 a, .param .u32 b,
    .param .u64 c, .param .f32 f, .param .align 64 .b8 block[256])
{
  .reg .pred %p<9>; .reg .b16 %h<10>; .reg .b32 %r<60>; .reg .f32 %f<40>; .reg .b8 %c<4>;
  .reg .b64 %rd<40>; .reg .f64 %d<20>; .reg .b128 %q<4>;
  .local .align 16 .b8 local[64];
  ld.param.u64 %rd0, [out]; ld.param.u64 %rd1, [in];
  ld.param.u32 %r30, [a]; ld.param.u32 %r31, [b]; ld.param.u64 %rd10, [c]; ld.param.f32 %f10, [f];
  cvta.to.global.u64 %rd2, %rd0; cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd20, %rd10;
  mov.u64 %rd21, %rd10;
  mov.u32 %r0, %tid.x; mul.wide.u32 %rd4, %r0, 64;
  add.u64 %rd2, %rd2, %rd4; add.u64 %rd3, %rd3, %rd4; add.u64 %rd5, %rd1, %rd4;
  ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd3];
  ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd3+16];
  ld.global.v2.b64 {%rd6, %rd7}, [%rd3+32];
  ld.global.v2.f64 {%d1, %d2}, [%rd3+48];
  mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2;
  setp.ne.u32 %p1, %r1, 7; setp.gt.s32 %p2, %r2, %r3; setp.gt.u32 %p6, %r30, %r31;
  mov.u64 %rd8, shared; cvt.u32.u64 %r5, %rd8; add.u32 %r32, %r5, %r30; add.u32 %r5, %r5, %r3;
  mov.u32 %r33, mbar; mov.u64 %rd11, local;
  mov.b32 %r9, %r4; mov.b64 %rd9, %rd6; mov.f32 %f9, %f1; mov.f64 %d9, %d1;
  mov.b128 %q1, {%rd6, %rd7}; mov.b16 %h9, %h1;
  %BODY%
  st.global.b32 [%rd2], %r9; st.global.b64 [%rd2+8], %rd9; st.global.f32 [%rd2+16], %f9;
  st.global.f64 [%rd2+24], %d9;
  ret;
}"""


def kernel(index, body):
    text = KERNEL.replace("%INDEX%", str(index)).replace("%BODY%", body)
    if "%q" not in body:
        # 128-bit registers exist from sm_70 on in PTX 8.3 only.
        text = text.replace("mov.b128 %q1, {%rd6, %rd7}; ", "")
    return text
