"""Programs of random-ops --memory: a few objects in all spaces, each reached in many ways
and accessed in all widths and orders.

What others than these programs seldom have: one place written by one width and read by
another at once; addresses of 32 bits and of 64, by names, generic ones, chosen between
two objects, stepping with a loop forth and back, given to functions; terms that lead out
of an object, or out of 32 bits, and back; indices of which few bits are open; atomics and
accesses with an order between plain ones; 128 and 256 bits; asynchronous copies. A lane
accesses what is its own, so that there is no race."""

import collections
import random

from opframe import MEMORY_BYTES, ROW, Frame
from opvalues import BYTES, TYPES

# Of each lane. `name` is that of the register with its address; the generic one has a g.
Object = collections.namedtuple("Object", "space name bytes isWritten")
OBJECTS = [Object("global", "out", MEMORY_BYTES, True),
           Object("shared", "shared", MEMORY_BYTES, True),
           Object("local", "first", MEMORY_BYTES, True),
           Object("local", "second", MEMORY_BYTES, True)]
VALUES = Object("global", "in", ROW, False)

# A register with an address: bytes from `low` to `high` around it are an object's, and it
# is a multiple of `aligned`.
Pointer = collections.namedtuple("Pointer", "register space low high aligned isWritten")

STATEMENTS = {"access": 40, "reread": 12, "atomic": 8, "arithmetic": 16, "pointer": 5,
              "call": 4, "copy": 2, "fence": 2, "arms": 6, "loop": 6}
NARROW = {"r": ["b32", "b32", "u32", "u8", "s8", "u16", "s16"],
          "d": ["b64", "b64", "u8", "s8", "u16", "s16", "u32", "s32"],
          "h": ["b16", "b16", "u8", "s8"], "q": ["b128"]}
ATOMICS = {"u32": ["add", "min", "max", "inc", "dec"], "s32": ["min", "max"],
           "b32": ["and", "or", "xor", "exch", "cas"], "u64": ["add", "min", "max"],
           "s64": ["min", "max"], "b64": ["and", "or", "xor", "exch", "cas"], "b16": ["cas"]}
FAR = [0x70000000, 0x7fffffff, 0x80000000, 0xc0000000, 0xffffffff, 0x100000000,
       0x123456789a, -0x80000000, 0x1000000, 4096, -64]


def count(type_):
    """Bytes of a type."""
    return int(type_[1:]) // 8


class MemoryProgram(Frame):
    def __init__(self, seed, sm):
        r = random.Random("memory %d" % seed)
        self.name, self.sm = "memory_%d" % seed, sm
        self.pressure = r.random() < 0.25
        few = r.choice([20, 40]) if self.pressure else r.choice([4, 6, 9])
        super().__init__(r, {"r": few, "d": few // 2, "h": 2, "p": 3, "q": r.choice([2, 3])},
                         0.2, r.choice([0, 0.1, 0.3]))
        # Most kernels have a few objects and ways to them, which meet the more often.
        self.objects = r.sample(OBJECTS, r.choice([1, 1, 2, 4]))
        self.part = {what: r.choice([0, *often]) for what, often in {
            "generic": [0, 0.3, 0.7], "index": [0.2, 0.5, 0.8], "far": [0, 0.2, 0.4],
            "order": [0, 0.2, 0.5], "narrow": [0.1, 0.5], "vector": [0.2, 0.4]}.items()}
        self.statements = dict(STATEMENTS)
        for what in r.sample(["reread", "atomic", "pointer", "call", "copy", "loop"], 2):
            self.statements[what] = 0
        # Words of local variables that the compiler can make values.
        self.isLocal = r.random() < 0.3
        if self.isLocal:
            self.objects = r.sample(OBJECTS[2:], r.choice([1, 2]))
            self.part.update(generic=0, narrow=0)
            for what in ("reread", "atomic", "pointer", "call", "copy"):
                self.statements[what] = 0
        self.labels = self.depth = self.loops = 0
        self.counters, self.pointers, self.functions = [], [], []
        self.start()
        self.block(r.choice([15, 30, 60]))
        self.end()

    def chance(self, what):
        return self.rand.random() < self.part[what]

    def label(self):
        self.labels += 1
        return "L%d" % self.labels

    def place_label(self, label):
        self.lines.append(label + ":")

    # The frame ------------------------------------------------------------------

    def start(self):
        r, e = self.rand, self.emit
        self.set_up(r.randrange(32))
        e("mov.u64 %first, firsts; mov.u64 %second, seconds; mov.u64 %shared, memory;")
        e("mad.wide.u32 %%shared, %%me, %d, %%shared;" % MEMORY_BYTES)
        for o in OBJECTS + [VALUES]:
            e("cvta.%s.u64 %%g%s, %%%s;" % (o.space, o.name, o.name))
        for o in OBJECTS:
            for at in range(0, MEMORY_BYTES, 8):
                word = self.fresh("d")
                e("ld.global.b64 %s, [%%in+%d];" % (word, r.randrange(ROW // 8) * 8))
                e("st.%s.b64 [%%%s+%d], %s;" % (o.space, o.name, at, word))
        for kind, n in self.numbers.items():
            for i in range(n):
                if kind == "q":
                    e("mov.b128 %%q%d, {%s, %s};" % (i, *self.several("dd")))
                elif kind == "r" and i == 0:
                    e("mov.b32 %r0, %me;")
                else:
                    self.load(kind, "%%%s%d" % (kind, i), r.randrange(8))

    def end(self):
        for o in OBJECTS[1:]:
            for at in range(0, MEMORY_BYTES, 8):
                word = self.fresh("d")
                self.emit("ld.%s.b64 %s, [%%%s+%d];" % (o.space, word, o.name, at))
                self.store("d", word)
        for kind, n in self.numbers.items():
            for i in range(n):
                self.store(kind, "%%%s%d" % (kind, i))

    def module_text(self):
        directive = ""
        if self.rand.random() < (0.6 if self.pressure else 0.2):
            directive = self.rand.choice([" .maxntid 32", " .maxnreg 24", " .maxnreg 32",
                                          " .maxnreg 40"])
        title, kernel = self.text(
            self.name, "random-ops --memory --seed " + self.name[7:], directive, [
                ".reg .b64 %first, %second, %shared",
                ".reg .b64 %gout, %gin, %gfirst, %gsecond, %gshared",
                ".local .align 16 .b8 firsts[%d]" % MEMORY_BYTES,
                ".local .align 16 .b8 seconds[%d]" % MEMORY_BYTES,
                ".shared .align 16 .b8 memory[%d]" % (32 * MEMORY_BYTES)]).split("\n", 1)
        return "\n".join([title, *self.functions, kernel])

    # Addresses ------------------------------------------------------------------

    def word(self):
        return self.rand.choice(self.counters if self.counters and self.rand.random() < 0.4
                                else [self.register("r")])

    def offset(self, room, size):
        """A register with a multiple of `size` that leaves `size` bytes of `room`, and
        the most that it may be."""
        r, e, found = self.rand, self.emit, self.fresh("r")
        most = (room - size) & -size
        ones = r.choice([0, 0, 4, 8, 16, 32]) & -size
        mask = r.choice([most, most, 4, 8, 12, 20, 28, 32, 48]) & -size & ~ones
        if (mask | ones) > most:
            mask, ones = most, 0
        if r.random() < 0.3 and mask == most:
            e("rem.u32 %s, %s, %d;" % (found, self.word(), room // size))
            e("mul.lo.u32 %s, %s, %d;" % (found, found, size))
            return found, most
        e("and.b32 %s, %s, %d;" % (found, self.word(), mask))
        if ones:
            e("%s.b32 %s, %s, %d;" % (r.choice(["or", "xor"]), found, found, ones))
        return found, mask | ones

    def add(self, wide, register, base, index, size):
        """register = base + index, in one of the ways that there are."""
        e, way = self.emit, self.rand.randrange(6)
        if not wide:
            if way < 3:
                e("add.u32 %s, %s, %s;" % (register, base, index))
            else:
                short = self.fresh("r")
                e("shr.u32 %s, %s, %d;" % (short, index, size.bit_length() - 1))
                e("mad.lo.u32 %s, %s, %d, %s;" % (register, short, size, base))
            return
        long = self.fresh("d")
        if way == 0:
            e("cvt.u64.u32 %s, %s; add.s64 %s, %s, %s;" % (long, index, register, base, long))
        elif way == 1:
            e("mad.wide.u32 %s, %s, 1, %s;" % (register, index, base))
        elif way == 2:
            short = self.fresh("r")
            e("shr.s32 %s, %s, %d;" % (short, index, size.bit_length() - 1))
            e("mad.wide.s32 %s, %s, %d, %s;" % (register, short, size, base))
        elif way == 3:
            short = self.fresh("r")
            e("neg.s32 %s, %s; cvt.s64.s32 %s, %s;" % (short, index, long, short))
            e("sub.s64 %s, %s, %s;" % (register, base, long))
        elif way == 4:
            # A sum of 32 bits that may be beyond the end of numbers in between.
            short, by = self.fresh("r"), self.rand.choice([8, 100, 0x7ffffff0, 0x80000000])
            e("sub.u32 %s, %s, %d; add.u32 %s, %s, %d;" % (short, index, by, short, short, by))
            e("cvt.u64.u32 %s, %s; add.s64 %s, %s, %s;" % (long, short, register, long, base))
        else:
            short = self.fresh("r")
            e("not.b32 %s, %s; mul.wide.s32 %s, %s, -1;" % (short, index, long, short))
            e("add.s64 %s, %s, %s; sub.s64 %s, %s, 1;" % (register, base, long, register,
                                                        register))

    def address(self, size, writes, spaces=("global", "shared", "local", "")):
        """The space and the text of an address of `size` bytes."""
        r, e = self.rand, self.emit
        found = [p for p in self.pointers
                 if p.high - p.low >= size and p.aligned % size == 0 and p.space in spaces and
                 (p.isWritten or not writes)]
        if found and r.random() < 0.5:
            p = r.choice(found)
            return p.space, "%s+%d" % (p.register, r.randrange(
                -(-p.low // size), (p.high - size) // size + 1) * size)
        objects = [o for o in self.objects if o.space in spaces]
        if not objects:
            return None
        o = VALUES if not writes and "local" in spaces and r.random() < 0.15 else r.choice(
            objects)
        generic = "" in spaces and self.chance("generic")
        base, space = ("%g" if generic else "%") + o.name, "" if generic else o.space
        wide = space != "shared" or r.random() < 0.5
        if not wide:
            narrow = self.fresh("r")
            e("cvt.u32.u64 %s, %s;" % (narrow, base))
            base = narrow
        register, kind = self.fresh("d" if wide else "r"), "s64" if wide else "u32"
        far = r.choice(FAR) if self.chance("far") else 0
        if not wide:
            far &= 0xffffffff
        if far:
            e("add.%s %s, %s, %d;" % (kind, register, base, far))
            base = register
        room = o.bytes
        if self.chance("index"):
            index, most = self.offset(o.bytes, size)
            self.add(wide, register, base, index, size)
            base, room = register, o.bytes - most
        at = r.randrange(room // size) * size
        if far:
            back = -far if wide else (1 << 32) - far
            near = r.choice([0, 0, size, -size])
            e("add.%s %s, %s, %d;" % (kind, register, base, back + near))
            at -= near
        return space, "%s+%d" % (base, at)

    def pointer(self):
        """An address that is kept, perhaps one of two objects'."""
        r, e, found = self.rand, self.emit, self.fresh("d")
        one, other = r.choice(self.objects), r.choice(self.objects)
        if one == other:
            low = r.choice([0, 16, 32])
            generic = self.chance("generic")
            e("add.s64 %s, %s, %d;" % (found, ("%g" if generic else "%") + one.name, low))
            self.pointers.append(Pointer(found, "" if generic else one.space, -low,
                                         one.bytes - low, 16, True))
            return
        same = one.space == other.space and r.random() < 0.5
        e("selp.b64 %s, %%%s, %%%s, %s;" % (found, *(("" if same else "g") + o.name for o in (
            one, other)), self.register("p")))
        self.pointers.append(Pointer(found, one.space if same else "", 0, MEMORY_BYTES, 16,
                                     True))

    # Accesses -------------------------------------------------------------------

    def order(self, load, space):
        """Modifiers in front of the space and behind it."""
        r = self.rand
        if not self.chance("order") or space == "local":
            return "", ""
        scope = r.choice(["cta", "gpu", "sys"])
        kinds = [(".volatile", ""), (".weak", ""), (".relaxed." + scope, ""),
                 ((".acquire." if load else ".release.") + scope, "")]
        if space == "global":
            kinds.append(("", r.choice([".ca", ".cg", ".cs", ".cv"] if load else
                                       [".wb", ".cg", ".cs", ".wt"])))
        return r.choice(kinds)

    def access(self):
        r = self.rand
        kind = r.choice("rrd" if self.isLocal else "rrrddhq")
        load = r.random() < 0.5
        type_ = r.choice(NARROW[kind]) if self.chance("narrow") else TYPES[kind]
        parts = 1
        if self.chance("vector"):
            parts = min(r.choice([2, 4]), 16 // count(type_))
        if self.sm >= 100 and kind in "rd" and type_[0] == "b" and r.random() < 0.1:
            parts = 32 // count(type_)
        if load and parts > self.numbers[kind]:
            parts = 1
        size = parts * count(type_)
        # 256 bits are global; an address is a multiple of 16.
        if size == 32:
            text = "%%out+%d" % (32 * r.randrange(MEMORY_BYTES // 32))
            self.transfer(load, ".global", type_, kind, parts, text)
            return
        spaces = ("global", "shared", "") if kind == "q" else ("global", "shared", "local", "")
        found = self.address(size, not load, spaces)
        if not found:
            return
        space, text = found
        before, behind = self.order(load, space) if parts == 1 and size < 16 else ("", "")
        self.transfer(load, before + (space and "." + space) + behind, type_, kind, parts, text)

    def transfer(self, load, modifiers, type_, kind, parts, address, guard=None):
        """The text of a load or store."""
        registers = self.several(kind * parts) if load else [
            self.register(kind) for _ in range(parts)]
        words = ", ".join(registers) if parts == 1 else "{%s}" % ", ".join(registers)
        self.emit("%s%s%s%s.%s %s, %s;" % (
            self.guard() if guard is None else guard, "ld" if load else "st", modifiers,
            "" if parts == 1 else ".v%d" % parts, type_,
            *((words, "[%s]" % address) if load else ("[%s]" % address, words))))

    def reread(self):
        """A place of 16 bytes, written by one width and read by another."""
        r, o = self.rand, self.rand.choice(self.objects)
        generic = self.chance("generic")
        base, space = ("%g" if generic else "%") + o.name, "" if generic else "." + o.space
        at = 16 * r.randrange(o.bytes // 16)
        for load in (False, True):
            kind = r.choice("rrd")
            type_ = r.choice(NARROW[kind])
            parts = min(r.choice([1, 1, 2, 4]), 16 // count(type_), self.numbers[kind])
            parts = 1 << (parts.bit_length() - 1)
            size = parts * count(type_)
            self.transfer(load, space, type_, kind, parts, "%s+%d" % (
                base, at + r.randrange(16 // size) * size), guard="")
            if not load and r.random() < 0.3:
                self.access()

    def atomic(self):
        r = self.rand
        type_ = r.choice(list(ATOMICS))
        op = r.choice(ATOMICS[type_])
        found = self.address(count(type_), True, ("global", "shared"))
        if not found:
            return
        space, address = found
        if r.random() < self.part["generic"] and address.startswith(("%out", "%shared")):
            space, address = "", "%g" + address[1:]
        kind = {2: "h", 4: "r", 8: "d"}[count(type_)]
        order = r.choice(["", "", ".relaxed.gpu", ".acq_rel.cta", ".acquire.gpu",
                          ".release.cta"]) if self.chance("order") else ""
        text = "%s%s.%s.%s" % (order, space and "." + space, op, type_)
        source = self.register(kind)
        if op == "cas":
            expected = self.register(kind)
            if r.random() < 0.6:
                expected = self.fresh(kind)
                self.emit("ld%s.%s %s, [%s];" % (space and "." + space, type_, expected, address))
            source = "%s, %s" % (expected, source)
        elif op != "exch" and "acq" not in order and r.random() < 0.3:
            self.emit("%sred%s [%s], %s;" % (self.guard(), text, address, source))
            return
        self.emit("%satom%s %s, [%s], %s;" % (self.guard(), text, self.register(kind), address,
                                              source))

    def copy(self):
        """An asynchronous copy of a part of the values."""
        r = self.rand
        if self.sm < 80 or not any(o.space == "shared" for o in self.objects):
            return
        size = r.choice([4, 8, 16])
        less = ", %d" % r.randrange(size + 1) if r.random() < 0.3 else ""
        self.emit("%scp.async.ca.shared.global [%%shared+%d], [%%in+%d], %d%s;" % (
            self.guard(), r.randrange(MEMORY_BYTES // size) * size,
            r.randrange(ROW // size) * size, size, less))
        self.emit("cp.async.wait_all;")

    def fence(self):
        self.emit(self.rand.choice(["membar.cta;", "membar.gl;", "fence.acq_rel.gpu;",
                                    "fence.sc.cta;"]))

    def arithmetic(self):
        r, guard = self.rand, self.guard()
        a, b, d = self.register("r"), self.word(), self.register("d")
        lines = [
            "%s %s, %s, %s;" % (r.choice(["add.u32", "sub.u32", "xor.b32", "mul.lo.u32",
                                          "min.s32", "shr.u32"]), a, self.register("r"), b),
            "setp.%s.s32 %s, %s, %s;" % (r.choice(["lt", "eq", "ge"]), self.register("p"), a, b),
            "mad.wide.u32 %s, %s, %s, %s;" % (d, a, b, self.register("d")),
            "mov.b64 %s, {%s, %s};" % (d, a, b), "mov.b64 {%s, %s}, %s;" % (
                *self.several("rr"), d),
            "cvt.u16.u32 %s, %s;" % (self.register("h"), a),
            "cvt.s32.s16 %s, %s;" % (a, self.register("h")),
            "selp.b32 %s, %s, %s, %s;" % (a, self.register("r"), b, self.register("p")),
            "mov.b128 %s, {%s, %s};" % (self.register("q"), *self.several("dd")),
            "mov.b128 {%s, %s}, %s;" % (*self.several("dd"), self.register("q"))]
        self.emit(guard + r.choice(lines))

    # Control --------------------------------------------------------------------

    def call(self):
        """A function that accesses 32 bytes at an address that it is given."""
        r, e, o = self.rand, self.emit, self.rand.choice(self.objects)
        if len(self.functions) < 2 and (not self.functions or r.random() < 0.4):
            self.function("f%d_%s" % (len(self.functions), self.name))
        address = self.fresh("d")
        e("add.s64 %s, %%g%s, %d;" % (address, o.name, r.choice([0, 16, 32])))
        e("{ .param .b64 a; .param .b32 b; .param .b32 c;")
        e("st.param.b64 [a], %s; st.param.b32 [b], %s;" % (address, self.word()))
        e("call (c), f%d_%s, (a, b);" % (r.randrange(len(self.functions)), self.name))
        e("ld.param.b32 %s, [c]; }" % self.register("r"))

    def function(self, name):
        r = self.rand
        lines = [".func (.param .b32 r) %s(.param .b64 a, .param .b32 b)" % name, "{",
                 "    .reg .b64 %at; .reg .b32 %x, %y; .reg .pred %p;",
                 "    ld.param.b64 %at, [a]; ld.param.b32 %x, [b]; mov.b32 %y, %x;"]
        for _ in range(r.choice([2, 4, 8])):
            type_ = r.choice(["u8", "s8", "u16", "s16", "b32"])
            address = "%%at+%d" % (count(type_) * r.randrange(32 // count(type_)))
            lines.append("    " + r.choice([
                "ld.%s %%y, [%s]; mad.lo.u32 %%x, %%x, 5, %%y;" % (type_, address),
                "st.%s [%s], %%x;" % (type_.replace("s", "u"), address)]))
        if r.random() < 0.6:
            # It calls itself: it is not inlined.
            lines += ["    setp.ne.u32 %p, %x, 0x1234567;", "    @%p bra END;",
                      "    { .param .b64 c; .param .b32 d; .param .b32 e;",
                      "    st.param.b64 [c], %at; st.param.b32 [d], 5;",
                      "    call (e), %s, (c, d);" % name,
                      "    ld.param.b32 %x, [e]; }", "END:"]
        self.functions.append("\n".join(lines + ["    st.param.b32 [r], %x;", "    ret;", "}",
                                                 ""]))

    def arms(self):
        r = self.rand
        otherwise, end = self.label(), self.label()
        pointers = list(self.pointers)
        self.depth += 1
        self.emit("@%s%s bra %s;" % (r.choice(["", "!"]), self.register("p"), otherwise))
        self.block(r.choice([1, 2, 5]))
        self.pointers = list(pointers)
        if r.random() < 0.4:
            self.emit("bra %s;" % end)
            self.place_label(otherwise)
            self.block(r.choice([1, 3]))
            self.pointers = pointers
        else:
            self.place_label(otherwise)
        self.place_label(end)
        self.depth -= 1

    def loop(self):
        r, e = self.rand, self.emit
        head, end = self.label(), self.label()
        counter, go_on = self.fresh("r"), self.fresh("p")
        pointers, counters = list(self.pointers), list(self.counters)
        rounds = r.choice([1, 2, 3, 4, 8])
        bound = str(rounds)
        if r.random() < 0.5:
            bound = self.fresh("r")
            e("and.b32 %s, %s, %d;" % (bound, self.register("r"), 7))
            rounds = 8
        e("mov.u32 %s, 0;" % counter)
        step = self.cursor(rounds)
        self.counters.append(counter)
        self.depth += 1
        self.loops += 1
        self.place_label(head)
        e("setp.lt.u32 %s, %s, %s;" % (go_on, counter, bound))
        e("@!%s bra %s;" % (go_on, end))
        self.block(r.choice([1, 2, 4, 7]))
        if step:
            e(step)
        e("add.u32 %s, %s, 1;" % (counter, counter))
        e("bra %s;" % head)
        self.place_label(end)
        self.loops -= 1
        self.depth -= 1
        self.pointers, self.counters = pointers, counters

    def cursor(self, rounds):
        """A pointer for each round; the text of its step."""
        r, e, o = self.rand, self.emit, self.rand.choice(self.objects)
        size = r.choice([1, 2, 4])
        if self.isLocal or r.random() < 0.4:
            return ""
        generic = self.chance("generic")
        wide = generic or o.space != "shared" or r.random() < 0.5
        found, type_ = self.fresh("d" if wide else "r"), "s64" if wide else "s32"
        base = ("%g" if generic else "%") + o.name
        if not wide:
            narrow = self.fresh("r")
            e("cvt.u32.u64 %s, %s;" % (narrow, base))
            base = narrow
        back = r.random() < 0.5
        e("add.%s %s, %s, %d;" % (type_, found, base, size * rounds if back else 0))
        self.pointers.append(Pointer(found, "" if generic else o.space,
                                     -size if back else 0, o.bytes - size * rounds, size, True))
        return "add.%s %s, %s, %d;" % (type_, found, found, -size if back else size)

    def block(self, size):
        statements = {k: v for k, v in self.statements.items()
                      if not (k == "loop" and (self.loops > 1 or self.depth > 2)) and
                      not (k == "arms" and self.depth > 2)}
        for _ in range(size):
            getattr(self, self.rand.choices(list(statements), list(statements.values()))[0])()
