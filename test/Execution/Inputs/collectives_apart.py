#!/usr/bin/env python3
"""Writes a PTX module whose kernels execute one collective at several places.

    collectives_apart.py SM

The threads of a warp go two or three ways, each of which has the collective once,
or in a loop; the loops have equal trip counts. The mask is the whole warp, as a
constant or in a register, or one of two halves whose threads go all ways."""

import itertools
import sys

OPS = {
    "idx": "shfl.sync.idx.b32 %r1|%q1, %v, %lane, 31, %m;",
    "up": "shfl.sync.up.b32 %r1|%q1, %v, %near, 0x1800, %m;",
    "down": "shfl.sync.down.b32 %r1|%q1, %v, %near, 0x181f, %m;",
    "bfly": "shfl.sync.bfly.b32 %r1|%q1, %v, %near, 31, %m;",
    "ballot": "vote.sync.ballot.b32 %r1, %q1, %m;",
    "any": "vote.sync.any.pred %q1, %q1, %m;",
    "all": "vote.sync.all.pred %q1, %q1, %m;",
    "uni": "vote.sync.uni.pred %q1, %q1, %m;",
    "match_any": "match.any.sync.b32 %r1, %r2, %m;",
    "match_all": "match.all.sync.b32 %r1|%q1, %r2, %m;",
    "redux_add": "redux.sync.add.s32 %r1, %v, %m;",
    "redux_xor": "redux.sync.xor.b32 %r1, %v, %m;",
}
# The base of what a lane reads is in its half.
MASKS = {
    "constant": "mov.u32 %m, -1;",
    "register": "or.b32 %m, %n, 0xffff; or.b32 %m, %m, 0xffff0000;",
    "halves": """and.b32 %base, %t, 8;
  setp.eq.u32 %q1, %base, 0;
  selp.b32 %m, 0x00ff00ff, 0xff00ff00, %q1;""",
}
HEAD = """.visible .entry {name}(.param .u64 p)
{{
  .reg .b64 %p<3>;
  .reg .b32 %t, %n, %i, %m, %v, %base, %lane, %near, %way, %r<4>;
  .reg .pred %q<4>;
  ld.param.u64 %p1, [p];
  ld.global.u32 %n, [%p1+8192];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %p2, %t, 4;
  add.u64 %p1, %p1, %p2;
  ld.global.u32 %v, [%p1];
  mov.u32 %base, 0;
  {mask}
  and.b32 %n, %n, 3;
  mov.u32 %r1, 0;
  rem.u32 %way, %t, {places};
"""
WAY = """WAY{k}:
  mov.u32 %i, 0;
LOOP{k}:
  add.u32 %near, %i, {k};
  and.b32 %near, %near, 7;
  add.u32 %lane, %base, %near;
  setp.gt.u32 %q1, %v, {limit};
  shr.u32 %r2, %v, 31;
  {op}
  selp.b32 %r3, {odd}, 8, %q1;
  mad.lo.u32 %v, %v, {odd}, %r3;
  add.u32 %v, %v, %r1;
"""
LOOP = """  add.u32 %i, %i, 1;
  setp.le.u32 %q2, %i, %n;
  @%q2 bra LOOP{k};
"""


def kernel(op, places, in_loop, mask):
    name = "_".join((op, str(places), "loop" if in_loop else "once", mask))
    text = HEAD.format(name=name, places=places, mask=MASKS[mask])
    for k in range(1, places):
        text += "  setp.eq.u32 %q1, %way, {0};\n  @%q1 bra WAY{0};\n".format(k)
    for k in range(places):
        text += WAY.format(k=k, op=OPS[op], odd=2 * k + 3, limit=(k + 1) << 29)
        text += LOOP.format(k=k) if in_loop else ""
        text += "  st.global.u32 [%%p1+%d], %%v;\n  bra END;\n" % (1024 * k + 1024)
    return text + "END:\n  st.global.u32 [%p1], %v;\n  ret;\n}\n"


def main():
    sm = int(sys.argv[1])
    print(".version %s\n.target sm_%d\n.address_size 64" % (
        "8.7" if sm >= 100 else "8.0", sm))
    for case in itertools.product(OPS, (2, 3), (False, True), MASKS):
        if sm >= 80 or not case[0].startswith("redux"):
            print(kernel(*case))


if __name__ == "__main__":
    main()
