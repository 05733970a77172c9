"""Writes a function in Ori that holds COUNT loaded words, a pair for addresses, and three
constants that are stored behind all others."""

import sys

count = int(sys.argv[1])
print("""ori.module attributes {sm = 90 : i32} {
ori.func @loaded attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %k = ori.imm 77 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %c0 = ori.mov %k
  %c1 = ori.mov %k
  %c2 = ori.mov %k""")
for i in range(count):
    print("  %%w%d, %%p%d = ori.ldg<desc, offset = %d> %%a, %%d, %%t" % (i, i, 4 * i))
for i in range(count):
    print("  ori.stg<desc, offset = %d> %%a, %%d, %%w%d" % (4 * i, i))
for i in range(3):
    print("  ori.stg<desc, offset = %d> %%a, %%d, %%c%d" % (8000 + 4 * i, i))
print("""  ori.exit
}
}""")
