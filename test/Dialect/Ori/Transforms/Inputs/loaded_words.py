"""Writes a function in Ori that holds COUNT loaded words, each of which is stored TIMES
times (once without it), a pair for addresses, and constants. KIND says which:

moves    three that are moved to registers and stored behind all others
again    the same, stored in front of all others, too
double   one of two words, which is stored in front of all others and behind them
bank     twelve that are loaded from a bank and stored in both places"""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
times = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def store(offset, value, mods=""):
    print("  ori.stg<desc, %soffset = %d> %%a, %%d, %s" % (mods, offset, value))


print("""ori.module attributes {sm = 90 : i32} {
ori.func @loaded attributes {kernel} {
  %t = ori.imm true : !ori.p
  %d = ori.imm 0 : !ori.ur<2>
  %zero = ori.imm 0 : !ori.r
  %k = ori.imm 1071644672 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %a = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>""")
if kind in ("moves", "again"):
    constants, mods = ["%c0", "%c1", "%c2"], ""
    for c in constants:
        print("  %s = ori.mov %%k" % c)
elif kind == "double":
    constants, mods = ["%c"], 'type = "64", '
    print("""  %m0 = ori.mov %zero
  %m1 = ori.mov %k
  %c = ori.combine %m0, %m1 : !ori.r, !ori.r -> !ori.r<2>""")
else:
    constants, mods = ["%%c%d" % i for i in range(12)], ""
for i, c in enumerate(constants):
    if kind == "bank":
        print("  %s = ori.ldc<offset = %d> %%zero" % (c, 528 + 4 * i))
    if kind != "moves":
        store(4 * i, c, mods)
for i in range(count):
    print("  %%w%d, %%p%d = ori.ldg<desc, offset = %d> %%a, %%d, %%t" % (i, i, 1024 + 4 * i))
for n in range(times):
    for i in range(count):
        store(4096 + 1024 * n + 4 * i, "%%w%d" % i)
for i, c in enumerate(constants):
    store(64 + 4 * i, c, mods)
print("""  ori.exit
}
}""")
