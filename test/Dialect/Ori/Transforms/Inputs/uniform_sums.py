"""Writes a function in Ori with COUNT sums of a CTA number, each of which a sum of the next
block reads."""

import sys

count = int(sys.argv[1])
print("""ori.module attributes {sm = 90 : i32} {
ori.func @sums attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %i = ori.s2r<sr = "SR_CTAID.X">""")
for k in range(count):
    print("  %%k%d = ori.imm %d : !ori.r" % (k, 1000 + k))
    print("  %%a%d, %%ap%d, %%aq%d = ori.iadd3 %%i, %%k%d, %%zero, %%t, %%t" % (k, k, k, k))
print("  ori.bra ^bb1\n^bb1:")
for k in range(count):
    print("  %%b%d, %%bp%d, %%bq%d = ori.iadd3 %%x, %%a%d, %%zero, %%t, %%t" % (k, k, k, k))
    print("  ori.sts<offset = %d> %%x, %%u, %%b%d" % (4 * k, k))
print("""  ori.exit
}
}""")
