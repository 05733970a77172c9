"""Programs of random-ops: operations, chains with carries, memory, branches, switches and
counted loops (oploops.py), all on one set of registers, which loops carry round."""

import collections
import random

from opforms import forms
from opframe import COLUMNS, MEMORY_BYTES, START, Frame
from oploops import Loops
from opvalues import BYTES, TYPES

Cursor = collections.namedtuple("Cursor", "register step type space far")

# How often each statement is drawn.
STATEMENTS = {"operation": 40, "carries": 5, "memory": 10, "arms": 6, "loop": 5, "leave": 3,
              "counter": 14, "switch": 1}
SPACES = {"global": "%out", "shared": "%shared", "local": "%local"}
MEMORY_TYPES = {"r": ["b32", "b32", "u8", "s8", "u16", "s16"],
                "d": ["b64", "b64", "s8", "u16", "s32", "u32"], "h": ["b16", "b16", "u8", "s8"],
                "f": ["f32"], "g": ["f64"]}


class Program(Frame, Loops):
    def __init__(self, seed, sm, loops=True):
        self.rand = r = random.Random(seed)
        self.name = "ops_%d" % seed
        self.has_loops = loops
        self.pressure = r.random() < 0.25
        if self.pressure:
            f, most = r.choice([1, 1.5, 2.5]), r.choice("rdhfgp-")
            numbers = {k: int(n * f * (2 if k == most else 1)) for k, n in zip(
                "rdhfgp", (24, 10, 8, 12, 7, 9))}
        else:
            few = r.choice([4, 5, 8, 12])
            numbers = {k: few for k in "dhf"}
            numbers.update(r=few + 3, g=max(2, few // 2), p=r.choice([4, 5, 9]))
        super().__init__(r, numbers, r.choice([0.1, 0.4, 0.7]), r.choice([0, 0.1, 0.25, 0.5]))
        self.forms = forms(sm)
        # Most kernels have a few operations, which meet the more often.
        self.focus = r.sample(self.forms, r.choice([3, 6, 12, 30])) if r.random() < 0.75 else []
        self.labels = self.depth = self.loops = 0
        self.rounds, self.counters, self.cursors = 1, [], []
        # Where addresses are generic, arrays do not become values.
        self.spaces = list(SPACES) + (["generic"] if r.random() < 0.4 else [])
        self.start()
        size = r.choice([12, 20, 40, 60])
        self.block(size)
        if self.has_loops:
            self.loop(size)
        for kind, n in self.numbers.items():
            for i in range(n):
                self.store(kind, "%%%s%d" % (kind, i))
        self.store_memory()

    def label(self):
        self.labels += 1
        return "L%d" % self.labels

    def place(self, label):
        self.lines.append(label + ":")

    def start(self):
        r, e = self.rand, self.emit
        self.set_up(r.randrange(32))
        e("mov.u64 %local, locals; mov.u64 %shared, memory;")
        e("mad.wide.u32 %%shared, %%me, %d, %%shared;" % MEMORY_BYTES)
        if "generic" in self.spaces:
            e("cvta.local.u64 %glocal, %local; cvta.shared.u64 %gshared, %shared;")
        for i in range(0, MEMORY_BYTES, 8):
            word = self.fresh("d")
            for space, base in SPACES.items():
                if r.random() < 0.5:
                    e("ld.global.b64 %s, [%%in+%d];" % (word, r.randrange(32) * 8))
                else:
                    e("mov.b64 %s, %s;" % (word, self.constant("d")))
                e("st.%s.b64 [%s+%d], %s;" % (space, base, i, word))
        for kind, n in self.numbers.items():
            for i in range(n):
                self.first_value(kind, "%%%s%d" % (kind, i))

    def first_value(self, kind, register):
        r, e, way = self.rand, self.emit, self.rand.random()
        if way < 0.12 and kind != "p":
            e("mov.%s %s, %s;" % (TYPES[kind], register, self.constant(kind)))
        elif way < 0.45 and kind in "rdfg":
            # A small number.
            small = self.fresh("d" if kind == "d" else "r")
            e("ld.global.%s %s, [%%in+%d];" % (r.choice(["s8", "u8", "s8"]), small,
                                               START["r"] + r.randrange(64)))
            e({"r": "mov.b32", "d": "mov.b64", "f": "cvt.rn.f32.s32",
               "g": "cvt.rn.f64.s32"}[kind] + " %s, %s;" % (register, small))
        elif way < 0.5 and kind == "r":
            e("mov.b32 %s, %%me;" % register)
        else:
            self.load(kind, register, r.randrange(COLUMNS["r" if kind == "p" else kind]))

    def store_memory(self):
        for space in ("local", "shared"):
            for i in range(0, MEMORY_BYTES, 8):
                word = self.fresh("d")
                self.emit("ld.%s.b64 %s, [%s+%d];" % (space, word, SPACES[space], i))
                self.store("d", word)

    def block(self, size, places=None):
        for _ in range(size):
            what = self.rand.choices(list(STATEMENTS), list(STATEMENTS.values()))[0]
            if what == "loop" and self.has_loops and self.loops < 2 and self.depth < 3:
                self.loop(size)
            elif what == "arms" and self.depth < 4:
                self.arms(size, places)
            elif what == "switch" and self.depth < 3:
                self.switch(size)
            elif what == "leave" and places:
                self.leave(places)
            elif what == "counter" and self.counters:
                self.use_counter()
            elif what == "carries":
                self.carries()
            elif what == "memory":
                self.memory()
            else:
                self.any_operation()

    def any_operation(self):
        r = self.rand
        form = r.choice(self.focus if self.focus and r.random() < 0.8 else self.forms)
        spelling = r.choice(form.spellings)
        # ptxas guards half of what these become: only opsweep.py has them with a guard.
        self.operation(spelling, form.operands, not spelling.startswith(("set.", "testp.", "v")))

    def carries(self):
        """A sum, difference or product of several words."""
        r = self.rand
        kind = r.choice("rrrd")
        type_ = r.choice("us") + str(8 * BYTES[kind])
        first = r.choice(["add", "sub", "mad"])

        def one(op):
            self.emit("%s.%s %s, %s;" % (op, type_, self.register(kind), ", ".join(
                [self.register(kind), self.operand(kind + "?")[0]] +
                ([self.register(kind)] if op[:3] == "mad" else []))))

        one({"mad": r.choice(["mad.lo", "mad.hi"])}.get(first, first) + ".cc")
        for left in reversed(range(r.randrange(1, 5))):
            op = "subc" if first == "sub" else r.choice(["addc", "addc", "madc.lo", "madc.hi"])
            one(op + (".cc" if left or r.random() < 0.5 else ""))

    def arms(self, size, places):
        r = self.rand
        otherwise, end = self.label(), self.label()
        self.depth += 1
        self.emit("@%s%s bra %s;" % (r.choice(["", "!"]), self.register("p"), otherwise))
        self.block(max(1, size // 4), places)
        if r.random() < 0.5:
            self.emit("bra %s;" % end)
            self.place(otherwise)
            self.block(max(1, size // 4), places)
        else:
            self.place(otherwise)
        self.place(end)
        self.depth -= 1

    def switch(self, size):
        r = self.rand
        self.depth += 1
        entries = r.choice([2, 4, 8])
        cases, end, table = [self.label() for _ in range(min(entries, 4))], self.label(), self.label()
        index = self.fresh("r")
        self.emit("and.b32 %s, %s, %d;" % (index, self.register("r"), entries - 1))
        self.emit("%s: .branchtargets %s;" % (table, ", ".join(
            r.choice(cases) for _ in range(entries))))
        self.emit("brx.idx %s, %s;" % (index, table))
        for case in cases:
            self.place(case)
            self.block(max(1, size // 6))
            if r.random() < 0.7:
                self.emit("bra %s;" % end)
        self.place(end)
        self.depth -= 1

    # Memory ---------------------------------------------------------------------

    def cursor(self, rounds):
        """An address that steps with the rounds of a loop."""
        r = self.rand
        space = r.choice(list(SPACES))
        type_ = r.choice(["u8", "s8", "u16", "s16", "b32", "b64"])
        size = int(type_[1:]) // 8
        step = r.choice([size, -size, 2 * size])
        if abs(step) * rounds + 16 > MEMORY_BYTES:
            type_, size = "u8", 1
            step = 1 if rounds + 16 <= MEMORY_BYTES else 0
        found = Cursor(self.fresh("d"), step, type_, space, 8 if step >= 0 else -8)
        self.emit("add.s64 %s, %s, %d;" % (found.register, SPACES[space],
                                           0 if step >= 0 else MEMORY_BYTES - 8))
        self.cursors.append(found)
        return found

    def memory(self):
        r = self.rand
        if self.cursors and r.random() < 0.5:
            cursor = r.choice(self.cursors)
            kind = {"8": "r", "16": "h", "32": "r", "64": "d"}[cursor.type[1:]]
            self.access(cursor.space, cursor.type, kind, 1, "%s+%d" % (
                cursor.register, r.choice([0, 0, cursor.far])))
            return
        space = r.choice(self.spaces)
        base = SPACES.get(space) or r.choice(["%glocal", "%gshared", "%out"])
        kind = r.choice("rrdhfg")
        type_ = r.choice(MEMORY_TYPES[kind])
        parts = min(r.choice([1, 1, 1, 2, 4]), 128 // int(type_[1:]))
        size = parts * int(type_[1:]) // 8
        places = MEMORY_BYTES // size
        if r.random() < 0.5:
            index, address = self.fresh("r"), self.fresh("d")
            self.emit("and.b32 %s, %s, %d;" % (
                index, self.count() if self.counters and r.random() < 0.7 else
                self.register("r"), places - 1))
            self.emit("mad.wide.u32 %s, %s, %d, %s;" % (address, index, size, base))
        else:
            address = "%s+%d" % (base, r.randrange(places) * size)
        self.access(space, type_, kind, parts, address)

    def access(self, space, type_, kind, parts, address):
        r = self.rand
        if r.random() < 0.5 and parts <= self.numbers[kind]:
            registers = self.several(kind * parts)
            form = "%sld%s%s.%s %s, [%s];"
        else:
            registers = [self.register(kind) for _ in range(parts)]
            if kind in "fg":
                registers = [self.without_nan(kind, x) for x in registers]
            form = "%sst%s%s.%s [%s], %s;"
        words = ", ".join(registers) if parts == 1 else "{%s}" % ", ".join(registers)
        last = (words, address) if "ld" in form[:4] else (address, words)
        self.emit(form % (self.guard(), "" if space == "generic" else "." + space,
                          "" if parts == 1 else ".v%d" % parts, type_, *last))

    def module_text(self):
        r = self.rand
        directive = ""
        if r.random() < (0.5 if self.pressure else 0.2):
            directive = r.choice([" .maxntid 32", " .reqntid 32, 1, 1", " .maxnreg 24",
                                  " .maxnreg 32", " .maxnreg 40", " .maxnreg 64"])
        return self.text(self.name, "random-ops --seed " + self.name[4:], directive, [
            ".reg .b64 %local, %shared, %glocal, %gshared",
            ".local .align 16 .b8 locals[%d]" % MEMORY_BYTES,
            ".shared .align 16 .b8 memory[%d]" % (32 * MEMORY_BYTES)])
