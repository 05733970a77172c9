#!/usr/bin/env python3
"""A kernel with COUNT loaded values that are all in registers at a barrier, next to
two that are the same in all threads of a block and are read behind it.

usage: uniform_pressure.py COUNT
"""
import sys

count = int(sys.argv[1])
print(""".version 8.7
.target sm_75
.address_size 64
.visible .entry uniform_pressure(.param .u64 .ptr .global in, .param .u64 .ptr .global out, .param .u32 n)
{
  .reg .b32 %%r<16>, %%v<%d>, %%w<%d>;
  .reg .b64 %%rd<16>;
  ld.param.u64 %%rd1, [in];
  ld.param.u64 %%rd2, [out];
  ld.param.u32 %%r1, [n];
  mov.u32 %%r2, %%ctaid.x;
  mov.u32 %%r3, %%tid.x;
  mul.lo.s32 %%r4, %%r1, %%r2;
  mul.wide.u32 %%rd3, %%r2, 4;
  add.s64 %%rd4, %%rd1, %%rd3;
  ld.global.u32 %%r5, [%%rd4];
  mul.wide.u32 %%rd5, %%r3, %d;
  add.s64 %%rd6, %%rd1, %%rd5;
  add.s64 %%rd7, %%rd2, %%rd5;""" % (count, count, 4 * count))
for i in range(count):
    print("  ld.global.u32 %%v%d, [%%rd6+%d];" % (i, 4 * i))
    if i == count // 2:
        # Nobody waits for the load before this.
        print("  st.global.u32 [%%rd7+%d], %%r5;" % (4 * count))
print("  bar.sync 0;")
for i in range(count):
    print("  add.s32 %%w%d, %%v%d, %%r4;" % (i, i))
    print("  xor.b32 %%w%d, %%w%d, %%r5;" % (i, i))
    print("  st.global.u32 [%%rd7+%d], %%w%d;" % (4 * i, i))
print("  ret;\n}")
