"""Draws operations of opforms.py with operands: registers of six kinds, constants."""

import opvalues
from opvalues import BYTES, TYPES

NAN = {"f": "0f7FC00000", "g": "0d7FF8000000000000"}


class Operands:
    """The text of a kernel as it grows, and its registers. `numbers` has how many there
    are of each kind, `constants` the part of operands that are constants where they can
    be either, `guards` the part of operations that have a guard."""

    def __init__(self, rand, numbers, constants, guards):
        self.rand, self.numbers = rand, numbers
        self.constants, self.guards = constants, guards
        self.lines, self.more = [], []

    def emit(self, text):
        self.lines.append("    " + text)

    def register(self, kind):
        return "%%%s%d" % (kind, self.rand.randrange(self.numbers[kind]))

    def several(self, kinds):
        """Registers of these kinds, no two of them the same."""
        while True:
            found = [self.register(k) for k in kinds]
            if len(set(found)) == len(found):
                return found

    def fresh(self, kind):
        """A register of its own."""
        self.more.append((kind, "%%x%d" % len(self.more)))
        return self.more[-1][1]

    def constant(self, kind):
        return opvalues.spell(self.rand, kind, opvalues.draw(self.rand, kind))

    def guard(self):
        if self.rand.random() >= self.guards:
            return ""
        return "@%s%s " % (self.rand.choice(["", "!"]), self.register("p"))

    def without_nan(self, kind, register, otherwise=None):
        """A copy that is another number where this is a NaN."""
        size = 8 * BYTES[kind]
        test, copy = self.fresh("p"), self.fresh(kind)
        self.emit("setp.nan.f%d %s, %s, %s;" % (size, test, register, register))
        self.emit("selp.f%d %s, %s, %s, %s;" % (size, copy, otherwise or NAN[kind], register,
                                                test))
        return copy

    def amount(self, least):
        """How far to shift: below 128 if least."""
        r = self.rand
        if r.random() < max(0.4, self.constants):
            value = r.choice(opvalues.AMOUNTS)
            return str(value & 127 if least else value)
        if not least:
            return self.register("r")
        short = self.fresh("r")
        self.emit("and.b32 %s, %s, %d;" % (short, self.register("r"), r.choice(
            [7, 31, 63, 127])))
        return short

    def divisor(self, kind):
        r, size = self.rand, 8 * BYTES[kind]
        if r.random() < max(0.4, self.constants):
            bits = opvalues.draw(r, kind)
            while bits in (0, 2**size - 1):
                bits = opvalues.draw(r, kind)
            return opvalues.spell(r, kind, bits)
        found = self.fresh(kind)
        self.emit("and.b%d %s, %s, %d;" % (size, found, self.register(kind), r.choice(
            [2**(size - 1) - 1, 2**(size - 1) - 1, 31])))
        self.emit("or.b%d %s, %s, %d;" % (size, found, found, r.choice([1, 2, 4])))
        return found

    def operand(self, form):
        """An operand as opforms.py has it, and the registers that it writes."""
        r, kind, how = self.rand, form[0].lower(), form[1:]
        if form[0] == "{":
            found = self.several(form[1:-1].lower())
            return "{%s}" % ", ".join(found), (
                list(zip(form[1:-1].lower(), found)) if form[1].isupper() else [])
        if form in ("P|", "P|Q"):
            found = self.several("pp")[:1 if form == "P|" and r.random() < 0.4 else 2]
            return "|".join(found), [("p", f) for f in found]
        if form.isupper():
            found = self.register(kind)
            return found, [(kind, found)]
        if form == "!p":
            return r.choice(["", "!"]) + self.register("p"), []
        if form == "i8":
            return hex(r.getrandbits(8)), []
        if how == "=" or (how == "?" and r.random() < self.constants):
            return self.constant(kind), []
        if how in ("#", "^"):
            return self.amount(how == "^"), []
        if how == "!":
            return self.divisor(kind), []
        if how == "~":
            return self.without_nan(kind, self.register(kind), "0f3F800000" if kind == "f"
                                    else "0d3FF0000000000000"), []
        return self.register(kind) + (how if how[:1] == "." else ""), []

    def operation(self, spelling, forms, guarded=True):
        """Writes an operation. The registers that it writes."""
        drawn = [self.operand(form) for form in forms]
        self.emit("%s%s %s;" % (self.guard() if guarded else "", spelling,
                                ", ".join(text for text, _ in drawn)))
        return [one for _, written in drawn for one in written]

    def declarations(self):
        lines = ["    .reg .%s %%%s<%d>;" % (TYPES[kind], kind, n)
                 for kind, n in self.numbers.items()]
        return lines + ["    .reg .%s %s;" % (TYPES[kind], ", ".join(
            name for k, name in self.more if k == kind))
            for kind in TYPES if any(k == kind for k, _ in self.more)]
