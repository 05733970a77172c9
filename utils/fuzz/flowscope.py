"""Where jumps may go from the statements of one group in random-flow."""


class Scope:
    """Statements under the control of one group: where `break`, `continue` and
    goto can go to, and the fuel that bounds the way back."""

    def __init__(self, kernel, context):
        self.k, self.context = kernel, context
        self.loops, self.placed, self.pending, self.stubs = [], [], [], []
        self.forward_heads = set()
        self.sealed = False
        r = kernel.rand
        name = "f%d" % len(kernel.parts)
        kernel.parts.append(name)
        self.fuel = "%" + name
        if r.random() < 0.5:
            kernel.emit("mov.b32 %s, %d;" % (self.fuel, r.choice([2, 3, 5, 8, 12])))
        else:
            kernel.emit("add.u32 %s, %s, 2;" % (
                self.fuel, kernel.pieces.bits(context, 7)))

    def fuel_left(self):
        k, p = self.k, self.k.pred()
        k.emit("sub.u32 %s, %s, 1;" % (self.fuel, self.fuel))
        k.emit("setp.gt.s32 %s, %s, 0;" % (p, self.fuel))
        return p

    def backward(self, target, otherwise=None):
        """A block that goes to `target`, which may be behind, while there is fuel,
        else on, out of all loops if there are any."""
        k = self.k
        if target in self.forward_heads:
            return target
        saved, stub = k.current, k.block()
        k.current = stub
        p = self.fuel_left()
        k.current = saved
        if otherwise is None:
            otherwise = self.loops[0][1] if self.loops else self.coming()
        stub.end = ("cond", "@" + p, target, otherwise)
        self.stubs.append(stub)
        return stub

    def take_stubs(self):
        stubs, self.stubs = self.stubs, []
        return stubs

    def coming(self):
        """A label of a place that comes."""
        if not self.pending or (self.k.rand.random() < 0.4 and len(self.pending) < 4):
            self.pending.append(self.k.block())
        return self.k.rand.choice(self.pending)

    def place_labels(self, depth):
        k, r = self.k, self.k.rand
        if self.sealed:
            return
        if self.pending and r.random() < 0.35:
            block = self.pending.pop(r.randrange(len(self.pending)))
        elif "goto" in k.features and r.random() < 0.15:
            block = k.block()
        else:
            return
        k.end("goto", block)
        k.start(block)
        self.placed.append(block)

    def close(self):
        """All that was jumped to is placed; ways back are written down."""
        k = self.k
        while self.pending:
            block = self.pending.pop()
            k.end("goto", block)
            k.start(block)
        stubs = self.take_stubs()
        if stubs:
            on = k.block()
            k.end("goto", on)
            k.blocks += stubs
            k.start(on)
