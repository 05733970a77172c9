"""Writes a function in which threads that are apart make a uniform predicate,
which guards an instruction and, far behind that, is read by what stands in
`reader`: far_branch.py guard|branch."""

import sys

READERS = {
    "guard": '    sass.umov "@UP0 UMOV UR5, 0x1 {stall:5}"',
    "branch": '    sass.bra.up "BRA.U UP0, .+0x10 {stall:5}" #sass.label<"end">',
}
out = ["sass.module attributes {sm = 90 : i32} {", "  sass.func @f attributes {kernel} {",
       '    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"',
       '    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"',
       '    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb2, ^bb1',
       "  ^bb1:",
       '    sass.voteu "VOTEU.ANY UP0, P0 {stall:5}"',
       '    sass.umov "@UP0 UMOV UR4, 0x1 {stall:5}"']
out += ['    sass.nop "NOP {stall:1}"'] * 2000
for block in range(2, 200):
    out += ["    sass.fallthrough ^bb%d" % block, "  ^bb%d:" % block, '    sass.nop "NOP {stall:1}"']
out += [READERS[sys.argv[1]], '    sass.label "end"', '    sass.exit "EXIT {stall:5}"', "    sass.end", "  }", "}"]
print("\n".join(out))
