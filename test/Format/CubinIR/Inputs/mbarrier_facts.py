"""What cubins say of mbarriers: for each operation, our file lists an instruction with the number
that is known of it, and the file of --ptxas the same ones."""

import argparse
import os
import re
import subprocess
import sys

KERNEL = """.visible .entry k%d(.param .u64 p, .param .u32 x, .param .u64 g)
{
  .reg .b64 %%p, %%g, %%tok;
  .reg .b32 %%r<6>;
  .reg .pred %%q;
  .shared .align 8 .b64 bar%d[8];
  ld.param.u64 %%p, [p];
  ld.param.u64 %%g, [g];
  mov.u32 %%r0, bar%d;
  mov.u32 %%r5, %%tid.x;
  shl.b32 %%r1, %%r5, 3;
  add.u32 %%r0, %%r0, %%r1;
  ld.global.b64 %%tok, [%%p+64];
  mov.pred %%q, 0;
  %s
  selp.b32 %%r3, 1, 2, %%q;
  st.global.b32 [%%p], %%r3;
  st.global.b64 [%%p+8], %%tok;
  ret;
}
"""
# The operation, what is said of it (none: nothing), and the first SM that has it.
OPERATIONS = [
    ("mbarrier.init.shared.b64 [bar+8], 32", 0, 80),
    ("mbarrier.init.shared.b64 [%r0+8], 32", 0, 80),
    ("mbarrier.arrive.shared.b64 %tok, [bar]", 1, 80),
    ("mbarrier.arrive.shared.b64 %tok, [bar], 3", 1, 90),
    ("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r0]", 1, 90),
    ("mbarrier.arrive.noComplete.shared.b64 %tok, [bar], 2", 2, 80),
    ("mbarrier.arrive_drop.shared.b64 %tok, [bar]", 3, 80),
    ("mbarrier.arrive_drop.noComplete.shared.b64 %tok, [bar], 2", 4, 80),
    ("mbarrier.test_wait.shared.b64 %q, [bar], %tok", 5, 80),
    ("mbarrier.test_wait.parity.shared.b64 %q, [bar], 1", 6, 80),
    ("cp.async.mbarrier.arrive.shared.b64 [bar+16]", 7, 80),
    ("cp.async.mbarrier.arrive.noinc.shared.b64 [bar+16]", 7, 80),
    ("mbarrier.inval.shared.b64 [bar]", 8, 90),
    ("mbarrier.try_wait.shared.b64 %q, [bar], %tok", 9, 90),
    ("mbarrier.try_wait.parity.shared.b64 %q, [bar], %r5", 10, 90),
    ("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 8", 11, 90),
    ("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 8", 12, 90),
    ("mbarrier.arrive.expect_tx.shared.b64 %tok, [bar], 64", None, 90),
    ("mbarrier.arrive_drop.expect_tx.shared.b64 %tok, [bar], 64", None, 90),
]
WHAT = 0x1f  # in the last word of a record, below bits for kinds of addresses


def facts(dump, path, names):
    """By kernel: the numbers in MBARRIER_INSTR_OFFSETS, and NUM_MBARRIERS."""
    text = subprocess.run([sys.executable, dump, "--dump", path], capture_output=True, text=True,
                          check=True).stdout
    result = {}
    for name in names:
        part = re.search(r"section \.nv\.info\.%s\n(.*?)(?=\nsection |\Z)" % name, text, re.S).group(1)
        words = re.search(r"MBARRIER_INSTR_OFFSETS: (.*)", part)
        words = [int(w, 0) for w in words.group(1).split()] if words else []
        count = re.search(r"NUM_MBARRIERS = (\w+)", part)
        result[name] = (sorted(set(w & WHAT for w in words[3::4])),
                        int(count.group(1), 0) if count else None)
    return result


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("dump", help="compare-cubins.py")
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    bad = count = 0
    for sm in (80, 89, 90, 100):
        chosen = [(k, op) for k, op in enumerate(OPERATIONS) if op[2] <= sm]
        path = os.path.join(o.tmp, "sm_%d.ptx" % sm)
        with open(path, "w") as f:
            f.write(".version 8.7\n.target sm_%d\n.address_size 64\n" % sm)
            for k, (text, _, _) in chosen:
                f.write(KERNEL % (k, k, k, text.replace("[bar", "[bar%d" % k) + ";"))
        for compiler, level in ([("optxas", "-O0"), ("optxas", "-O3")] + [("ptxas", "-O3")] * o.ptxas):
            cubin = "%s.%s%s.cubin" % (path, compiler, level)
            subprocess.run([compiler, level, "-arch=sm_%d" % sm, path, "-o", cubin], check=True)
            got = facts(o.dump, cubin, ["k%d" % k for k, _ in chosen])
            for k, (text, what, _) in chosen:
                count += 1
                want = ([], None) if what is None else ([what], int(what == 0))
                if got["k%d" % k] != want:
                    bad += 1
                    print("sm_%d %s %s: %s: %s, not %s" % (sm, compiler, level, text, got["k%d" % k], want))
    print("%d operations, %d wrong" % (count, bad))


if __name__ == "__main__":
    main()
