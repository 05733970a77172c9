"""Collectives of random-flow that threads of one mask execute at different places.

PTX lets the threads of a mask come to `shfl.sync` and its like anywhere, in both arms of
a branch, as long as all execute the same row of them: the same kinds, qualifiers and
masks in the same order (PTX ISA: "until all non-exited threads corresponding to
membermask have executed" it "with the same qualifiers and same membermask value").
Compilers make such programs when they take a branch on the lane out of a loop.

A row is a list of what all threads do: collectives, loops of as many rounds for all,
calls. Each way through the statement has it once, with operands of its own and other
code in between."""

from flowscope import Scope

SHUFFLES = ["up", "down", "bfly", "idx"]
VOTES = ["all", "any", "uni"]
REDUCTIONS = ["add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32",
              "and.b32", "or.b32", "xor.b32"]


class Row:
    """What the threads of a group do in the same order, at whatever places."""

    def __init__(self, group, here):
        self.group = group
        self.here = here    # those of the mask that come, or none where all of a warp do
        self.results = {}   # of an item: a register for all places


class Item:
    """One collective (its kind and qualifiers), loop or call of a row."""

    def __init__(self, kind, *what, items=()):
        self.kind, self.what, self.items = kind, what, list(items)


class Places:
    """A part of Kernel (random-flow), with which it shares its members."""

    def meeting_groups(self, context):
        """Groups whose threads all come to a place of the context, and may meet."""
        groups = [self.warp if g.level == "cta" else g for g in context.within()]
        return [g for g in groups if g.level in ("warp", "part") or
                g.level == "class" and "groups" in self.features]

    def may_place(self, context):
        return "places" in self.features and self.may_vote and self.meeting_groups(context)

    def places(self, context, depth, scope):
        """A branch, a switch or guards that part threads of a mask, each way with the
        same row of collectives."""
        r = self.rand
        self.counts["rows of collectives at several places"] += 1
        group = r.choice(self.meeting_groups(context))
        if "part" in self.features and context.level == group.level and r.random() < 0.25:
            # For some of the group, which have a mask of their own.
            p, mask, _ = self.masks(group)
            some, out = self.block(), self.block()
            self.end("cond", "@" + p, some, out)
            self.start(some)
            part = self.part(group, mask)
            self.place_row(part)
            self.pieces.mix("%l", part.own)
            self.end("goto", out)
            return self.start(out)
        return self.place_row(group)

    def place_row(self, group):
        r, here = self.rand, None
        if self.may_end:
            p, here = self.pred(), self.temp()
            self.emit("setp.eq.u32 %s, 0, 0;" % p)
            self.emit("vote.sync.ballot.b32 %s, %s, %s;" % (here, p, group.mask))
        elif group.mask != "-1":
            here = group.mask
        row = Row(group, here)
        items = self.draw_items(row)
        for item in [i for top in items for i in [top] + top.items]:
            if item.kind not in ("loop", "meet"):
                row.results[item] = self.temp()
                self.emit("mov.b32 %s, %d;" % (row.results[item], r.getrandbits(8)))
        # Nobody ends on the way: it would be known to none that is to read from it.
        saved, self.may_end = self.may_end, False
        self.ways(row, items, 0)
        self.may_end = saved
        for result in row.results.values():
            if r.random() < 0.5:
                self.pieces.mix("%l", result)

    # Rows -------------------------------------------------------------------------

    def draw_items(self, row):
        r = self.rand
        items = [self.draw_item() for _ in range(r.choice([1, 1, 2, 2, 3, 4]))]
        x = r.random()
        if x < 0.35:
            at, count = r.randrange(len(items)), r.choice([1, 1, 2])
            items[at:at + count] = [self.draw_loop(row, items[at:at + count])]
        elif x < 0.5:
            at = r.randrange(len(items))
            items[at:at + 2] = [self.draw_function(row, [
                i for i in items[at:at + 2] if i.kind not in ("elect", "meet")])]
        return items

    def draw_item(self):
        r, x = self.rand, self.rand.random()
        if x < 0.4:
            # At all places with a predicate or at none: ptxas has two functions.
            return Item("shfl", r.choice(SHUFFLES), r.random() < 0.5)
        if x < 0.55:
            return Item("vote", r.choice(VOTES))
        if x < 0.67:
            return Item("ballot")
        if x < 0.75:
            return Item("match.any", r.choice(["b32", "b32", "b64"]))
        if x < 0.8:
            return Item("match.all", r.choice(["b32", "b32", "b64"]), r.random() < 0.5)
        if x < 0.9:
            return Item("redux", r.choice(REDUCTIONS)) if "redux" in self.features else (
                Item("ballot"))
        if x < 0.95 and "elect" in self.features:
            return Item("elect")
        return Item("meet")

    def draw_loop(self, row, items):
        """As many rounds for all threads of the group: known, or known to the run."""
        r = self.rand
        self.counts["loops of collectives at several places"] += 1
        if r.random() < 0.4:
            return Item("loop", r.randrange(1, 5), items=items)
        n = self.temp()
        self.emit("add.u32 %s, %s, 1;" % (n, self.pieces.bits(row.group, 3)))
        return Item("loop", n, items=items)

    # Ways -------------------------------------------------------------------------

    def ways(self, row, items, depth):
        """Each of two to four ways has the items."""
        r = self.rand
        if "guards" in self.features and r.random() < 0.15 and (
                all(i.kind not in ("loop", "call") for i in items)):
            return self.guarded(row, items)
        count = r.choice([2, 2, 2, 3, 4]) if depth == 0 else 2
        blocks, out = [self.block() for _ in range(count)], self.block()
        self.part_ways(row, blocks)
        entries = {}
        readers = r.choice([{0}, {count - 1}, set(), set(range(count)), set(range(count))])
        for way, block in enumerate(blocks):
            self.start(block)
            reads = way in readers
            i = 0
            while i < len(items):
                if (way, i) in entries:
                    self.end("goto", entries[way, i])
                    self.start(entries[way, i])
                asked = [j for k, j in entries if k == way and j > i]
                if i and way + 1 < count and not asked and r.random() < 0.1:
                    # On in another way, which has come as far.
                    target = entries.setdefault((r.randrange(way + 1, count), i), self.block())
                    self.counts["ways that go on in another"] += 1
                    self.end("goto", target)
                    break
                self.between()
                most = min(asked + [len(items)])
                if depth < 2 and r.random() < 0.15:
                    until = r.randrange(i + 1, most + 1)
                    self.ways(row, items[i:until], depth + 1)
                    i = until
                else:
                    self.item(row, items[i], reads, depth)
                    i += 1
            else:
                self.between()
                self.end("goto", out)
        self.start(out)

    def part_ways(self, row, blocks):
        """By what differs between threads of the group."""
        r = self.rand
        finer = r.choice(row.group.below + [self.lane])
        if len(blocks) > 2:
            self.dispatch(self.pieces.index(finer, len(blocks)), blocks, r.choice(blocks))
        elif r.random() < 0.4:
            p = self.pred()
            self.emit("setp.%s.u32 %s, %%lane, %d;" % (
                r.choice(["lt", "eq", "ge", "ne"]), p, r.choice([0, 1, 16, 31])))
            self.end("cond", r.choice(["@", "@!"]) + p, *blocks)
        else:
            self.branch(finer, *blocks)

    def between(self):
        """What a thread does for itself."""
        r, x = self.rand, self.rand.random()
        if x < 0.3:
            return
        if x < 0.6:
            self.pieces.mix(r.choice(["%l", "%m"]), str(r.getrandbits(12)))
        elif x < 0.75:
            self.arm(self.lane, None)
        elif x < 0.8:
            self.pieces.wait(self.lane)
        elif x < 0.85 and self.small():
            self.budget -= 1
            inner = Scope(self, self.lane)
            self.statement(self.lane, 4, inner)
            inner.close()
        else:
            self.pieces.update(self.lane)

    def guarded(self, row, items):
        """Two places in one block, under a guard and its opposite."""
        p = self.pieces.condition(self.rand.choice(row.group.below + [self.lane]))
        self.counts["rows of collectives under guards"] += 1
        for item in items:
            for guard in ("@%s " % p, "@!%s " % p):
                for line in self.collectives(row, item, self.get_result(row, item)):
                    self.emit(guard + line)

    # Items ------------------------------------------------------------------------

    def get_result(self, row, item):
        """That of all places, or one of this place."""
        if item in row.results and self.rand.random() < 0.6:
            return row.results[item]
        d = self.temp()
        self.emit("mov.b32 %s, 0;" % d)
        return d

    def item(self, row, item, reads, depth):
        if item.kind == "loop":
            self.repeat(row, item, reads, depth)
        elif item.kind == "call":
            self.call_or_inline(row, item, reads, depth)
        else:
            result = self.get_result(row, item)
            for line in self.collectives(row, item, result):
                self.emit(line)
            if reads:
                self.read(result)

    def read(self, result):
        r, x = self.rand, self.rand.random()
        if x < 0.6:
            self.pieces.use(r.choice(["%l", "%l", "%m"]), result)
        elif x < 0.85:
            # The result says where the thread stores; nobody else does there.
            at, wide, value = self.temp(), self.wide(), self.temp()
            self.emit("and.b32 %s, %s, 4;" % (at, result))
            self.emit("cvt.u64.u32 %s, %s;" % (wide, at))
            self.emit("add.u64 %s, %s, %%own;" % (wide, wide))
            self.emit("st.shared.u32 [%s], %s;" % (wide, r.choice(["%l", "%me", result])))
            self.emit("ld.shared.u32 %s, [%%own];" % value)
            self.pieces.mix("%l", value)
        else:
            p, then, on = self.pred(), self.block(), self.block()
            self.emit("setp.%s.u32 %s, %s, %d;" % (
                r.choice(["eq", "gt"]), p, result, r.randrange(2)))
            self.end("cond", "@" + p, then, on)
            self.start(then)
            self.pieces.mix("%l", result)
            self.end("goto", on)
            self.start(on)

    def repeat(self, row, loop, reads, depth):
        """A loop of the items, or the rounds one behind the other."""
        r, rounds = self.rand, loop.what[0]

        def body():
            if depth < 2 and r.random() < 0.15:
                return self.ways(row, loop.items, depth + 1)
            for item in loop.items:
                self.item(row, item, reads, depth)
                if r.random() < 0.5:
                    self.between()

        if isinstance(rounds, int) and r.random() < 0.3:
            for _ in range(rounds):
                body()
            return
        counter, p, head, out = self.temp(), self.pred(), self.block(), self.block()
        down = r.random() < 0.5
        self.emit("mov.b32 %s, %s;" % (counter, rounds if down else "0"))
        self.end("goto", head)
        self.start(head)
        body()
        if down:
            self.emit("sub.u32 %s, %s, 1; setp.ne.u32 %s, %s, 0;" % (counter, counter, p, counter))
        else:
            self.emit("add.u32 %s, %s, 1; setp.lt.u32 %s, %s, %s;" % (
                counter, counter, p, counter, rounds))
        self.end("cond", "@" + p, head, out)
        self.start(out)

    def mask_of(self, group):
        """The mask, now and then in a register of its own."""
        if self.rand.random() < 0.8:
            return group.mask
        mask = self.temp()
        self.emit("mov.b32 %s, %s;" % (mask, group.mask))
        return mask

    def collectives(self, row, item, d):
        """The instructions of an item with operands of this place, which are ready."""
        r, mask = self.rand, self.mask_of(row.group)
        self.counts["places of collectives"] += 1
        source, kind = r.choice(["%l", "%m"]), item.kind
        if kind == "shfl":
            return self.shuffle_lines(row, item.what, d, source, mask)
        if kind == "vote":
            p, q = self.pieces.condition(self.lane), self.pred()
            return ["vote.sync.%s.pred %s, %s%s, %s;" % (
                        item.what[0], q, r.choice(["", "!"]), p, mask),
                    "selp.b32 %s, %d, %d, %s;" % (d, r.getrandbits(8), r.getrandbits(8), q)]
        if kind == "ballot":
            p = self.pieces.condition(self.lane)
            return ["vote.sync.ballot.b32 %s, %s%s, %s;" % (d, r.choice(["", "!"]), p, mask)]
        if kind in ("match.any", "match.all"):
            value = self.pieces.bits(self.lane, r.choice([1, 3, 7]))
            if item.what[0] == "b64":
                wide = self.wide()
                self.emit("mov.b64 %s, {%s, %s};" % (wide, value, value))
                value = wide
            to = d + "|" + self.pred() if item.what[1:] == (True,) else d
            return ["%s.sync.%s %s, %s, %s;" % (kind, item.what[0], to, value, mask)]
        if kind == "redux":
            return ["redux.sync.%s %s, %s, %s;" % (item.what[0], d, source, mask)]
        if kind == "elect":
            # Which thread it is is left open: one of them.
            p = self.pred()
            return ["elect.sync _|%s, %s;" % (p, mask),
                    "vote.sync.ballot.b32 %s, %s, %s;" % (d, p, mask),
                    "popc.b32 %s, %s;" % (d, d)]
        return ["bar.warp.sync %s;" % mask]

    def shuffle_lines(self, row, what, d, source, mask):
        """What comes from a thread that takes no part is not defined: not used."""
        r, t, q, mode = self.rand, self.temp(), self.pred(), what[0]
        to = d + "|" + self.pred() if what[1] else d
        clamp = 0 if mode == "up" else 31
        b = str(r.randrange(1, 32))
        if r.random() < 0.4:
            b = self.temp()
            self.emit("and.b32 %s, %s, 31;" % (b, r.choice(["%m", "%lane", "%l"])))
        if row.here is None:
            segment = r.choice([0, 0, 0, 0x10, 0x18, 0x1c]) << 8
            lines = []
            if what[1] and r.random() < 0.6:
                lines = ["selp.b32 %s, %s, %d, %s;" % (
                    d, d, r.getrandbits(8), to.partition("|")[2])]
            return ["shfl.sync.%s.b32 %s, %s, %s, %d, %s;" % (
                mode, to, source, b, segment | clamp, mask)] + lines
        self.emit("mov.b32 %s, %s;" % (t, b) if mode == "idx" else "%s %s, %%lane, %s;" % (
            {"up": "sub.u32", "down": "add.u32", "bfly": "xor.b32"}[mode], t, b))
        self.emit("and.b32 %s, %s, 31; shr.u32 %s, %s, %s; and.b32 %s, %s, 1;" % (
            t, t, t, row.here, t, t, t))
        self.emit("setp.ne.u32 %s, %s, 0;" % (q, t))
        return ["shfl.sync.%s.b32 %s, %s, %s, %d, %s;" % (mode, to, source, b, clamp, mask),
                "selp.b32 %s, %s, %s, %s;" % (d, d, source, q)]

    # Functions --------------------------------------------------------------------

    def draw_function(self, row, items):
        """A function of the row's items, or of a ballot where there are none."""
        r = self.rand
        items = [i for i in items if i.kind != "shfl" or row.here is None] or [Item("ballot")]
        function = "%s_f%d" % (self.name, len(self.functions))
        lines = [".func (.param .b32 r) %s(.param .b32 x, .param .b32 y, .param .b32 mask)" %
                 function, "{", "    .reg .b32 %x, %y, %mask, %d, %lane; .reg .b64 %wide;",
                 "    .reg .pred %p, %q;", "    ld.param.b32 %x, [x]; ld.param.b32 %y, [y];",
                 "    ld.param.b32 %mask, [mask]; mov.u32 %lane, %laneid;"]
        for i, item in enumerate(items):
            on, name = "    @%%q bra ON%d;" % i, item.what[0] if item.what else ""
            if r.random() < 0.3:
                lines += ["    setp.gt.u32 %%q, %%y, %d;" % r.getrandbits(31), on,
                          "    mad.lo.u32 %%x, %%x, %d, %%lane;" % r.randrange(3, 99, 2),
                          "ON%d:" % i]
            lines.append("    and.b32 %d, %x, 4; setp.ne.u32 %p, %d, 0;")
            lines.append("    " + {
                "shfl": "shfl.sync.%s.b32 %%d%s, %%x, %d, %d, %%mask;" % (
                    name, "|%q" if item.what[1:] == (True,) else "", r.randrange(1, 32),
                    0 if name == "up" else 31),
                "vote": "vote.sync.%s.pred %%p, %%p, %%mask; selp.b32 %%d, 7, %%y, %%p;" % name,
                "ballot": "vote.sync.ballot.b32 %d, %p, %mask;",
                "redux": "redux.sync.%s %%d, %%x, %%mask;" % name,
            }.get(item.kind, "cvt.u64.u32 %%wide, %%d; %s.sync.%s %%d%s, %s, %%mask;" % (
                item.kind, name, "|%q" if item.what[1:] == (True,) else "",
                "%wide" if name == "b64" else "%d")))
            lines.append("    mad.lo.u32 %%x, %%d, %d, %%x;" % r.randrange(3, 99, 2))
        lines += ["    st.param.b32 [r], %x;", "    ret;", "}"]
        self.functions += lines
        return Item("call", function, items=items)

    def call_or_inline(self, row, call, reads, depth):
        r = self.rand
        if r.random() < 0.25:
            # What the function does, without it.
            for item in call.items:
                self.item(row, item, reads, depth)
            return
        self.counts["calls of collectives at several places"] += 1
        result, mask = self.get_result(row, call), self.temp()
        self.emit("mov.b32 %s, %s;" % (mask, row.group.mask))
        self.emit("{ .param .b32 r; .param .b32 x; .param .b32 y; .param .b32 mask;")
        for name, value in (("x", r.choice(["%l", "%m"])), ("y", r.choice(["%l", "%me"])),
                            ("mask", mask)):
            self.emit("st.param.b32 [%s], %s;" % (name, value))
        self.emit("call (r), %s, (x, y, mask);" % call.what[0])
        self.emit("ld.param.b32 %s, [r]; }" % result)
        if reads:
            self.read(result)
