#!/usr/bin/env python3
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A PTX module of N kernels of different length that share variables."""

import sys

print(""".version 8.0
.target sm_90
.address_size 64
.global .align 4 .u32 total;
.const .align 4 .u32 factor = 3;""")
for k in range(int(sys.argv[1])):
    body = "\n".join(f"  mad.lo.u32 %r2, %r2, %r1, {i};" for i in range(k * 5))
    print(f"""
.visible .entry k{k}(.param .u32 n) {{
  .reg .b32 %r<5>; .reg .pred %p<2>;
  .shared .align 8 .b8 buffer[{8 * k + 8}];
  ld.param.u32 %r1, [n];
  ld.const.u32 %r2, [factor];
  mov.u32 %r3, %tid.x;
  setp.ge.u32 %p1, %r3, %r1;
  @%p1 bra DONE;
{body}
  st.shared.u32 [buffer], %r2;
DONE:
  bar.sync 0;
  ld.shared.u32 %r4, [buffer];
  st.global.u32 [total], %r4;
  ret;
}}""")
