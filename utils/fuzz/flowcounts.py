"""Counted loops of random-flow: short bodies, and counters of all kinds. How often
they run is known, or is a value of the run; no counter misses its end."""

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
        least, greatest = (-2**31, 2**31 - 1) if signed else (0, 2**32 - 1)
        # The most that is passed on the way, with the run's part.
        span = (most + 17) * abs(step)
        place = r.random()
        if place < 0.4:
            first = r.randrange(0, 4)
        elif place < 0.7 or cmp == "ne":
            first = r.getrandbits(32)
        else:
            first = greatest - span if upward else least + span
        first = max(least + span, min(greatest - span, first))
        if cmp == "ne" and r.random() < 0.5:
            # Over the end of all numbers.
            first = r.choice([2**32 - 2, 2**31 - 3, 5, 0]) - step * r.randrange(0, 3)
        counter, n = self.temp(), None
        offset = 1 if cmp in ("le", "ge") else 0
        bound = first + step * most - (slack + offset if upward else -slack - offset)
        known = r.random() < (0.8 if is_long else 0.4)
        word = lambda x: str((x + 2**31) % 2**32 - 2**31)
        self.emit("mov.b32 %s, %s;" % (counter, word(first)))
        end = word(bound)
        if not known:
            # Some steps more; the loop may also be one of which both are not known.
            n, end = self.pieces.bits(context, r.choice([1, 3, 7, 15])), self.temp()
            self.emit("mad.lo.u32 %s, %s, %d, %s;" % (end, n, step, word(bound)))
            if r.random() < 0.3:
                shift = self.pieces.bits(context, 3)
                self.emit("mul.lo.u32 %s, %s, %d;" % (shift, shift, step))
                if cmp == "ne":
                    for x in (counter, end):
                        self.emit("add.u32 %s, %s, %s;" % (x, x, shift))
        head, out = self.block(), self.block()
        before = r.random() < 0.25
        self.end("goto", head)
        self.start(head)
        kind = "setp.%s.%s32 " % (cmp, "s" if signed else "u")

        def test(then, otherwise):
            p = self.pred()
            swapped = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "ne": "ne"}
            if end.startswith("%") and r.random() < 0.3:
                self.emit("setp.%s.%s32 %s, %s, %s;" % (
                    swapped[cmp], "s" if signed else "u", p, end, counter))
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
        narrow = r.random() < 0.1
        if narrow:
            # Another counter, of 8 or 16 bits, that wraps.
            short = self.temp()
            self.emit("and.b32 %s, %s, %d;" % (short, counter, r.choice([255, 65535])))
            self.pieces.mix(context.own, short)
        if r.random() < 0.7:
            self.pieces.mix(context.own, counter)
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
        self.emit("add.s32 %s, %s, %d;" % (counter, counter, step))
        if before:
            self.end("goto", head)
        else:
            test(head, out)
        self.start(out)
        if r.random() < 0.5:
            self.pieces.mix(context.own, counter)
