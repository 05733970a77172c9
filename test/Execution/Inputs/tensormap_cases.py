"""tensormap.replace, tensormap.cp_fenceproxy: a copy through a map that the kernel has
changed, or made of zeros. The PTX interpreter, and with --ptxas the machine on ptxas's code, against
copies made here."""

import argparse
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bulk_cases  # noqa: E402
from engines import engines, run  # noqa: E402

ELEMENTS = ["u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f32.ftz", "f64", "bf16"]
SWIZZLES = [0, 32, 64, 128]
ATOMS = ["16", "32", "32flip", "64"]


class Changed(bulk_cases.Case):
    """`tensor` is what the kernel makes of `before`, in memory of a space."""

    def __init__(self, name, before, tensor, space):
        super().__init__("load_%s_%s" % (space[:6], name), tensor=tensor)
        self.before, self.space = before, space

    # What a word of the map is before: %far at [%x].
    begin = "ld.b32 %far, [%x];"

    @staticmethod
    def strides(t):
        width, out = bulk_cases.WIDTH[t[0]], []
        for d in t[1][:-1]:
            width *= d
            out.append(width)
        return out

    def replacements(self):
        old, new = self.before[:5], self.tensor[:5]
        rank, strides = len(new[1]), self.strides
        yield "global_address", "b64", None, "%x"
        if len(old[1]) != rank:
            yield "rank", "b32", None, rank - 1
        if old[0] != new[0]:
            yield "elemtype", "b32", None, ELEMENTS.index(new[0])
        for k in range(rank):
            for field, a, b in (("global_dim", old[1], new[1]), ("box_dim", old[2], new[2]),
                                ("element_stride", old[3], new[3])):
                if k >= len(a) or a[k] != b[k]:
                    yield field, "b32", k, b[k]
        for k, s in enumerate(strides(new)):
            if strides(old)[k:k + 1] != [s]:
                yield "global_stride", "b64", k, s
        if old[4] != new[4]:
            yield "swizzle_mode", "b32", None, SWIZZLES.index(new[4])
        if len(self.before) != len(self.tensor):
            yield "fill_mode", "b32", None, int(len(self.tensor) > 5)
        if self.atom != "16":
            yield "swizzle_atomicity", "b32", None, ATOMS.index(self.atom)

    def text(self):
        place = "%p" if self.space == "global" else "%i"
        lines = """  .reg .b64 %p;
  .shared .align 128 .b8 smap[128];
  mov.u32 %i, smap;
  mov.u64 %p, gmap_{name};
  shl.b32 %v, %t, 2;
  cvt.u64.u32 %x, %v;
  add.u64 %x, %x, %map;
  {begin}
  add.u32 %v, %v, %i;
  st.shared.b32 [%v], %far;
  bar.warp.sync 0xffffffff;
"""
        copy = """  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%p], [%i], 128;
"""
        if self.space == "global":
            lines += copy
        # The tensor begins 256 bytes later than that of the map.
        lines += "  add.u64 %x, %in, 256;\n  @!%first bra {name}_changed;\n"
        for field, kind, dim, value in self.replacements():
            lines += "  tensormap.replace.tile.%s.%s.b1024.%s [%s], %s%s;\n" % (
                field, self.space, kind, place, "" if dim is None else "%d, " % dim, value)
        lines += "{name}_changed:\n  bar.warp.sync 0xffffffff;\n"
        lines += copy if self.space != "global" else (
            "  fence.proxy.tensormap::generic.release.gpu;\n")
        lines += """  fence.proxy.tensormap::generic.acquire.gpu [%p], 128;
  mov.u64 %map, %p;
"""
        text = super().text().replace("  setp.eq.u32 %first, %t, 0;\n",
                                      "  setp.eq.u32 %first, %t, 0;\n" +
                                      lines.replace("{name}", self.name).replace(
                                          "{begin}", self.begin), 1)
        return ".global .align 128 .b8 gmap_%s[128];\n" % self.name + text

    def box(self, start):
        for at, address, width in super().box(start):
            yield at, None if address is None else address + 256, width

    def arguments(self, tmp):
        changed = self.tensor, self.atom
        self.tensor, self.atom = self.before, "16"
        out = super().arguments(tmp)
        self.tensor, self.atom = changed
        return out


class Made(Changed):
    """All fields of a map of zeros, in any order. `left_out` is a field that is not set."""

    begin = "mov.b32 %far, 0;"

    def __init__(self, name, tensor, space, left_out=None):
        super().__init__("zeros_" + name, ("u32", [64, 32], [32, 8], [1, 1], 0), tensor, space)
        self.left_out = left_out

    def replacements(self):
        element, dims, box, steps, swizzle = self.tensor[:5]
        every = [("global_address", "b64", None, "%x"), ("rank", "b32", None, len(dims) - 1),
                 ("elemtype", "b32", None, ELEMENTS.index(element)),
                 ("interleave_layout", "b32", None, 0),
                 ("swizzle_mode", "b32", None, SWIZZLES.index(swizzle)),
                 ("fill_mode", "b32", None, int(len(self.tensor) > 5))]
        if self.atom != "16":
            every.append(("swizzle_atomicity", "b32", None, ATOMS.index(self.atom)))
        for field, kind, values in (("global_dim", "b32", dims), ("box_dim", "b32", box),
                                    ("element_stride", "b32", steps),
                                    ("global_stride", "b64", self.strides(self.tensor))):
            every += [(field, kind, k, v) for k, v in enumerate(values)]
        random.Random(self.name).shuffle(every)
        return [r for r in every if (r[0], r[2]) != self.left_out]


def cases():
    plain = ("u32", [64, 32], [32, 8], [1, 1], 0)
    for space in ("shared::cta", "global"):
        for name, new, starts in (
                ("address", plain, [[0, 0], [40, 28]]),
                ("dims", ("u32", [48, 16], [32, 8], [1, 1], 0), [[0, 0], [32, 12]]),
                ("box", ("u32", [64, 32], [8, 16], [1, 1], 0), [[4, 4]]),
                ("steps", ("u32", [64, 32], [32, 8], [2, 3], 0), [[1, 2]]),
                ("swizzle32", ("u32", [64, 32], [8, 8], [1, 1], 32), [[8, 8]]),
                ("swizzle128", ("u32", [64, 32], [32, 8], [1, 1], 128), [[8, 8]]),
                ("f16", ("f16", [128, 32], [32, 8], [1, 1], 64), [[8, 8]]),
                ("nan", ("f16", [128, 32], [32, 8], [1, 1], 0, "nan"), [[112, 30]]),
                ("u8", ("u8", [256, 32], [32, 8], [1, 1], 0), [[250, 8]]),
                ("rank1", ("u32", [512], [64], [1], 0), [[480]]),
                ("rank3", ("u32", [16, 8, 6], [8, 4, 2], [1, 1, 1], 0), [[4, 6, 3]]),
                ("rank5", ("u16", [16, 3, 4, 2, 3], [8, 2, 2, 2, 2], [1, 1, 1, 1, 1], 0),
                 [[8, 1, 1, 0, 1]])):
            c = Changed(name, plain, new, space)
            z = Made(name, new, space)
            for k, start in enumerate(starts):
                c.load_box(2048 * k, start)
                z.load_box(2048 * k, start)
            yield c
            yield z


def atom_cases():
    """From sm_100 on."""
    for space in ("shared::cta", "global"):
        for atom in ATOMS[1:]:
            for make in (Changed, Made):
                tensor = ("u32", [64, 32], [32, 8], [1, 1], 128)
                c = (make("atom" + atom, ("u32", [64, 32], [32, 8], [1, 1], 0), tensor, space)
                     if make is Changed else make("atom" + atom, tensor, space))
                c.atom = atom
                c.load_box(0, [8, 8])
                yield c


def incomplete():
    """Maps of zeros with a field that is missing, and what both engines say."""
    tensor = ("u32", [16, 8, 6], [8, 4, 2], [1, 1, 1], 0)
    for space in ("shared::cta", "global"):
        for name, field, message in (
                ("address", ("global_address", None), "its global address was never set"),
                ("stride0", ("global_stride", 0), "its global stride 0 was never set"),
                ("stride1", ("global_stride", 1), "its global stride 1 was never set"),
                ("rank", ("rank", None), "dimensions")):
            c = Made("no_" + name, tensor, space, field)
            c.load_box(0, [4, 6, 3])
            yield c, message


def refuses(case, message, name, command, tmp):
    code, text = run(*command, *case.arguments(tmp)[1])
    if code == 1 and message in text:
        return 0
    print("%s %s: %d, not '%s': %s" % (case.name, name, code, message, text))
    return 1


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    p.add_argument("--optxas", action="store_true", help="or our compiler")
    p.add_argument("--only", default="")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    count = runs = bad = 0
    for arch in ("sm_90a", "sm_100a"):
        # Our code for sm_100a is that of sm_90a but for what is new.
        every = [] if o.optxas and arch == "sm_100a" else list(cases())
        every += atom_cases() if arch == "sm_100a" else []
        chosen = [c for c in every if o.only in c.name]
        ptx = os.path.join(o.tmp, arch + ".ptx")
        with open(ptx, "w") as f:
            f.write(".version 8.6\n.target %s\n.address_size 64\n" % arch)
            f.write("".join(c.text() for c in chosen))
            missing = [(c, m) for c, m in incomplete() if o.only in c.name]
            f.write("".join(c.text() for c, _ in missing))
        every = engines(ptx, arch, ("O3", "O0") if o.ptxas or o.optxas else (),
                          compiler="optxas" if o.optxas else "ptxas")
        count += len(chosen) + len(missing)
        runs += (len(chosen) + len(missing)) * len(every)
        for case in chosen:
            bad += sum(bulk_cases.differs(case, name, command, o.tmp) for name, command in every)
        bad += sum(refuses(case, message, name, command, o.tmp) for case, message in missing
                   for name, command in every)
    print("%d kernels, %d runs, %d different" % (count, runs, bad))


if __name__ == "__main__":
    main()
