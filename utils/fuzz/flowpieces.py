"""What random-flow puts into blocks: arithmetic, collectives, loops that wait.

A `Context` says for which threads control is together: the threads of `mask`
(those that have not ended) come to each place in it in the same order. Values
that they agree on decide branches; what a path changes must not be agreed on by
more threads than that."""

import random

from flowlocals import Locals

# Scratch memory: flags of the levels (64 words each), then words of each thread,
# then words of all (lock, what it guards, sums).
FLAGS = {"cta": 0, "warp": 256, "class": 512}
OWN = 768
TURNS = {"warp": 1024, "class": 1280}   # 16 bytes of each
LOCK = 2304
SUMS = 2368
SCRATCH_BYTES = 2432
FACTORS = list(range(3, 99, 2))
GONE = 0x7fffffff       # the flag of a thread that has ended


class Context:
    def __init__(self, level, own, agreed, mask, below):
        self.level = level      # cta, warp, class, lane, or part: some of a warp
        self.own = own          # the register that paths here may change
        self.agreed = agreed    # registers whose values decide
        self.mask = mask        # member mask of collectives
        self.below = below      # contexts of fewer threads
        # Of the names of its registers.
        self.letter = {"cta": "u"}.get(level, level[0])

    def within(self):
        """This context and those of fewer threads."""
        return [self] + self.below

    def pick(self, rand):
        return self.own if rand.random() < 0.7 else rand.choice(self.agreed)


class Pieces(Locals):
    """Text of instructions into the current block of `kernel`, which has `emit`,
    `temp`, `pred`, `block`, `start`, `end` and the features that are drawn."""

    def __init__(self, kernel):
        self.k = kernel
        self.rand = kernel.rand
        # Apart from what is drawn else, which stays what it was for each seed.
        self.forget = random.Random("unread " + kernel.name)
        self.doubles = random.Random("wide " + kernel.name)
        self.pool = [self.coefficient() for _ in range(6)]

    # Arithmetic -------------------------------------------------------------

    def mix(self, register, value):
        """A value that the threads of the register agree on goes into it."""
        k = self.k
        factor = str(self.rand.choice(FACTORS))
        if "constants" in k.features:
            word = k.temp()
            k.emit("ld.const.u32 %s, [factors+%d];" % (word, 4 * FACTORS.index(int(factor))))
            factor = word
        k.emit("mad.lo.u32 %s, %s, %s, %s;" % (register, register, factor, value))

    def use(self, register, result):
        """The same of the result of a collective, which now and then nobody reads."""
        if "unread" in self.k.features and self.forget.random() < 0.25:
            self.rand.choice(FACTORS)  # as mix does
        else:
            self.mix(register, result)

    def update(self, context):
        k, r = self.k, self.rand
        for target in r.sample(context.within(), min(len(context.within()),
                                                     r.choice([1, 1, 2]))):
            x = r.random()
            own = target.own
            if x < 0.6:
                self.mix(own, r.getrandbits(r.choice([4, 8, 31])))
            elif x < 0.75:
                k.emit("shf.l.wrap.b32 %s, %s, %s, %d;" % (own, own, own,
                                                           r.randrange(1, 31)))
            elif x < 0.9:
                k.emit("xor.b32 %s, %s, %d;" % (own, own, r.getrandbits(16)))
            else:
                guard = self.condition(target)
                k.emit("@%s%s add.u32 %s, %s, %d;" % (
                    r.choice(["", "!"]), guard, own, own, r.getrandbits(8)))
        self.mix("%l", r.choice([str(r.getrandbits(8)), context.own]))
        if r.random() < 0.1:
            self.load(r.choice(context.within()))
        if "locals" in k.features:
            self.access_local(context)
        if "wide" in k.features and self.doubles.random() < 0.4:
            self.polynomial(self.doubles.choice(context.within()))
        if "uniform" in k.features and k.uniforms.rand.random() < 0.5:
            k.uniforms.update(context)

    def coefficient(self):
        """A double from 2^-63 to 2^64, most of whose bits are set or not."""
        return "0d%016X" % (self.doubles.getrandbits(1) << 63 |
                            self.doubles.randrange(960, 1087) << 52 |
                            self.doubles.getrandbits(52))

    def polynomial(self, context):
        """A polynomial of a double: its coefficients are two words each, of which
        instructions take none but the upper one. Some it has in common with
        others."""
        k, r = self.k, self.doubles
        x, y, low, high = k.wide(), k.wide(), k.temp(), k.temp()
        k.emit("cvt.rn.f64.u32 %s, %s;" % (x, context.own))
        k.emit("mul.rn.f64 %s, %s, 0d3DF0000000000000;" % (x, x))  # below one
        k.emit("mov.b64 %s, %s;" % (y, r.choice(self.pool)))
        for _ in range(r.choice([1, 2, 3, 8, 30])):
            addend = self.coefficient() if r.random() < 0.5 else r.choice(self.pool)
            k.emit("fma.rn.f64 %s, %s, %s, %s;" % (y, x, y, addend))
        k.emit("mov.b64 {%s, %s}, %s;" % (low, high, y))
        k.emit("xor.b32 %s, %s, %s;" % (low, low, high))
        self.mix(context.own, low)

    def load(self, context):
        """A word of the input, by a value that the threads agree on."""
        k = self.k
        at, wide = k.temp(), k.wide()
        k.emit("and.b32 %s, %s, 4092;" % (at, context.own))
        k.emit("cvt.u64.u32 %s, %s;" % (wide, at))
        k.emit("add.u64 %s, %s, %%in;" % (wide, wide))
        k.emit("ld.global.u32 %s, [%s];" % (at, wide))
        self.mix(context.own, at)

    def bits(self, context, mask):
        """Some bits of a value that the threads agree on."""
        k, t = self.k, self.k.temp()
        k.emit("shr.u32 %s, %s, %d;" % (t, context.pick(self.rand),
                                        self.rand.randrange(0, 28)))
        k.emit("and.b32 %s, %s, %d;" % (t, t, mask))
        return t

    def condition(self, context):
        """A predicate that the threads of the context agree on."""
        k, r = self.k, self.rand
        p = k.pred()
        x = r.random()
        if context.level == "lane" and x < 0.25:
            k.emit("setp.%s.u32 %s, %%lane, %d;" % (
                r.choice(["lt", "eq", "ge", "ne"]), p, r.randrange(32)))
        elif x < 0.9:
            t = self.bits(context, r.choice([1, 1, 3, 7]))
            k.emit("setp.%s.u32 %s, %s, %d;" % (
                r.choice(["eq", "ne", "lt", "ge"]), p, t, r.randrange(1, 3)))
        else:
            k.emit("setp.lt.s32 %s, %s, 0;" % (p, context.pick(r)))
        return p

    def index(self, context, count):
        """A number below `count` that the threads agree on."""
        k = self.k
        t = self.bits(context, max(1, (1 << (count - 1).bit_length()) - 1))
        if count & (count - 1):
            k.emit("min.u32 %s, %s, %d;" % (t, t, count - 1))
        return t

    # Collectives ------------------------------------------------------------

    def collective(self, context):
        k, r = self.k, self.rand
        if context.level == "cta" and k.may_meet and r.random() < 0.3:
            return self.barrier()
        allowed = [g for g in context.within() if g.level not in ("class", "lane") or
                   "groups" in k.features]
        if not allowed:
            return self.update(context)
        group = r.choice(allowed)
        # Threads of the block do not vote: those of a warp do.
        target = k.warp if group.level == "cta" else group
        r.choice([self.shuffle, self.shuffle, self.vote, self.ballot, self.match,
                  self.reduce, self.meet])(target)

    def shuffle(self, g):
        k, r = self.k, self.rand
        d, own = k.temp(), r.choice(["%l", "%m"])
        if g.mask == "-1" and not k.may_end:
            mode = r.choice(["up", "down", "bfly", "idx"])
            b = (str(r.randrange(1, 32)) if mode != "idx" or r.random() < 0.5
                 else "%m")
            segment = r.choice([0, 0, 0x10, 0x18, 0x1c]) << 8
            p = k.pred()
            k.emit("shfl.sync.%s.b32 %s|%s, %s, %s, %d, -1;" % (
                mode, d, p, own, b, segment | (0 if mode == "up" else 31)))
            self.use("%l", d)
            if r.random() < 0.3:
                k.emit("@%s add.u32 %%m, %%m, %d;" % (p, r.randrange(1, 9)))
            return
        # What comes from a thread that takes no part is not defined: not used.
        s, q = k.temp(), k.pred()
        x = r.random()
        if x < 0.4:
            k.emit("xor.b32 %s, %%lane, %d;" % (s, 1 << r.randrange(5)))
        elif x < 0.6:
            k.emit("and.b32 %s, %%m, 31;" % s)
        else:
            k.emit("mov.u32 %s, %d;" % (s, r.randrange(32)))
        k.emit("shfl.sync.idx.b32 %s, %s, %s, 31, %s;" % (d, own, s, g.mask))
        here, t = k.temp(), k.temp()
        if k.may_end:
            k.emit("setp.eq.u32 %s, 0, 0;" % q)
            k.emit("vote.sync.ballot.b32 %s, %s, %s;" % (here, q, g.mask))
        else:
            k.emit("mov.b32 %s, %s;" % (here, g.mask))
        k.emit("shr.u32 %s, %s, %s;" % (t, here, s))
        k.emit("and.b32 %s, %s, 1;" % (t, t))
        k.emit("setp.ne.u32 %s, %s, 0;" % (q, t))
        k.emit("selp.b32 %s, %s, %s, %s;" % (d, d, s, q))
        self.use("%l", d)

    def vote(self, g):
        k, r = self.k, self.rand
        p, q, d = self.condition(k.lane), k.pred(), k.temp()
        k.emit("vote.sync.%s.pred %s, %s%s, %s;" % (
            r.choice(["all", "any", "uni"]), q, r.choice(["", "!"]), p, g.mask))
        k.emit("selp.b32 %s, %d, %d, %s;" % (d, r.getrandbits(8), r.getrandbits(8), q))
        self.use(r.choice([g.own, "%l"]), d)

    def ballot(self, g):
        k, d = self.k, self.k.temp()
        k.emit("vote.sync.ballot.b32 %s, %s, %s;" % (d, self.condition(k.lane), g.mask))
        self.use(self.rand.choice([g.own, "%l"]), d)

    def match(self, g):
        k, r = self.k, self.rand
        d, t = k.temp(), self.bits(k.lane, r.choice([1, 3, 7]))
        if r.random() < 0.3:
            wide = k.wide()
            k.emit("mov.b64 %s, {%s, %s};" % (wide, t, t))
            k.emit("match.any.sync.b64 %s, %s, %s;" % (d, wide, g.mask))
        elif r.random() < 0.7:
            k.emit("match.any.sync.b32 %s, %s, %s;" % (d, t, g.mask))
        else:
            k.emit("match.all.sync.b32 %s|%s, %s, %s;" % (d, k.pred(), t, g.mask))
            return self.use(g.own, d)
        self.use("%m", d)

    def reduce(self, g):
        if "redux" not in self.k.features:
            return self.ballot(g)
        k, r, d = self.k, self.rand, self.k.temp()
        op = r.choice(["add.u32", "min.u32", "max.s32", "and.b32", "or.b32",
                       "xor.b32", "add.s32", "max.u32", "min.s32"])
        k.emit("redux.sync.%s %s, %s, %s;" % (op, d, r.choice(["%l", "%m"]), g.mask))
        self.use(r.choice([g.own, "%l"]), d)

    def meet(self, g):
        k, r = self.k, self.rand
        x = r.random()
        if x < 0.5:
            k.emit("bar.warp.sync %s;" % g.mask)
        else:
            # The thread itself is active, whoever else is.
            d = k.temp()
            k.emit("activemask.b32 %s;" % d)
            k.emit("and.b32 %s, %s, %%self;" % (d, d))
            self.mix("%l", d)

    def barrier(self):
        k, r = self.k, self.rand
        x = r.random()
        number = r.randrange(1, 5)
        if x < 0.5:
            k.emit(r.choice(["bar.sync 0;", "barrier.sync 0;", "bar.sync %d;" % number,
                             "bar.sync %d, %%threads;" % number,
                             "barrier.sync.aligned %d;" % number]))
        elif x < 0.75:
            d = k.temp()
            k.emit("bar.red.popc.u32 %s, %d, %s;" % (d, number, self.condition(k.lane)))
            self.mix("%u", d)
        else:
            p, d = k.pred(), k.temp()
            k.emit("bar.red.%s.pred %s, %d, %s;" % (
                r.choice(["and", "or"]), p, number, self.condition(k.lane)))
            k.emit("selp.b32 %s, 3, 5, %s;" % (d, p))
            self.mix("%u", d)

    # Memory that other threads write ------------------------------------------

    def wait(self, context):
        """A loop that ends when another thread has done something."""
        k, r = self.k, self.rand
        kinds = [self.count_own, self.add_own]
        if "shared" in k.features:
            kinds += [self.shared_sum] * 3
        if "spin" in k.features and context.level in FLAGS:
            kinds += [self.await_partner] * 3
        if "lock" in k.features:
            kinds.append(self.lock)
        if "ticket" in k.features and context.level in ("warp", "class"):
            kinds.append(self.take_turns)
        if "cas" in k.features:
            kinds.append(self.add_by_exchange)
        r.choice(kinds)(context)

    def count_own(self, _):
        """Rounds by what an atomic of the thread's own word returns."""
        k, r = self.k, self.rand
        i, n, p = k.temp(), self.bits(k.lane, 3), k.pred()
        loop, body, out = k.block(), k.block(), k.block()
        k.emit("mov.b32 %s, 0;" % i)
        k.end("goto", loop)
        k.start(loop)
        k.emit("setp.lt.u32 %s, %s, %s;" % (p, i, n))
        k.end("cond", "@" + p, body, out)
        k.start(body)
        t = k.temp()
        k.emit("%s %s, [%%scr+%d], %s;" % (
            r.choice(["atom.global.add.u32", "atom.global.max.u32",
                      "atom.relaxed.gpu.global.or.b32"]), t, OWN, n))
        k.emit("and.b32 %s, %s, 1;" % (t, t))
        k.emit("add.u32 %s, %s, %s;" % (i, i, t))
        k.emit("add.u32 %s, %s, 1;" % (i, i))
        k.end("goto", loop)
        k.start(out)
        self.mix("%l", i)

    def add_own(self, _):
        k, r, t = self.k, self.rand, self.k.temp()
        x = r.random()
        if x < 0.4:
            k.emit("atom.global.add.u32 %s, [%%scr+%d], %d;" % (t, OWN, r.randrange(9)))
        elif x < 0.7:
            k.emit("ld.volatile.global.u32 %s, [%%scr+%d];" % (t, OWN))
        else:
            wide = k.wide()
            k.emit("mov.b64 %s, {%%l, %%m};" % wide)
            k.emit("atom.shared.%s.u64 %s, [%%own], %s;" % (
                r.choice(["add", "max", "min"]), wide, wide))
            k.emit("cvt.u32.u64 %s, %s;" % (t, wide))
        self.mix("%l", t)

    def shared_sum(self, _):
        """Numbers small enough for the sum to be exact in any order."""
        k, r = self.k, self.rand
        n = r.randrange(1, 8)
        x = r.random()
        if x < 0.3:
            k.emit("red.shared.add.f32 [sums+8], 0f%08X;" % (0x3f800000 + (n << 20)))
        elif x < 0.5:
            k.emit("red.shared.add.f64 [sums+16], 0d3ff0000000000000;")
        elif x < 0.7:
            k.emit("red.shared.%s.u64 [sums+%d], %d;" % (
                *r.choice([("add", 0), ("max", 24)]), n))
        elif x < 0.85:
            wide = k.wide()
            k.emit("atom.shared.add.u64 %s, [sums], %d;" % (wide, n))
        else:
            t = k.temp()
            k.emit("atom.shared.add.f32 %s, [sums+8], 0f3F800000;" % t)

    def add_by_exchange(self, _):
        """The loop of compare and swap that compilers write for what has no atomic."""
        k, r = self.k, self.rand
        space, at = r.choice([("shared", "sums+32"), ("global", "%%all+%d" % (SUMS - LOCK))])
        loop, out, p = k.block(), k.block(), k.pred()
        if r.random() < 0.5:
            old, new, got, width = k.temp(), k.temp(), k.temp(), "b32"
        else:
            old, new, got, width = k.wide(), k.wide(), k.wide(), "b64"
            at = "sums+40" if space == "shared" else "%%all+%d" % (SUMS - LOCK + 8)
        again = r.random() < 0.5
        k.emit("ld.volatile.%s.%s %s, [%s];" % (space, width, old, at))
        k.end("goto", loop)
        k.start(loop)
        if again:
            k.emit("ld.volatile.%s.%s %s, [%s];" % (space, width, old, at))
        k.emit("add.%s %s, %s, %d;" % (width.replace("b", "u"), new, old, r.randrange(1, 9)))
        k.emit("atom.%s.cas.%s %s, [%s], %s, %s;" % (space, width, got, at, old, new))
        k.emit("setp.ne.%s %s, %s, %s;" % (width, p, got, old))
        if not again:
            k.emit("mov.%s %s, %s;" % (width, old, got))
        k.end("cond", "@" + p, loop, out)
        k.start(out)

    def await_partner(self, context):
        """Each thread says that it is here, and waits until another one has."""
        k, r = self.k, self.rand
        q = "%%%sq" % context.letter
        flags, at = FLAGS[context.level], k.wide()
        k.emit("add.u32 %s, %s, 1;" % (q, q))
        how = r.randrange(4)
        if how == 0:
            k.emit("st.volatile.global.u32 [%%flag+%d], %s;" % (flags, q))
        elif how == 1:
            k.emit("st.release.gpu.global.u32 [%%flag+%d], %s;" % (flags, q))
        elif how == 2:
            t = k.temp()
            k.emit("atom.global.exch.b32 %s, [%%flag+%d], %s;" % (t, flags, q))
        else:
            k.emit("red.global.max.u32 [%%flag+%d], %s;" % (flags, q))
        t, p = k.temp(), k.pred()
        k.emit("add.u64 %s, %%%spartner, %d;" % (at, context.letter, flags))
        loop, out = k.block(), k.block()
        k.end("goto", loop)
        k.start(loop)
        k.emit(r.choice(["ld.volatile.global.u32 %s, [%s];",
                         "ld.acquire.gpu.global.u32 %s, [%s];",
                         "ld.relaxed.gpu.global.u32 %s, [%s];",
                         "atom.global.or.b32 %s, [%s], 0;"]) % (t, at))
        if r.random() < 0.2:
            k.emit("nanosleep.u32 20;")
        k.emit("setp.lt.u32 %s, %s, %s;" % (p, t, q))
        k.end("cond", "@" + p, loop, out)
        k.start(out)
        if r.random() < 0.3:
            k.emit("membar.gl;")

    def lock(self, _):
        """A critical section of each thread, in either of the usual ways."""
        k, r = self.k, self.rand
        t, c, p = k.temp(), k.temp(), k.pred()

        def section():
            k.emit("membar.gl;")
            k.emit("ld.volatile.global.u32 %s, [%%all+4];" % c)
            k.emit("add.u32 %s, %s, %d;" % (c, c, r.randrange(1, 9)))
            k.emit("st.volatile.global.u32 [%%all+4], %s;" % c)
            k.emit("membar.gl;")
            k.emit("atom.global.exch.b32 %s, [%%all], 0;" % t)

        loop, out = k.block(), k.block()
        if "plainlock" in k.features and r.random() < 0.5:
            k.end("goto", loop)
            k.start(loop)
            k.emit("atom.global.cas.b32 %s, [%%all], 0, 1;" % t)
            k.emit("setp.ne.u32 %s, %s, 0;" % (p, t))
            k.end("cond", "@" + p, loop, out)
            k.start(out)
            return section()
        done, got, latch = k.temp(), k.block(), k.block()
        k.emit("mov.b32 %s, 0;" % done)
        k.end("goto", loop)
        k.start(loop)
        k.emit("atom.global.cas.b32 %s, [%%all], 0, 1;" % t)
        k.emit("setp.ne.u32 %s, %s, 0;" % (p, t))
        k.end("cond", "@" + p, latch, got)
        k.start(got)
        section()
        k.emit("mov.b32 %s, 1;" % done)
        k.end("goto", latch)
        k.start(latch)
        q = k.pred()
        k.emit("setp.eq.u32 %s, %s, 0;" % (q, done))
        k.end("cond", "@" + q, loop, out)
        k.start(out)

    def take_turns(self, context):
        """The threads of the group one after the other, in the order of lanes."""
        k, r = self.k, self.rand
        n = "%" + context.letter
        turn, t, p = k.temp(), k.temp(), k.pred()
        k.emit("mad.lo.u32 %s, %sturns, %ssize, %srank;" % (turn, n, n, n))
        k.emit("add.u32 %sturns, %sturns, 1;" % (n, n))
        at = "%sturn" % n
        loop, out = k.block(), k.block()
        k.end("goto", loop)
        k.start(loop)
        k.emit("ld.%s.global.u32 %s, [%s];" % (
            r.choice(["volatile", "acquire.gpu"]), t, at))
        k.emit("setp.ne.u32 %s, %s, %s;" % (p, t, turn))
        k.end("cond", "@" + p, loop, out)
        k.start(out)
        k.emit("ld.volatile.global.u32 %s, [%s+4];" % (t, at))
        k.emit("mad.lo.u32 %s, %s, 3, %%lane;" % (t, t))
        k.emit("st.volatile.global.u32 [%s+4], %s;" % (at, t))
        self.mix("%l", t)
        k.emit("membar.gl;")
        k.emit("add.u32 %s, %s, 1;" % (turn, turn))
        k.emit("st.volatile.global.u32 [%s], %s;" % (at, turn))
