"""Part of a group in random-flow: threads that go their own way, with a mask of
their own for what they do together."""

from flowpieces import Context
from flowscope import Scope


class Parts:
    """A part of Kernel (random-flow), with which it shares its members."""

    def part(self, context, mask):
        """The threads of a mask, with a register that they agree on."""
        own = "%%o%d" % len(self.parts)
        self.parts.append(own[1:])
        self.emit("add.u32 %s, %s, %d;" % (own, context.own, self.rand.getrandbits(8)))
        return Context("part", own, [own] + context.agreed, mask, [self.lane])

    def masks(self, context):
        """A predicate by lane, and the masks of those for which it holds and not."""
        r, p = self.rand, self.pred()
        if context.mask == "-1" and r.random() < 0.5:
            # Known when it is written.
            set_ = r.choice([0x55555555, 0xffff, 0xff00ff, 1, 0x80000000, 0x7fffffff,
                             0x3, r.getrandbits(32) | 1])
            t = self.temp()
            self.emit("and.b32 %s, %%self, %d; setp.ne.u32 %s, %s, 0;" % (t, set_, p, t))
            return p, str(set_), str(0xffffffff ^ set_)
        q, yes, no = self.pieces.condition(self.lane), self.mask(), self.mask()
        self.emit("and.pred %s, %s, %s;" % (p, q, q))
        self.emit("vote.sync.ballot.b32 %s, %s, %s;" % (yes, p, context.mask))
        if r.random() < 0.5 or self.may_end:
            self.emit("vote.sync.ballot.b32 %s, !%s, %s;" % (no, p, context.mask))
        else:
            self.emit("not.b32 %s, %s; and.b32 %s, %s, %s;" % (
                no, yes, no, no, context.mask))
        return p, yes, no

    def mask(self):
        name = "k%d" % len(self.parts)
        self.parts.append(name)
        return "%" + name

    def split(self, context, depth, scope):
        """Threads go two ways, each with collectives of its own."""
        p, yes, no = self.masks(context)
        then, other, out = self.block(), self.block(), self.block()
        self.end("cond", "@" + p, then, other)
        for block, mask in ((then, yes), (other, no)):
            self.start(block)
            if mask == "0":
                self.end("goto", out)
                continue
            part = self.part(context, mask)
            inner = Scope(self, part)
            self.sequence(part, depth + 1, inner)
            if self.rand.random() < 0.7:
                self.pieces.collective(part)
            inner.close()
            self.pieces.mix("%l", part.own)
            self.end("goto", out)
        self.start(out)

    def rounds(self, context, depth, scope):
        """A loop that threads leave at different times; those that stay vote on
        who goes on."""
        mask, head, body, out = self.mask(), self.block(), self.block(), self.block()
        next_ = self.mask()
        self.emit("mov.b32 %s, %s;" % (next_, context.mask))
        part = self.part(context, mask)
        inner = Scope(self, part)
        p, q, fuel = self.pred(), self.pred(), inner.fuel
        self.end("goto", head)
        self.start(head)
        self.emit("sub.u32 %s, %s, 1;" % (fuel, fuel))
        self.emit("setp.gt.s32 %s, %s, 0;" % (q, fuel))
        self.emit("and.pred %s, %s, %s;" % (p, self.pieces.condition(self.lane), q))
        self.emit("mov.b32 %s, %s;" % (mask, next_))
        self.emit("vote.sync.ballot.b32 %s, %s, %s;" % (next_, p, mask))
        self.end("cond", "@" + p, body, out)
        self.start(body)
        self.emit("mov.b32 %s, %s;" % (mask, next_))
        body_scope = Scope(self, part)
        self.sequence(part, depth + 1, body_scope)
        self.pieces.collective(part)
        body_scope.close()
        self.end("goto", head)
        inner.used_fuel = True
        self.start(out)
        self.pieces.mix("%l", part.own)
