"""Counted loops of random-flow: short bodies, and counters of all kinds. How often
they run is known, or is a value of the run; no counter misses its end."""

import random

# Of comparisons: signed, upward; None where that does not matter.
UPWARD = {"lt": True, "le": True, "gt": False, "ge": False, "ne": None}


class Counts:
    """A part of Kernel (random-flow), with which it shares its members."""

    def counted(self, context, depth, scope):
        """One or two nested loops, of which the outer may be left early."""
        r = self.rand
        self.counts["counted loops"] += 1
        self.count(context, depth, r.random() < 0.25)

    def count(self, context, depth, is_outer):
        r = self.rand
        cmp = r.choice(list(UPWARD))
        signed = r.random() < 0.5
        step = r.choice([1, 1, 1, 2, 3, 4, 7, 256])
        upward = UPWARD[cmp] if UPWARD[cmp] is not None else r.random() < 0.5
        step = step if upward else -step
        # Steps until the test fails, which are made once less than rounds.
        most = r.choice([0, 1, 2, 3, 5, 9, 17]) if not is_outer else r.choice([1, 2, 4])
        # Too many to be written out, mostly known.
        is_long = not is_outer and depth < 2 and r.random() < 0.15
        if is_long:
            most = r.choice([40, 63, 100, 150])
        if cmp == "ne":
            most = max(most, 1)     # behind the end it would go round all numbers
        slack = r.randrange(abs(step)) if cmp != "ne" else 0
        # Apart from what is drawn else, which stays what it was for each seed.
        longs = random.Random("counter %s %d" % (self.name, self.counts["counted loops"]))
        bits = 64 if longs.random() < 0.2 else 32
        all_, half = 2**bits, 2**(bits - 1)
        least, greatest = (-half, half - 1) if signed else (0, all_ - 1)
        # The most that is passed on the way, with the run's part.
        span = (most + 17) * abs(step)
        place = r.random()
        if place < 0.4:
            first = r.randrange(0, 4)
        elif place < 0.7 or cmp == "ne":
            first = r.getrandbits(32)
            if bits == 64:      # words that carry, or any
                first = longs.choice([first, first << 32, 2**32 - 1 - first % 64,
                                      first << 32 | longs.getrandbits(32)])
        else:
            first = greatest - span if upward else least + span
        first = max(least + span, min(greatest - span, first))
        if cmp == "ne" and r.random() < 0.5:
            # Over the end of all numbers.
            first = r.choice([all_ - 2, half - 3, 5, 0]) - step * r.randrange(0, 3)
        long = bits == 64
        counter, n = self.wide() if long else self.temp(), None
        offset = 1 if cmp in ("le", "ge") else 0
        bound = first + step * most - (slack + offset if upward else -slack - offset)
        known = r.random() < (0.8 if is_long else 0.4)
        word = lambda x: str((x + half) % all_ - half)
        self.emit("mov.b%d %s, %s;" % (bits, counter, word(first)))
        end = word(bound)
        if not known:
            # Some steps more; the loop may also be one of which both are not known.
            n, end = self.pieces.bits(context, r.choice([1, 3, 7, 15])), self.temp()
            if long:
                end = self.wide()
                self.emit("cvt.u64.u32 %s, %s;" % (end, n))
            self.emit("mad.lo.u%d %s, %s, %d, %s;" % (
                bits, end, end if long else n, step, word(bound)))
            if r.random() < 0.3:
                shift = self.pieces.bits(context, 3)
                self.emit("mul.lo.u32 %s, %s, %d;" % (shift, shift, step))
                if cmp == "ne":
                    if long:
                        short, shift = shift, self.wide()
                        self.emit("cvt.s64.s32 %s, %s;" % (shift, short))
                    for x in (counter, end):
                        self.emit("add.u%d %s, %s, %s;" % (bits, x, x, shift))
        head, out = self.block(), self.block()
        before = r.random() < 0.25
        self.end("goto", head)
        self.start(head)
        kind = "setp.%s.%s%d " % (cmp, "s" if signed else "u", bits)

        def test(then, otherwise):
            p = self.pred()
            swapped = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "ne": "ne"}
            if end.startswith("%") and r.random() < 0.3:
                self.emit("setp.%s.%s%d %s, %s, %s;" % (
                    swapped[cmp], "s" if signed else "u", bits, p, end, counter))
            else:
                self.emit(kind + "%s, %s, %s;" % (p, counter, end))
            if r.random() < 0.3:
                self.emit("not.pred %s, %s;" % (p, p))
                self.end("cond", "@" + p, otherwise, then)
            else:
                self.end("cond", "@" + p, then, otherwise)

        if before:
            body = self.block()
            test(body, out)
            self.start(body)
        counted = counter
        if long:
            low, high, counted = self.temp(), self.temp(), self.temp()
            self.emit("mov.b64 {%s, %s}, %s;" % (low, high, counter))
            self.emit("mad.lo.u32 %s, %s, 3, %s;" % (counted, high, low))
        narrow = r.random() < 0.1
        if narrow:
            # Another counter, of 8 or 16 bits, that wraps.
            short = self.temp()
            self.emit("and.b32 %s, %s, %d;" % (short, counted, r.choice([255, 65535])))
            self.pieces.mix(context.own, short)
        if r.random() < 0.7:
            self.pieces.mix(context.own, counted)
        for _ in range(r.randrange(1, 3)):
            self.pieces.update(context)
        if r.random() < 0.2:
            self.pieces.load(context)
        if self.may_vote and r.random() < 0.2:
            self.pieces.collective(context)
        if is_outer:
            self.count(context, depth, False)
        elif r.random() < 0.2:
            on = self.block()
            self.branch(context, out, on)
            self.start(on)
            self.pieces.update(context)
        elif r.random() < 0.15:
            then, on = self.block(), self.block()
            self.branch(context, then, on)
            self.start(then)
            self.pieces.update(context)
            self.end("goto", on)
            self.start(on)
        self.emit("add.s%d %s, %s, %d;" % (bits, counter, counter, step))
        if before:
            self.end("goto", head)
        else:
            test(head, out)
        self.start(out)
        if r.random() < 0.5:
            if long:
                counted = self.temp()
                self.emit("cvt.u32.u64 %s, %s;" % (counted, counter))
            self.pieces.mix(context.own, counted)
