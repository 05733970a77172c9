"""Branches in a row of random-flow, each round few instructions, most of which load:
what becomes guarded, and the loops of them that are written out."""

from flowpieces import OWN


class Arms:
    """A part of Kernel (random-flow), with which it shares its members."""

    def arms(self, context, depth, scope):
        """A row of short branches, or a loop of one."""
        r = self.rand
        self.counts["rows of arms"] += 1
        if r.random() < 0.4:
            return self.row(context, None)
        counter, step = self.temp(), r.choice([1, 1, 1, 4, 32])
        rounds = r.choice([1, 2, 3, 4, 7, 8, 12, 33])
        self.emit("mov.b32 %s, %d;" % (counter, r.choice([0, 0, 1, 5])))
        end = str(step * rounds)
        if r.random() < 0.6:
            # The run knows the end, or the begin.
            n = self.pieces.bits(context, r.choice([3, 7, 15]))
            if r.random() < 0.5:
                self.emit("mul.lo.u32 %s, %s, %d;" % (n, n, step))
                end = n
            else:
                self.emit("add.u32 %s, %s, %s;" % (counter, counter, n))
        head, out = self.block(), self.block()
        self.end("goto", head)
        self.start(head)
        self.row(context, counter)
        self.emit("add.u32 %s, %s, %d;" % (counter, counter, step))
        p = self.pred()
        self.emit("setp.lt.s32 %s, %s, %s;" % (p, counter, end))
        self.end("cond", "@" + p, head, out)
        self.start(out)

    def row(self, context, counter):
        r = self.rand
        for _ in range(r.choice([1, 1, 2, 3, 4] if counter else [2, 2, 3, 4])):
            self.arm(context, counter)
            if r.random() < 0.2:
                self.pieces.mix("%l", str(r.getrandbits(8)))

    def arm(self, context, counter):
        """A branch round one block or to two, for some of the threads."""
        r = self.rand
        group = r.choice(context.within())
        then, other, on = self.block(), self.block(), self.block()
        both = r.random() < 0.25
        if counter and r.random() < 0.4:
            # One bit for each round.
            bit, p = self.temp(), self.pred()
            if r.random() < 0.5:
                self.emit("shl.b32 %s, 1, %s;" % (bit, counter))
                self.emit("and.b32 %s, %s, %s;" % (bit, bit, group.own))
            else:
                self.emit("shr.u32 %s, %s, %s;" % (bit, group.own, counter))
                self.emit("and.b32 %s, %s, 1;" % (bit, bit))
            self.emit("setp.ne.u32 %s, %s, 0;" % (p, bit))
            self.end("cond", "@" + p, then, other if both else on)
        else:
            self.branch(group, then, other if both else on)
        for block in [then, other] if both else [then]:
            self.start(block)
            self.short(group, counter)
            self.end("goto", on)
        self.start(on)

    def short(self, group, counter):
        """Few instructions, and perhaps a load or two, or a store."""
        r, value = self.rand, self.temp()
        self.emit("xor.b32 %s, %s, %s;" % (
            value, group.own, counter or str(r.getrandbits(12))))
        for _ in range(r.choice([0, 0, 1, 2, 4, 7, 14])):
            self.emit(r.choice(["mul.lo.u32 %s, %s, 77;", "add.u32 %s, %s, 9;",
                                "xor.b32 %s, %s, %%me;" if group.level == "lane" else
                                "xor.b32 %s, %s, 1234;"]) % (value, value))
        for _ in range(r.choice([0, 1, 1, 1, 2])):
            x = r.random()
            if x < 0.15:
                # What this thread has stored; nobody else has.
                loaded = self.temp()
                self.emit("ld.global.u32 %s, [%%scr+%d];" % (loaded, OWN))
                self.pieces.mix("%l", loaded)
                continue
            place, wide, loaded = self.temp(), self.wide(), self.temp()
            self.emit("and.b32 %s, %s, 4080;" % (place, value))
            self.emit("cvt.u64.u32 %s, %s;" % (wide, place))
            self.emit("add.u64 %s, %s, %%in;" % (wide, wide))
            self.emit("ld.global.%s %s, [%s+%d];" % (
                r.choice(["u32", "u32", "u16", "nc.u32"]), loaded, wide, 4 * r.randrange(4)))
            self.pieces.mix(group.own, loaded)
        if r.random() < 0.15:
            self.emit("st.global.u32 [%%scr+%d], %%l;" % OWN)
        if r.random() < 0.5:
            self.pieces.mix(group.own, value)
