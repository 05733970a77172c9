"""Compiles programs of SMALL repeats and of LARGE ones, and asks whether the time
grows by more than a factor of LIMIT: optimizer_scaling.py SMALL LARGE LIMIT."""

import os
import resource
import subprocess
import sys
import tempfile

HEAD = """.version 8.5
.target sm_90
.address_size 64
.visible .entry f(.param .u64 out, .param .u32 n) {
  .reg .b64 %at, %sum, %a;
  .reg .b32 %x, %y, %i, %n, %v<64>;
  .reg .pred %p;
  ld.param.u64 %at, [out];
  ld.param.u32 %n, [n];
  mov.u32 %x, %tid.x;
  mov.u32 %y, %tid.y;
  mov.u32 %i, 0;
  mov.u64 %sum, %at;
"""

TAIL = """  st.global.u32 [%at], %x;
  st.global.u64 [%at+8], %sum;
  ret;
}
"""


def write_triangles(n):
    """Branches round one instruction each, in a row: predication makes one block."""
    for k in range(n):
        yield "setp.gt.s32 %%p, %%x, %d;" % (3 * k)
        yield "@%%p bra L%d;" % k
        yield "add.s32 %%x, %%x, %d;" % (k + 7)
        yield "L%d:" % k


def write_sums(n):
    """All the sums are of one value, which is multiplied and shifted for them."""
    for _ in range(n):
        yield "mov.b64 %a, {%y, %x};"
        yield "shl.b64 %a, %a, 5;"
        yield "add.s64 %sum, %sum, %a;"
        yield "mul.wide.s32 %a, %x, %y;"
        yield "add.s64 %sum, %sum, %a;"
        yield "cvt.u32.u64 %x, %sum;"


def write_loads(n):
    """A long block in a loop, all of whose loads could come first."""
    yield "Loop:"
    for k in range(n):
        yield "ld.global.u32 %%v%d, [%%at+%d];" % (k % 64, 4 * k)
        yield "mad.lo.s32 %%x, %%v%d, %%n, %%x;" % (k % 64)
    yield "add.s32 %i, %i, 1;"
    yield "setp.lt.s32 %p, %i, %n;"
    yield "@%p bra Loop;"


def write_words(n):
    """One aligned word of shared memory again and again, stores between."""
    yield ".shared .align 16 .b32 words[64];"
    yield "shl.b32 %i, %x, 4;"
    yield "mov.u32 %n, words;"
    yield "add.u32 %i, %i, %n;"
    for k in range(8 * n):
        yield "ld.shared.u32 %%v%d, [%%i];" % (k % 64)
        yield "st.global.u32 [%%at+%d], %%v%d;" % (4 * k + 16, k % 64)


def measure(path):
    """Seconds that the compiler works, the least of three times."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["ptx-opt", path, "--pipeline=O3", "-o", os.devnull,
                        "--stop-after=ori-schedule-instructions"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    sizes, limit = [int(size) for size in sys.argv[1:3]], float(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        for write in (write_triangles, write_sums, write_loads, write_words):
            paths = []
            for size in sizes:
                paths.append("%s/%d.ptx" % (folder, size))
                with open(paths[-1], "w", encoding="utf-8") as f:
                    f.write(HEAD + "".join("  %s\n" % line for line in write(size)) + TAIL)
            # Once more, if others kept the machine busy.
            least = [float("inf"), float("inf")]
            for _ in range(3):
                least = [min(old, measure(path)) for old, path in zip(least, paths)]
                if least[1] <= limit * least[0]:
                    break
            print("%s: %s" % (write.__name__.removeprefix("write_"),
                              "in time" if least[1] <= limit * least[0] else
                              "%.3f seconds, then %.3f" % tuple(least)))


main()
