"""The frame of a kernel of random-flow: blocks and registers, what is set up at its
begin and stored where threads end, its text."""

import random

from flowgraph import Block, write
from flowlocals import draw_words
from flowpieces import FLAGS, GONE, LOCK, TURNS
from flowscope import Scope


class Frame:
    def emit(self, text):
        self.current.code.append(text)

    def temp(self):
        self.temps += 1
        return "%%t%d" % self.temps

    def wide(self):
        self.wides += 1
        return "%%d%d" % self.wides

    def pred(self):
        self.preds += 1
        return "%%p%d" % self.preds

    def block(self):
        self.labels += 1
        return Block("L%d" % self.labels)

    def start(self, block):
        self.blocks.append(block)
        self.current = block

    def end(self, *how):
        self.current.end = how

    def branch(self, context, then, otherwise):
        """Ends the block with a condition that the context agrees on."""
        r = self.rand
        guard = r.choice(["@", "@!"]) + self.pieces.condition(context)
        if context.level == "cta" and r.random() < 0.2:
            guard += ".uni"
        self.end("cond", guard, then, otherwise)

    # Frame ----------------------------------------------------------------------

    def set_up(self):
        """Numbers of the thread, its classes, addresses, first values."""
        e = self.emit
        for text in """
            mov.u32 %me, %tid.x; mov.u32 %threads, %ntid.x; and.b32 %lane, %me, 31;
            shl.b32 %self, 1, %lane; shr.u32 %number, %me, 5;
            ld.param.u64 %out, [out]; ld.param.u64 %in, [in]; ld.param.u64 %all, [scr];
            ld.param.u32 %n, [n];
            mad.wide.u32 %out, %me, 16, %out; mad.wide.u32 %scr, %me, 4, %all;
            mov.u64 %flag, %scr;""".split(";")[:-1]:
            e(text.strip() + ";")
        if "locals" in self.features:
            # Where indices count from; not the begin, so that it is a sum. Drawn apart
            # from what is drawn else.
            self.inner = random.Random("frame " + self.name).choice([0, 0, 16, 48])
            self.words = draw_words(self.name)
            count = self.words + self.inner // 4
            if self.words % 4:
                for i in range(count):
                    e("st.local.u32 [locals+%d], %s;" % (4 * i, ["%me", "%lane", "%self"][i % 3]))
            for i in range(0, 0 if self.words % 4 else count, 4):
                e("st.local.v4.u32 [locals+%d], {%%me, %%lane, %%self, %%number};" % (4 * i))
            if self.inner:
                e("mov.u64 %%locals, locals; add.u64 %%locals, %%locals, %d;" % self.inner)
        # The class is named by its first lane.
        same, lanes = self.same, {}
        for lane in range(32):
            lanes[lane & same] = lanes.get(lane & same, 0) | 1 << lane
        e("and.b32 %%first, %%lane, %d;" % same)
        e("shl.b32 %%mask, 0x%x, %%first;" % lanes[0])
        e("mov.u32 %csize, " + "%d;" % bin(lanes[0]).count("1"))
        e("mov.u32 %wsize, 32; mov.u32 %wrank, %lane;")
        e("sub.u32 %crank, %self, 1; and.b32 %crank, %crank, %mask; popc.b32 %crank, %crank;")
        # The next lane of the class: the free bits count on.
        e("or.b32 %%t0, %%lane, %d; add.u32 %%t0, %%t0, 1; and.b32 %%t0, %%t0, %d; "
          "or.b32 %%t0, %%t0, %%first;" % (same, 31 & ~same))
        e("and.b32 %cnext, %me, 32; or.b32 %cnext, %cnext, %t0;")
        e("xor.b32 %%wnext, %%me, %d;" % self.rand.choice([1, 2, 4, 8, 16, 31]))
        e("add.u32 %unext, %me, 32; sub.u32 %t0, %threads, 1; and.b32 %unext, %unext, %t0;")
        for letter in "cwu":
            e("mad.wide.u32 %%%spartner, %%%snext, 4, %%all; mov.b32 %%%sq, 0;" % (
                (letter,) * 3))
        e("mad.lo.u32 %t0, %number, 32, %first;")
        e("mad.wide.u32 %%cturn, %%t0, 16, %%all; add.u64 %%cturn, %%cturn, %d;" % TURNS["class"])
        e("mad.wide.u32 %%wturn, %%number, 16, %%all; add.u64 %%wturn, %%wturn, %d;" %
          TURNS["warp"])
        e("mov.b32 %cturns, 0; mov.b32 %wturns, 0;")
        e("add.u64 %%all, %%all, %d;" % LOCK)
        e("mov.u64 %own, slots; cvt.u64.u32 %d0, %me; shl.b64 %d0, %d0, 3; "
          "add.u64 %own, %own, %d0; mov.b64 %d0, 0; st.shared.u64 [%own], %d0;")
        # A word of the input for each group: nobody can prove that it agrees.
        at = self.rand.randrange(128) * 4
        for register, index in (("%u", None), ("%w", "%number"), ("%c", "%t0"), ("%l", "%me")):
            if index:
                e("mad.wide.u32 %%d0, %s, 4, %%in; ld.global.u32 %s, [%%d0+%d];" % (
                    index, register, at))
            elif self.rand.random() < 0.5:
                e("ld.global.u32 %s, [%%in+%d];" % (register, at))
            else:
                e("mad.lo.u32 %s, %%n, %d, %d;" % (register, self.rand.randrange(3, 99, 2),
                                                   self.rand.getrandbits(30)))
        e("mad.lo.u32 %m, %lane, 40503, %l;")
        if self.features & {"shared", "cas"}:
            e("mov.b64 %d0, 0;")
            for i in range(6):
                e("st.shared.u64 [sums+%d], %%d0;" % (8 * i))
            e("bar.sync 0;")

    def store(self, guard=""):
        """The results of a thread that ends, and what others wait for."""
        e = self.emit
        e(guard + "st.global.v4.u32 [%out], {%l, %m, %c, %w};")
        if self.may_end and "spin" in self.drawn:
            for flags in FLAGS.values():
                e(guard + "st.volatile.global.u32 [%%flag+%d], %d;" % (flags, GONE))

    def end_block(self):
        """A block where threads end; sometimes one for all places."""
        r = self.rand
        if "tail" in self.features and r.random() < 0.4:
            return self.tail
        if self.ends and r.random() < 0.5:
            return r.choice(self.ends)
        saved, block = self.current, self.block()
        self.current = block
        if r.random() < 0.7:
            self.emit("xor.b32 %%m, %%m, %d;" % r.getrandbits(16))
        self.store()
        block.end = (r.choice(["exit", "ret"]),)
        block.ends_thread = True
        self.ends.append(block)
        # Anywhere in the text.
        self.loose = getattr(self, "loose", []) + [block]
        self.current = saved
        return block

    def finish(self):
        e = self.emit
        self.end("goto", self.tail)
        self.start(self.tail)
        if "tail" in self.features and self.rand.random() < 0.5:
            # What each thread does for itself.
            self.may_vote, self.features = False, self.features - {"spin", "tail"}
            self.budget, self.most_blocks = 2, len(self.blocks) + 8
            scope = Scope(self, self.lane)
            self.statement(self.lane, 2, scope)
            scope.close()
        if not self.may_end and self.features & {"shared", "cas"}:
            # All have added what they add.
            e("bar.sync 0;")
            for i in range(6):
                e("ld.shared.v2.u32 {%%t0, %%t1}, [sums+%d]; xor.b32 %%m, %%m, %%t0; "
                  "mad.lo.u32 %%m, %%m, 3, %%t1;" % (8 * i))
        e("xor.b32 %w, %w, %u;")
        self.store()
        self.end(self.rand.choice(["exit", "ret"]))
        for block in getattr(self, "loose", []):
            places = [i for i, b in enumerate(self.blocks) if i]
            if places and self.rand.random() < 0.5:
                self.blocks.insert(self.rand.choice(places), block)
            else:
                self.blocks.append(block)

    def text(self):
        names = ["me", "threads", "lane", "self", "number", "n", "first", "mask",
                 "csize", "wsize", "crank", "wrank", "cnext", "wnext", "unext", "cq",
                 "wq", "uq", "cturns", "wturns", "u", "w", "c", "l", "m"] + self.parts
        wide = ["out", "in", "all", "scr", "flag", "own", "cpartner", "wpartner",
                "upartner", "cturn", "wturn", "locals"]
        lines = ["// features: " + " ".join(self.drawn), *self.functions,
                 ".visible .entry %s(.param .u64 out, .param .u64 in, .param .u64 scr,"
                 % self.name, "                 .param .u32 n)", "{",
                 "    .reg .b32 %s;" % ", ".join("%" + n for n in names),
                 "    .reg .b64 %s;" % ", ".join("%" + n for n in wide),
                 "    .reg .b32 %%t<%d>;" % (max(self.temps, 1) + 1),
                 "    .reg .b64 %%d<%d>;" % (self.wides + 1),
                 "    .reg .pred %%p<%d>;" % (self.preds + 1)]
        lines += ["    .shared .align 16 .b8 slots[512];",
                  "    .shared .align 16 .b8 sums[64];"]
        if "locals" in self.features:
            lines.append("    .local .align %d .b8 locals[%d];" % (
                min(16, 4 * (self.words & -self.words)), 4 * self.words + self.inner))
        return "\n".join(lines + write(self.blocks) + ["}", ""])
