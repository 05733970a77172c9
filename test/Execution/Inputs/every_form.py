#!/usr/bin/env python3
"""every_form.py [--only REGEX] --tmp FOLDER: each form of PTX that works on
registers or on one thread's memory, with each of its data types, in the interpreter and as
compiled by optxas at -O0 and -O3: results and memory must be the same.

The lines are those of the records (utils/ptx/records.py), for the first of TARGETS that has
them. Operands are random words and special numbers; a kernel has many lines, each with its
own registers and its own memory. What needs more than a line has tests of its own.
"""

import argparse
import copy
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "utils/ptx"))
import agreement  # noqa: E402
import records  # noqa: E402

TARGETS = ["sm_90a", "sm_100a", "sm_120a", "sm_75"]
VERSION, THREADS, LINES, ROOM = 90, 32, 60, 64
MEMORY = ["ld", "ldu", "st", "atom", "red", "multimem.ld_reduce", "multimem.red", "multimem.st"]
# Over the threads of a warp; the last operand is their mask.
WARP = ["shfl", "vote", "match", "redux", "elect", "bar.warp"]
HINTS = ["prefetch", "prefetchu", "discard", "applypriority", "cp.async.bulk.prefetch"]
OTHERS = ["activemask", "nanosleep", "membar", "fence", "pmevent", "pmevent.mask",
          "griddepcontrol", "barrier.cluster"]
IMAGES = ["tex", "tld4", "suld.b", "sust.b", "sust.p", "sured.b", "sured.p", "txq", "suq"]
DIMENSIONS = {"1d": "dim=16", "2d": "dim=16x4", "3d": "dim=16x4x4", "a1d": "dim=16,layers=4",
              "a2d": "dim=16x4,layers=4", "cube": "dim=8x8,cube", "acube": "dim=8x8,cube,layers=4",
              "2dms": "dim=16x4,samples=4", "a2dms": "dim=16x4,layers=4,samples=4"}
# On a barrier of the thread's own.
BARRIERS = ["mbarrier.arrive", "mbarrier.arrive_drop", "mbarrier.expect_tx", "mbarrier.complete_tx",
            "mbarrier.test_wait", "mbarrier.try_wait", "mbarrier.pending_count", "mbarrier.inval",
            "mbarrier.init"]
# Products of 8-bit floats; others have tests of their own.
PRODUCTS = ["mma", "mma.sp"]
ONE = {"e4m3": 0x38, "e5m2": 0x3c}
ASYNC = ["st.async", "red.async", "cp.async.bulk", "cp.reduce.async.bulk"]
APPROXIMATE = re.compile(r"\.(approx|full)\b|^tanh|^ex2|^lg2|^sin|^cos")
# What a line by itself says nothing of, and what executes it.
SKIPPED = [
    (r"^(st|ld)\.param::func|^st\.param", "parameters of calls: test/Conversion/PTXToOri/calls.ptx"),
    (r"^cvta.*u32 ", "the address size is 64"),
    (r"^cvta\.(to\.)?(param|shared::cluster)", "windows of memory are where each engine has them"),
    (r"^prefetch.*tensormap", "hints without code, or of descriptions of tensors"),
    (r"^istypep|^txq\.(memory_layout|force|num_samples)", "what an image is, other tests say"),
    (r"^tex\.grad.*s32 \{", "ptxas's code for it is wrong (docs/support-matrix.md)"),
    (r"^mma(?!.*\.f16\.e[45]m[23]\.e[45]m[23]\.f16)|^mma.*(kind|ue8m0)", "the matrix tests"),
    (r"^(tex|tld4|txq|suld|sust|sured|suq).*%d9", "handles in registers: textures.test"),
    (r"^clusterlaunchcontrol", "of the machine's own words: cluster-launch.test"),
    (r"multicast|byte_mask", "of several blocks: clusters.test"),
    (r"^testp\.f", "the interpreter does not know what it means"),
    (r"^fma\.r[zmp].*bf16", "ptxas's code for it is wrong (docs/support-matrix.md)"),
]
REGISTERS = {"p": "pred", "b": "b8", "h": "b16", "r": "b32", "d": "b64", "q": "b128"}
BYTES = {"p": 4, "b": 1, "h": 2, "r": 4, "d": 8, "q": 16}


def lines_of(inst, target, count):
    """(form, type, line): each type of each form with `count` choices of other modifiers."""
    sm, suffix = re.match(r"sm_(\d+)([af]?)", target).groups()
    rng = random.Random(inst.mnemonic)
    for form in inst.forms:
        for kind in form.choices.get("dataType", [None]):
            one = copy.copy(form)
            one.choices = dict(form.choices)
            if "dataType" in one.choices:
                one.choices["dataType"] = [kind]
            for mods in agreement.covering(one, rng, count):
                line = inst.line(mods)
                if inst.judge(mods, VERSION, int(sm), suffix) is None and not any(
                        re.search(pattern, line) for pattern, _ in SKIPPED):
                    yield form.text, kind or "-", mods, line


class Case:
    def __init__(self, inst, text, kind, mods, line):
        self.inst, self.text, self.kind, self.mods, self.line = inst, text, kind, mods, line
        self.offset = self.size = 0
        self.stores = []  # (register, offset)

    def label(self):
        return "%s | %s | %s" % (self.inst.mnemonic, self.text, self.kind)

    def image(self):
        """The geometry and the elements of the texture and the surface that it wants, or None."""
        if self.inst.mnemonic not in IMAGES:
            return None
        element = {"u32": "u32x4", "s32": "s32x4"}.get(self.kind, "f32x4")
        surface = {"b32": "u32x1", "b64": "u32x2"}[self.kind] if self.inst.mnemonic == "sured.p" \
            else "u32x4"
        levels = ",levels=3" if re.match(r"(tex|txq)\.level", self.line) else ""
        return self.mods.get("geometry", "2d"), element, surface, levels

    def emit(self, out):
        """The statements; results and memory go to the thread's room at `self.offset`."""
        name, line, space = self.inst.mnemonic, self.line, self.mods.get("space")
        before, after = [], []
        if name in MEMORY:
            base = "%d200"
            if space in ("shared", "shared::cta", "shared::cluster", "local", "const"):
                variable = {"const": "constant", "local": "stack"}.get(space, "shared")
                before.append("mov.u64 %%d200, %s;" % variable)
                if space.startswith("shared"):
                    before.append("add.u64 %d200, %d200, %d297;")
                if space != "const":
                    before += ["st.%s.v2.b64 [%%d200+%d], {%%d%d, %%d%d};" % (
                        space.split(":")[0], 16 * i, 2 + 2 * i, 3 + 2 * i) for i in range(2)]
            elif name == "ld" or name == "ldu" or name == "multimem.ld_reduce":
                before.append("add.u64 %d200, %d298, 64;")
            else:
                before.append("add.u64 %%d200, %%d299, %d;" % (self.offset + ROOM))
                before += ["st.global.v2.b64 [%%d200+%d], {%%d%d, %%d%d};" % (
                    16 * i, 2 + 2 * i, 3 + 2 * i) for i in range(2)]
            if space and space.startswith("param"):
                line = line.replace("[kp]", "[kp+16]")
            if space == "param::entry":
                base = "kp+16"
            line = re.sub(r"\[%d\d+\]", "[%s]" % base, line, count=1)
            if space in ("shared", "shared::cta", "shared::cluster", "local") and not \
                    name.startswith("ld"):
                after.append("ld.%s.v2.b64 {%%d201, %%d202}, [%%d200];" % space.split(":")[0])
                after.append("st.global.v2.b64 [%%d299+%d], {%%d201, %%d202};" % (
                    self.offset + ROOM))
        elif name in IMAGES:
            # One of the levels that there are.
            level = re.search(r"\], %r(\d+)", line)
            if self.image()[3] and not self.mods.get("srcType") == "f32":
                before.append("and.b32 %%r251, %%r%s, 1;" % level.group(1))
                line = line.replace(level.group(0), "], %r251")
            # Coordinates are small; those of surfaces in bytes are multiples of an element.
            scale = 16 if name in ("suld.b", "sust.b", "sured.b") else 1
            floats = self.mods.get("srcType") == "f32"
            for number in list(range(40, 48)) + list(range(72, 76)) + list(range(104, 112)):
                value = (self.offset // 128 * 5 + number * 3) % 4
                is_x = number in ((41, 73, 105) if self.mods.get("geometry", "").startswith("a")
                                  else (40, 72, 104))
                if floats:
                    before.append("mov.f32 %%r%d, 0f%08X;" % (number, struct.unpack(
                        "<I", struct.pack("<f", value * 0.75 + 0.125))[0]))
                else:
                    before.append("mov.b32 %%r%d, %d;" % (number, value * scale ** is_x))
        elif name in BARRIERS or name in ASYNC:
            line = self.emit_barrier(line, before, after)
        elif name in PRODUCTS:
            a, b = ONE[self.mods["aType"]], ONE[self.mods["bType"]]
            line = re.sub(r"%r5\b", "%r250", line)  # of four numbers the first two
            before.append("mov.b32 %r250, 0x44444444;")
            for first, one in ((104, a), (40, b)):  # each is 0, 1 or -1
                for i in range(4):
                    before.append("and.b32 %%r251, %%r%d, 0x01010101; mul.lo.u32 %%r%d, %%r251, %d;"
                                  % (2 + i, first + i, one))
            before += ["mov.b32 %r72, 0x3c00bc00;", "mov.b32 %r73, 0x40003c00;"]
        elif name == "mapa" and self.kind in ("u64", "s64"):  # where it is itself
            before += ["mov.u64 %d205, shared;", "cvta.shared.u64 %d206, %d205;"]
            own = "%d205" if space else "%d206"
            line = line.replace("%d2", own).replace("%r3", "0")
            after.append("sub.u64 %%d1, %%d1, %s;" % own)
        elif name == "barrier.cluster":
            (after if "arrive" in line else before).append(
                "barrier.cluster.wait;" if "arrive" in line else "barrier.cluster.arrive;")
        elif name in HINTS:  # of a line that no other case has
            before.append("add.u64 %%d200, %%d299, %d; and.b64 %%d200, %%d200, -128;" % (
                self.offset + 255))
            line = re.sub(r"\[%d\d+\]", "[%d200]", line).replace("%r2", "16")
        elif name.startswith("createpolicy"):  # the word itself is the machine's own
            line = line.replace("[%d2], %r3, %r4", "[%d298], 64, 128")
            if name == "createpolicy.fractional":
                before.append("and.b32 %r250, %r2, 1; or.b32 %r250, %r250, 0x3f000000;")
                line = line.replace("%d1;", "%d1, %r250;")
            after += ["ld.global.L2::cache_hint.b32 %r253, [%d298], %d1;",
                      "st.global.b32 [%%d299+%d], %%r253;" % self.offset]
        elif name in WARP:
            line = re.sub(r"%r\d+;$", "-1;", line)
        elif name in ("addc", "madc"):
            before.append("add.cc.u32 %r250, %r2, %r4;")
        elif name == "subc":
            before.append("sub.cc.u32 %r250, %r2, %r4;")
        elif name == "mov":
            before.append("mov.b32 %r1, 0; mov.b64 %d1, 0; mov.b16 %h1, 0; mov.pred %p1, %p5;")
            line = "@%p4 " + line
        elif name == "fns":
            before.append("and.b32 %r251, %r3, 31;")
            line = line.replace("%r3,", "%r251,")
        elif name in ("sin", "cos"):  # small numbers: of large ones nothing is said
            before.append("and.b32 %r251, %r2, 7; cvt.rn.f32.u32 %r251, %r251;")
            line = line.replace("%r2", "%r251")
        elif name == "nanosleep":
            line = line.replace("%r1", "20")
        # The registers that the text names first, unless it has only sources.
        first = line.split(" ", 1)[1] if " " in line else ""
        if name == "mov":
            first = line.split(" ", 2)[2]
        match = re.match(r"\{[^}]*\}(\|%p\d+)?|[^,;]*", first)
        dests = re.findall(r"%([bhrdpq])(\d+)", match.group(0)) if self.inst.dsts else []
        if name.startswith(("createpolicy", "mbarrier.arrive")):
            dests = []
        at = self.offset
        for letter, number in dests:
            at = (at + BYTES[letter] - 1) // BYTES[letter] * BYTES[letter]
            register = "%" + letter + number
            if letter == "p":
                after.append("selp.u32 %%r252, 1, 0, %s;" % register)
                after.append("st.global.u32 [%%d299+%d], %%r252;" % at)
            elif letter == "q":
                after.append("mov.b128 {%%d203, %%d204}, %s;" % register)
                after.append("st.global.v2.b64 [%%d299+%d], {%%d203, %%d204};" % at)
            else:
                after.append("st.global.%s [%%d299+%d], %s;" % (REGISTERS[letter], at, register))
            self.stores.append((letter, at))
            at += BYTES[letter]
        self.size = max(ROOM * (8 if name in HINTS else 2), (at - self.offset + 63) // 64 * 64)
        out += before + [line] + after

    def emit_barrier(self, line, before, after):
        """In shared memory of the thread are the barrier, a source at 16 and data at 32."""
        name, space = self.inst.mnemonic, self.mods.get("space")
        before += ["mov.u64 %d205, shared;", "add.u64 %d205, %d205, %d297;",
                   "cvta.shared.u64 %d206, %d205;",
                   "st.shared.v2.b64 [%d205+16], {%d2, %d3};",
                   "st.shared.v2.b64 [%d205+32], {%d4, %d5};",
                   "st.shared.v2.b64 [%d205+48], {%d6, %d7};"]
        label = "L%d" % self.offset
        after_memory = ["ld.shared.v2.b64 {%d201, %d202}, [%d205+32];",
                        "st.global.v2.b64 [%%d299+%d], {%%d201, %%d202};" % (self.offset + ROOM),
                        "ld.shared.v2.b64 {%d201, %d202}, [%d205+48];",
                        "st.global.v2.b64 [%%d299+%d], {%%d201, %%d202};" % (self.offset + ROOM + 16)]
        if name in BARRIERS:
            if name != "mbarrier.init":
                before.append("mbarrier.init.shared.b64 [%d205], 3;")
            if name in ("mbarrier.test_wait", "mbarrier.try_wait", "mbarrier.pending_count"):
                before.append("mbarrier.arrive.shared.b64 %d207, [%d205];")
            if name in ("mbarrier.test_wait", "mbarrier.try_wait"):
                before.append("mbarrier.arrive.shared.b64 _, [%d205], 2;")
            if name == "mbarrier.complete_tx":
                before.append("mbarrier.expect_tx.relaxed.cta.shared.b64 [%d205], 16;")
            line = re.sub(r"\[%d\d+\]", "[%d205]" if space else "[%d206]", line)
            line = re.sub(r", %d[23]\b", ", %d207", line)
            line = re.sub(r", %r4\b", ", 20", line)
            line = re.sub(r", %r[23]\b", ", 0" if "parity" in line else ", 16" if
                          "tx" in line else ", 2", line)
            if name.startswith("mbarrier.arrive"):
                after += ["mbarrier.test_wait.parity.shared.b64 %p20, [%d205], 0;",
                          "selp.u32 %r252, 1, 0, %p20;",
                          "st.global.u32 [%%d299+%d], %%r252;" % self.offset]
            if name != "mbarrier.inval":
                after.append("mbarrier.inval.shared.b64 [%d205];")
            return line
        if name.startswith("cp."):
            size = 16
        else:
            size = records.TYPES[self.kind].bits // 8 * int((self.mods.get("vector") or "v1")[1:])
        line = re.sub(r"%r3, ", "%d, " % size, line)
        line = re.sub(r", %r3;", ", %d;" % size, line)
        if "mbarrier" in line:
            before += ["mbarrier.init.shared.b64 [%d205], 1;",
                       "mbarrier.arrive.expect_tx.shared.b64 _, [%%d205], %d;" % size]
            after += [label + ": mbarrier.try_wait.parity.shared.b64 %p20, [%d205], 0;",
                      "@!%p20 bra " + label + ";", "mbarrier.inval.shared.b64 [%d205];"] + after_memory
        else:
            before.append("add.u64 %%d200, %%d299, %d;" % (self.offset + ROOM))
            before += ["st.global.v2.b64 [%%d200+%d], {%%d%d, %%d%d};" % (
                16 * i, 2 + 2 * i, 3 + 2 * i) for i in range(2)]
            if "bulk_group" in line:
                after += ["cp.async.bulk.commit_group;", "cp.async.bulk.wait_group 0;"]
        before.append("fence.proxy.async;")
        # Destination, source, barrier, by what the text says of them.
        generic = not re.search(r"shared::c", line) and "mbarrier" in line
        base = "%d206" if generic else "%d205"
        in_shared = "mbarrier" in line or space == "shared"
        if space == "shared":
            after += after_memory
        places = ["[%s+32]" % base if in_shared else "[%d200]"]
        if name.startswith("cp."):
            to_global = re.search(r"\.global\.shared", line)
            places.append("[%d205+16]" if to_global or re.search(r"shared::cluster\.shared", line)
                          else "[%d298]")
        places.append("[%s]" % base)
        found = iter(places)
        return re.sub(r"\[%d\d+\]", lambda m: next(found), line)


def prologue(stride):
    """Each thread has its own operands and its own room."""
    text = ["mov.u32 %r299, %tid.x;", "ld.param.u64 %d298, [in];", "ld.param.u64 %d299, [out];",
            "mul.wide.u32 %d297, %r299, 512;", "add.u64 %d298, %d298, %d297;",
            "mul.wide.u32 %%d297, %%r299, %d;" % stride,
            "add.u64 %d299, %d299, %d297;", "mul.wide.u32 %d297, %r299, 64;"]
    numbers = list(range(2, 12)) + list(range(40, 48)) + list(range(72, 76)) + \
        list(range(104, 112))
    for i, n in enumerate(numbers):
        text += ["ld.global.b64 %%d%d, [%%d298+%d];" % (n, 8 * i),
                 "ld.global.b32 %%r%d, [%%d298+%d];" % (n, 8 * i + 4 * (i % 2)),
                 "ld.global.b16 %%h%d, [%%d298+%d];" % (n, 8 * i + 2 * (i % 4)),
                 "ld.global.b8 %%b%d, [%%d298+%d];" % (n, 8 * i + i % 8)]
        if n < 12:
            text.append("setp.lt.s32 %%p%d, %%r%d, 0;" % (n, n))
    text += ["mov.b128 %q2, {%d2, %d3};", "mov.b128 %q3, {%d4, %d5};", "mov.b128 %q4, {%d6, %d7};",
             "or.b16 %h3, %h3, 1;", "or.b32 %r3, %r3, 1;", "or.b64 %d3, %d3, 1;"]
    return text


def module(target, cases):
    body, offset = [], 0
    for case in cases:
        case.offset, case.stores = offset, []
        case.emit(body)
        offset += case.size
    start = prologue(offset)
    if int(re.match(r"sm_(\d+)", target).group(1)) < 70:
        start = [s for s in start if "%q" not in s]
    text = agreement.PRELUDE.format(major=VERSION // 10, minor=VERSION % 10, target=target)
    text += agreement.VARIABLES.replace("constant[64];", "constant[64] = {%s};" % ", ".join(
        str((37 * i + 11) % 256) for i in range(64)))
    text += ".visible .entry k(.param .u64 in, .param .u64 out, .param .align 32 .b8 kp[64])\n{\n"
    text += "".join(".reg .%s %%%s<300>;\n" % (kind, name) for name, kind in REGISTERS.items())
    text += ".shared .align 32 .b8 shared[%d];\n.local .align 32 .b8 stack[64];\n" % (64 * THREADS)
    return text + "\n".join(start + body) + "\nret;\n}\n", offset


def operands():
    """512 bytes for each thread: random words, small numbers, and the edges of floats."""
    rng = random.Random(7)
    edges = [0, 0x3f800000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x3c003c00,
             0x7fffffff, 0xffffffff, 0x3ff00000, 0x40490fdb, 0x42f60000, 0xc0200000, 0x00010001]
    words = []
    for thread in range(THREADS):
        for i in range(128):
            kind = (thread + i) % 4
            words.append(rng.getrandbits(32) if kind < 2 or thread < 4 else
                         rng.choice(edges) if kind == 2 else
                         struct.unpack("<I", struct.pack("<f", rng.uniform(-100, 100)))[0])
    return struct.pack("<%dI" % len(words), *words)


def near(case, a, b, bound):
    """Whether results are the same but for the sign of a NaN of 64 bits, which the ISA leaves
    open, and for what approximations may differ."""
    kind = case.kind
    shape = {"f64": "d", "f32": "f", "f16": "e", "f16x2": "ee"}.get(kind)
    if kind in ("bf16", "bf16x2"):
        a = b"".join(b"\0\0" + a[i:i + 2] for i in range(0, len(a), 2))
        b = b"".join(b"\0\0" + b[i:i + 2] for i in range(0, len(b), 2))
        shape = "f" * (len(a) // 4)
    if not shape or struct.calcsize("<" + shape) != len(a):
        return False
    for x, y in zip(struct.unpack("<" + shape, a), struct.unpack("<" + shape, b)):
        if x != y and not (x != x and y != y) and not abs(x - y) <= bound * max(abs(x), abs(y), 1):
            return False
    return True


class Run:
    def __init__(self, folder, optxas):
        self.folder, self.optxas = folder, optxas
        (folder / "in").write_bytes(operands())
        self.compared = 0
        self.wrong = []
        self.image = None  # geometry, elements of the texture and of the surface, levels

    def launch(self, file, size, extra=()):
        threads = 1 if self.image else THREADS
        command = ["ptx-run", *extra, str(file), "--kernel=k", "--block=%d" % threads,
                   "--arg=buf:file,%s" % (self.folder / "in"),
                   "--arg=buf:zero,%d:out=%s" % (size * THREADS, self.folder / "out"),
                   "--arg=bytes:" + bytes(range(100, 164)).hex()]
        if self.image:  # both are there, behind the arguments
            command += ["--buffer=buf:rand,%s,16384,3" % self.image[1][:3],
                        "--buffer=buf:rand,u32,16384,4:out=%s" % (self.folder / "surface"),
                        "--bind=texture=texture:3,%s,%s%s" % (
                            self.image[1], DIMENSIONS[self.image[0]], self.image[3]),
                        "--bind=surface=surface:4,%s,%s" % (
                            self.image[2], DIMENSIONS[self.image[0].removesuffix("ms")])]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return None, done.stderr
        surface = (self.folder / "surface").read_bytes() if self.image else b""
        return (self.folder / "out").read_bytes() + surface, ""

    def fails(self, cases, why):
        """Halves, until one line is left that is to blame."""
        if len(cases) > 1:
            return None
        self.wrong.append((cases[0], why.strip().splitlines()[0] if why.strip() else "fails"))
        return []

    def run(self, target, cases):
        text, size = module(target, cases)
        source = self.folder / "k.ptx"
        source.write_text(text)
        want, why = self.launch(source, size, ["--interpret"])
        outputs = []
        for level in ("-O0", "-O3") if want is not None else ():
            cubin = self.folder / ("k%s.cubin" % level)
            done = subprocess.run([*self.optxas, "-arch=" + target, level, "--fmad=false", str(source),
                                   "-o", str(cubin)], capture_output=True, text=True)
            got, why = (None, done.stderr) if done.returncode else self.launch(cubin, size)
            if got is None:
                why = level + ": " + why
                break
            outputs.append((level, got))
        if len(outputs) < 2:
            if self.fails(cases, why) is None:
                half = len(cases) // 2
                self.run(target, cases[:half])
                self.run(target, cases[half:])
            return
        if any(got[size * THREADS:] != want[size * THREADS:] for _, got in outputs):
            if len(cases) == 1:
                self.wrong.append((cases[0], "the surface is another one"))
                return
            half = len(cases) // 2
            self.run(target, cases[:half])
            self.run(target, cases[half:])
            return
        for case in cases:
            self.compared += 1
            for level, got in outputs:
                bad = self.compare(case, want, got, size)
                if bad:
                    self.wrong.append((case, "%s: %s" % (level, bad)))
                    break

    def compare(self, case, want, got, size):
        approximate = APPROXIMATE.search(case.line)
        bound = 2.0 ** {"f64": -18, "f32": -10}.get(case.kind, -5) if approximate else 0
        for thread in range(THREADS):
            begin = thread * size + case.offset
            a, b = want[begin:begin + case.size], got[begin:begin + case.size]
            if a == b:
                continue
            if (approximate or case.kind == "f64") and case.stores and all(
                    near(case, a[at - case.offset:at - case.offset + BYTES[letter]],
                         b[at - case.offset:at - case.offset + BYTES[letter]], bound)
                    for letter, at in case.stores):
                continue
            return "thread %d: %s, not %s" % (thread, b[:16].hex(), a[:16].hex())
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=".*")
    parser.add_argument("--tmp", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=3, help="lines of a form and type, at least")
    parser.add_argument("--optxas", default="optxas")
    args = parser.parse_args()
    args.tmp.mkdir(parents=True, exist_ok=True)
    db = records.load_json()
    memory = set(db["!instanceof"]["PTX_MemInst"])
    insts = [i for i in records.load() if re.fullmatch(args.only, i.mnemonic) and (
        i.record not in memory or i.mnemonic in MEMORY + WARP + HINTS +
        OTHERS + BARRIERS + ASYNC + IMAGES +
        PRODUCTS)]
    run, done = Run(args.tmp, args.optxas.split()), set()
    for target in TARGETS:
        cases = []
        for inst in insts:
            for text, kind, mods, line in lines_of(inst, target, args.count):
                key = inst.mnemonic, text, kind
                if key in done:
                    continue
                cases.append(Case(inst, text, kind, mods, line))
        done |= {(c.inst.mnemonic, c.text, c.kind) for c in cases}
        groups = {}
        for case in cases:
            groups.setdefault(case.image(), []).append(case)
        for run.image, group in groups.items():
            for start in range(0, len(group), LINES):
                run.run(target, group[start:start + LINES])
        for case, why in run.wrong:
            print("%s: %s: %s" % (target, case.line, why))
        failed = len(run.wrong)
        run.wrong = []
        if failed:
            print("%d lines wrong on %s" % (failed, target))
    print("%d lines compared" % run.compared)


if __name__ == "__main__":
    main()
