"""Writes a function in Ori that holds COUNT loaded words, a pair for addresses, and a double
that is a constant, which is stored in front of all others and behind them."""

import sys

count = int(sys.argv[1])
print("""ori.module attributes {sm = 90 : i32} {
ori.func @double attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %low = ori.imm 0 : !ori.r
  %high = ori.imm 1071644672 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %m0 = ori.mov %low
  %m1 = ori.mov %high
  %c = ori.combine %m0, %m1 : !ori.r, !ori.r -> !ori.r<2>
  ori.stg<desc, type = "64"> %a, %d, %c""")
for i in range(count):
    print("  %%w%d, %%p%d = ori.ldg<desc, offset = %d> %%a, %%d, %%t" % (i, i, 1024 + 4 * i))
for i in range(count):
    print("  ori.stg<desc, offset = %d> %%a, %%d, %%w%d" % (4096 + 4 * i, i))
print("""  ori.stg<desc, type = "64", offset = 8> %a, %d, %c
  ori.exit
}
}""")
