"""Each operation of opforms.py alone: with registers, registers and constants, constants
only; with a guard and without."""

import random
import re

import opvalues
from opforms import forms
from opframe import COLUMNS, Frame

WAYS = {"registers": 0, "mixed": 0.5, "constants": 1}
REGISTERS = 6


class Alone(Frame):
    def __init__(self, seed, spelling, operands, way):
        rand = random.Random(seed)
        super().__init__(rand, {k: REGISTERS for k in [*COLUMNS, "p"]}, WAYS[way],
                         rand.choice([0, 1]))
        written = self.operation(spelling, operands)
        drawn, self.lines = self.lines, []
        self.set_up()
        # What it writes is read, too: a guard may leave it as it was.
        for kind, index in sorted(set(re.findall(r"%([dghrfp])(\d)\b", " ".join(drawn)))):
            register = "%%%s%s" % (kind, index)
            if kind != "p" and way == "constants" and rand.random() < 0.8:
                self.emit("mov.%s %s, %s;" % (opvalues.TYPES[kind], register,
                                              self.constant(kind)))
            else:
                self.load(kind, register, int(index))
        self.lines += drawn
        for kind, register in written:
            self.store(kind, register)
        self.operation_text = drawn[-1].strip()


def sweep(sm, seed, find=""):
    """(name, text) of a kernel for each operation that has this in its spelling."""
    for i, form in enumerate(forms(sm)):
        for j, spelling in enumerate(form.spellings):
            for way in WAYS if re.search(find, spelling) else ():
                name = "op_%d_%d_%s" % (i, j, way)
                alone = Alone("%s %d" % (spelling + way, seed), spelling, form.operands, way)
                yield name, alone.text(name, "%s: %s" % (way, alone.operation_text))
