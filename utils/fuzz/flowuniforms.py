"""Arithmetic in random-flow on what the whole grid or block has in common, read where
threads are apart."""

import random

OPERATIONS = ["add.u32", "sub.u32", "mul.lo.u32", "xor.b32", "and.b32", "or.b32",
              "min.u32", "shl.b32", "shr.u32", "shr.s32"]
SHIFTS = ("shl.b32", "shr.u32", "shr.s32")


class Uniforms:
    """Of the kernel `k`. What it draws is apart from what is drawn else."""

    def __init__(self, kernel):
        self.k = kernel
        self.rand = random.Random("uniform " + kernel.name)
        self.early = []

    def compute(self):
        """A tree of sums, products, shifts and logic; the register it is in."""
        k, r = self.k, self.rand
        leaves = ["%n", "%threads", "%n"]
        for special in r.sample(["%ctaid.x", "%ctaid.y", "%nctaid.x"], r.choice([0, 1, 2])):
            leaf = k.temp()
            k.emit("mov.u32 %s, %s;" % (leaf, special))
            leaves.append(leaf)
        values = leaves + self.early
        for _ in range(r.choice([1, 2, 3, 5, 9])):
            a, b, d, what = r.choice(values), r.choice(values), k.temp(), r.choice(OPERATIONS)
            if what in SHIFTS:
                b = str(r.randrange(1, 20))
            elif r.random() < 0.4:
                b = str(r.getrandbits(r.choice([3, 12, 31])))
            k.emit("%s %s, %s, %s;" % (what, d, a, b))
            values.append(d)
        if r.random() < 0.3:
            wide, high, d = k.wide(), k.temp(), k.temp()
            k.emit("mul.wide.%s %s, %s, %d;" % (r.choice(["u32", "s32"]), wide, values[-1],
                                                 r.getrandbits(30)))
            k.emit("mov.b64 {%s, %s}, %s;" % (d, high, wide))
            k.emit("xor.b32 %s, %s, %s;" % (d, d, high))
            values.append(d)
        return values[-1]

    def begin(self):
        """Some where the kernel begins, that live long."""
        self.early = [self.compute() for _ in range(self.rand.choice([1, 2, 4, 12]))]

    def update(self, context):
        """One goes into a value of the group's."""
        r = self.rand
        own = r.choice(context.within()).own
        value = r.choice(self.early) if r.random() < 0.5 else self.compute()
        if r.random() < 0.5:
            self.k.emit("add.u32 %s, %s, %s;" % (own, own, value))
        else:
            self.k.emit("mad.lo.u32 %s, %s, %d, %s;" % (own, own, r.randrange(3, 99, 2), value))
