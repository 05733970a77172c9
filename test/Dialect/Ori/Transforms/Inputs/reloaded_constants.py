"""Writes a function in Ori that holds COUNT loaded words, each of which is stored TIMES
times, a pair for addresses, and twelve constants from a bank that are stored in front of
all others and behind them."""

import sys

count, times = int(sys.argv[1]), int(sys.argv[2])
print("""ori.module attributes {sm = 90 : i32} {
ori.func @reloaded attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>""")
for i in range(12):
    print("  %%c%d = ori.ldc<offset = %d> %%zero" % (i, 528 + 4 * i))
    print("  ori.stg<desc, offset = %d> %%a, %%d, %%c%d" % (4 * i, i))
for i in range(count):
    print("  %%w%d, %%p%d = ori.ldg<desc, offset = %d> %%a, %%d, %%t" % (i, i, 1024 + 4 * i))
for n in range(times):
    for i in range(count):
        print("  ori.stg<desc, offset = %d> %%a, %%d, %%w%d" % (4096 + 1024 * n + 4 * i, i))
for i in range(12):
    print("  ori.stg<desc, offset = %d> %%a, %%d, %%c%d" % (64 + 4 * i, i))
print("""  ori.exit
}
}""")
