"""mma.m8n8k4 of f16 with factors whose sums are not exact: our code at -O0 and -O3 adds in the
order in which ptxas's does, so that every bit is the same. (No order is that of the PTX ISA.)"""

import argparse
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import run  # noqa: E402
from quad_cases import Quads  # noqa: E402

ARCHES = ("sm_80", "sm_90", "sm_100", "sm_120")


def numbers(case, rng):
    """Factors of all magnitudes, some not finite."""
    def half():
        kind = rng.randrange(40)
        special = {0: 0x7c00, 1: 0xfc00, 2: 0x7e01, 3: 0x8000, 4: 0x0001}
        return special.get(kind, rng.getrandbits(16) & 0xbfff)
    lanes = []
    for _ in range(32):
        words = [half() | half() << 16 for _ in range(4)]
        if case.c == "f16":
            words += [half() | half() << 16 for _ in range(4)]
        else:
            words += [struct.unpack("<I", struct.pack("<f", rng.gauss(0, 1) * 2.0 ** rng.randrange(-30, 5)))[0]
                      for _ in range(8)]
        lanes.append(struct.pack("<16I", *(words + [0] * (16 - len(words)))))
    return b"".join(lanes)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    cases = [Quads(d, c, a, b) for d, c in (("f16", "f16"), ("f32", "f16"), ("f32", "f32"))
             for a in ("row", "col") for b in ("row", "col")]
    ptx, data, out = (os.path.join(o.tmp, name) for name in ("quads.ptx", "in", "out"))
    with open(ptx, "w") as f:
        f.write(".version 8.7\n.target sm_75\n.address_size 64\n" + "".join(c.text() for c in cases))
    rng = random.Random(11)
    runs = bad = 0
    for arch in ARCHES:
        cubins = {}
        for name, command in (("ptxas", ["ptxas"]), ("O0", ["optxas", "-O0"]), ("O3", ["optxas", "-O3"])):
            cubins[name] = os.path.join(o.tmp, "%s.%s.cubin" % (arch, name))
            code, text = run(*command, "-arch=" + arch, ptx, "-o", cubins[name])
            if code:
                sys.exit(text)
        for case in cases:
            with open(data, "wb") as f:
                f.write(numbers(case, rng))
            got = {}
            for name, cubin in cubins.items():
                code, text = run("ptx-run", cubin, "--kernel=" + case.name, "--block=32",
                                 "--arg=buf:file," + data, "--arg=buf:zero,1024:out=" + out)
                got[name] = text if code else open(out, "rb").read()
            for name in ("O0", "O3"):
                runs += 1
                if got[name] != got["ptxas"] or isinstance(got[name], str):
                    bad += 1
                    print("%s: %s %s: DIFFERENT %s" % (
                        case.name, arch, name, got[name] if isinstance(got[name], str) else ""))
    print("%d kernels, %d runs, %d different" % (len(cases), runs, bad))


if __name__ == "__main__":
    main()
