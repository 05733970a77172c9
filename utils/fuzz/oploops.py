"""Counted loops of random-ops: counters of several types that go up and down, are
multiplied and shifted, over the ends of their numbers; tested first or last; left and
begun again early; with addresses that step; nested."""

COUNTERS = ["s32", "s32", "s32", "u32", "u32", "s64", "u64", "u16"]
MOST_ROUNDS = 42      # of one loop
MOST_ROUNDS_IN_ALL = 130


def wrap(value, type_):
    """A number as a type has it."""
    bits = int(type_[1:])
    value %= 1 << bits
    return value - (1 << bits) if type_[0] == "s" and value >> (bits - 1) else value


TESTS = {"lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b,
         "ge": lambda a, b: a >= b, "ne": lambda a, b: a != b}
STEPS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "shl": lambda a, b: a << b,
         "shr": lambda a, b: a >> b, "mul": lambda a, b: a * b}


class Loops:
    """Part of Program (opprograms.py), which has the statements."""

    def draw_count(self):
        """type, operation, step, first value, comparison, bound and rounds of a loop."""
        r = self.rand
        while True:
            type_ = r.choice(COUNTERS)
            op = r.choice(["add"] * 7 + ["sub", "shl", "shr", "mul"])
            step = r.choice({"add": [1, 1, 1, -1, -1, 2, 3, -3, 4, 5, 7, 8, 16],
                             "sub": [1, 1, 2, 3, 8], "mul": [2, 3, 5]}.get(op, [1, 1, 2]))
            bits = int(type_[1:])
            first = wrap(r.choice({"mul": [1, 2, 3], "shl": [1, 3], "shr": [128, 255, 1 << 14]}.get(
                op, [0, 0, 0, 1, -1, -8, 5, 10, 40, 64, 100, -16, 1 << 12,
                     (1 << (bits - 1)) - 8, 1 << (bits - 1)])), type_)
            test = r.choice(["lt", "le", "gt", "ge", "ne", "ne", "lt", "gt"])
            bound = first
            for _ in range(r.choice([1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 12, 16, 17, 31, 32, 40])):
                bound = wrap(STEPS[op](bound, step), type_)
            bound = wrap(bound + r.choice([0, 0, 0, 0, -1, 1]), type_)
            value, rounds = wrap(STEPS[op](first, step), type_), 1
            while TESTS[test](value, bound) and rounds <= MOST_ROUNDS:
                value, rounds = wrap(STEPS[op](value, step), type_), rounds + 1
            if rounds > MOST_ROUNDS or rounds * self.rounds > MOST_ROUNDS_IN_ALL:
                continue
            if rounds > 1 or r.random() < 0.2:
                return type_, op, step, first, test, bound, rounds

    def known_count(self):
        """A loop with rounds that one can count: its counter, step, test, rounds."""
        r, e = self.rand, self.emit
        type_, op, step, first, test, bound, rounds = self.draw_count()
        kind = {"16": "h", "32": "r", "64": "d"}[type_[1:]]
        counter, go_on, limit = self.fresh(kind), self.fresh("p"), str(bound)
        e("mov.%s %s, %d;" % (type_, counter, first))
        if r.random() < 0.15:
            limit = self.fresh(kind)
            e("mov.%s %s, %d;" % (type_, limit, bound))
        type_of_op = {"shl": "b" + type_[1:], "mul": "lo." + type_}.get(op, type_)
        return (counter, type_), "%s.%s %s, %s, %d;" % (op, type_of_op, counter, counter, step), \
            "setp.%s.%s %s, %s, %s;" % (test, type_, go_on, counter, limit), go_on, rounds

    def other_count(self):
        """A loop whose rounds each lane reads from a register."""
        r, e = self.rand, self.emit
        most = r.choice([1, 3, 7, 15])
        if most * self.rounds > MOST_ROUNDS_IN_ALL:
            most = 1
        bound, counter, go_on = self.fresh("r"), self.fresh("r"), self.fresh("p")
        e("and.b32 %s, %s, %d;" % (bound, self.register("r"), most))
        step = r.choice([1, 1, 2, 3])
        up = r.random() < 0.5
        e("mov.u32 %s, %s;" % (counter, 0 if up else bound))
        return (counter, "s32"), "%s.s32 %s, %s, %d;" % (
            "add" if up else "sub", counter, counter, step), "setp.%s.s32 %s, %s, %s;" % (
            "lt" if up else "gt", go_on, counter, bound if up else 0), go_on, most + 1

    def loop(self, size):
        r, e = self.rand, self.emit
        head, latch, end = self.label(), self.label(), self.label()
        saved = self.rounds, list(self.counters), list(self.cursors)
        counter, step, test, go_on, rounds = (
            self.known_count if r.random() < 0.7 else self.other_count)()
        cursor = self.cursor(rounds) if r.random() < 0.4 else None
        self.rounds *= rounds
        self.counters.append(counter)
        self.loops += 1
        self.place(head)
        if r.random() < 0.1:
            e('.pragma "nounroll";')
        first = r.random() < 0.4
        if first:
            e(test)
            e("@!%s bra %s;" % (go_on, end))
        self.block(r.choice([size // 4, size // 3, 3, 6]) + 2,
                   (latch, end) if r.random() < 0.5 else None)
        self.place(latch)
        if cursor:
            e("add.s64 %s, %s, %d;" % (cursor.register, cursor.register, cursor.step))
        e(step)
        if first:
            e("bra %s;" % head)
        else:
            e(test)
            e("@%s bra %s;" % (go_on, head))
        self.place(end)
        self.loops -= 1
        self.rounds, self.counters, self.cursors = saved

    def leave(self, places):
        """Ends the round or the loop for some lanes."""
        r = self.rand
        target = r.choice(places)
        counter, type_ = r.choice(self.counters)
        if type_ == "u16" or r.random() < 0.6:
            self.emit("@%s%s bra %s;" % (r.choice(["", "!"]), self.register("p"), target))
            return
        test = self.fresh("p")
        self.emit("setp.%s.%s %s, %s, %d;" % (r.choice(["eq", "gt"]), type_, test, counter,
                                              r.randrange(1, 9)))
        self.emit("@%s bra %s;" % (test, target))

    def count(self):
        """A counter as a word."""
        counter, type_ = self.rand.choice(self.counters)
        word = self.fresh("r")
        self.emit({"16": "cvt.u32.u16 %s, %s;", "32": "mov.b32 %s, %s;",
                   "64": "cvt.u32.u64 %s, %s;"}[type_[1:]] % (word, counter))
        return word

    def use_counter(self):
        """An operation with a counter."""
        r, n = self.rand, self.count()
        type_ = r.choice(["s32", "u32"])
        test = r.choice(["eq", "ne", "lt", "le", "gt", "ge"])
        number = r.choice([0, 1, 2, 3, 4, 7, 8, 12, 16])
        a, b, p = self.register("r"), self.register("r"), self.register("p")
        two = self.several("pp")
        self.emit(self.guard() + r.choice([
            "add.s32 %s, %s, %s;" % (a, b, n), "shl.b32 %s, %s, %s;" % (a, b, n),
            "shr.s32 %s, %s, %s;" % (a, b, n), "prmt.b32 %s, %s, %s, %s;" % (a, a, b, n),
            "mad.lo.s32 %s, %s, %s, %s;" % (a, n, b, a),
            "selp.b32 %s, %s, %s, %s;" % (a, n, b, p),
            "slct.b32.s32 %s, %s, %s, %s;" % (a, a, b, n),
            "mad.wide.u32 %s, %s, %s, %s;" % (self.register("d"), n, b, self.register("d")),
            "cvt.u64.u32 %s, %s;" % (self.register("d"), n),
            "cvt.u16.u32 %s, %s;" % (self.register("h"), n),
            "cvt.rn.f64.u32 %s, %s;" % (self.register("g"), n),
            "cvt.rn.f32.u32 %s, %s;" % (self.register("f"), n),
            *["setp.%s.%s %s, %s, %d;" % (test, type_, p, n, number)] * 2,
            *["setp.%s.%s.%s %s|%s, %s, %d, %s;" % (
                test, r.choice(["and", "or", "xor"]), type_, *two, n, number, p)] * 2]))
