"""What random-flow puts into blocks: local variables of a thread.

Most kernels have twelve words, which are stored to in parts and in other ways that keep
them in memory. Some have fewer, accessed at any index, so that a compiler may keep them in
registers: elements of one word or two, structures of three, by an index, by one of two
addresses, or by an address that a loop counts on."""

import random

WORDS = 12
SMALL = [3, 4, 6, 8]


def draw_words(name):
    """How many a kernel has, drawn apart from what is drawn else."""
    return random.Random("words " + name).choice([WORDS, WORDS] + SMALL)


class Locals:
    def access_local(self, context):
        """Stores into local variables and loads from them: words and vectors, at a
        place or by a few bits, under guards, seldom parts of words."""
        k, r = self.k, self.rand
        if k.words != WORDS:
            self.access_small(context)
            return
        words = r.choice([1, 1, 1, 2, 4])
        at = 4 * words * r.randrange(WORDS // words)
        vector = ".v%d" % words if words > 1 else ""
        x = r.random()
        if x < 0.5:
            values = [r.choice(["%l", context.own, "%me"]) for _ in range(words)]
            guard = ("@%s%s " % (r.choice(["", "!"]), self.condition(r.choice(context.within())))
                     if r.random() < 0.3 else "")
            k.emit("%sst.local%s.u32 [locals+%d], %s;" % (
                guard, vector, at, values[0] if words == 1 else "{%s}" % ", ".join(values)))
        elif x < 0.75:
            values = [k.temp() for _ in range(words)]
            k.emit("ld.local%s.u32 %s, [locals+%d];" % (
                vector, values[0] if words == 1 else "{%s}" % ", ".join(values), at))
            self.mix("%l", r.choice(values))
        elif x < 0.95:
            mask, ones = r.choice([4, 8, 12, 20, 28, 40]), r.choice([0, 0, 0, 4, 8])
            index, value = k.temp(), k.temp()
            k.emit("and.b32 %s, %s, %d;" % (index, r.choice(["%l", "%me"]), mask))
            if ones:
                k.emit("or.b32 %s, %s, %d;" % (index, index, ones))
            place = self.find_local(index)
            k.emit("ld.local.u32 %s, [%s+%d];" % (
                value, place, r.randrange(0, 4 * WORDS - (mask | ones), 4)))
            self.mix("%l", value)
        elif x < 0.96:
            k.emit("st.local.u8 [locals+%d], %%me;" % r.randrange(4 * WORDS))
        elif x < 0.97:
            index = k.temp()
            k.emit("and.b32 %s, %%l, 28;" % index)
            k.emit("st.local.u32 [%s+16], %%l;" % self.find_local(index))
        else:
            # Only threads for which the place is one of the variables go there.
            index, value, p = k.temp(), k.temp(), k.pred()
            k.emit("shl.b32 %s, %%lane, 2;" % index)
            k.emit("setp.lt.u32 %s, %%lane, %d;" % (p, WORDS - 2))
            place = self.find_local(index)
            k.emit("mov.b32 %s, 0;" % value)
            k.emit("@%s ld.local.u32 %s, [%s+8];" % (p, value, place))
            self.mix("%l", value)

    def find_local(self, index):
        place, wide = self.k.wide(), self.k.wide()
        # The sum of the kernel's begin, as front ends have it, or the name.
        self.k.emit("mov.u64 %s, %s;" % (place, "%locals" if self.k.inner else "locals"))
        self.k.emit("cvt.u64.u32 %s, %s;" % (wide, index))
        self.k.emit("add.u64 %s, %s, %s;" % (place, place, wide))
        return place

    def access_small(self, context):
        """One access of a few words, at any index or at a fixed one."""
        k, r = self.k, self.rand
        words = r.choice([1, 1, 2]) if k.words % 2 == 0 else 1
        value = r.choice(["%l", context.own, "%me"])
        loaded = [k.temp() for _ in range(words)]
        store = r.random() < 0.5
        x = r.random()
        if x < 0.2:
            place, offset = "locals", 4 * words * r.randrange(k.words // words)
        elif x < 0.35:
            # An element of a structure of three words.
            words, loaded = 1, loaded[:1]
            place = self.find_element(value, k.words // 3, 12)
            offset = 4 * r.randrange(3)
        elif x < 0.5:
            a = self.find_element("%l", k.words // words, 4 * words)
            b = self.find_element("%me", k.words // words, 4 * words)
            place, offset = k.wide(), 0
            k.emit("selp.b64 %s, %s, %s, %s;" % (
                place, a, b, self.condition(r.choice(context.within())).lstrip("!")))
        elif x < 0.65:
            self.count_on(value, words)
            return
        else:
            place, offset = self.find_element(value, k.words // words, 4 * words), 0
            # Partial sums may lie outside.
            if r.random() < 0.3:
                far, offset = k.wide(), r.choice([-4, 4, 16]) * words
                k.emit("add.u64 %s, %s, %d;" % (far, place, -offset))
                place = far
        self.access_words(store, words, value, loaded, place, offset)

    def access_words(self, store, words, value, loaded, place, offset):
        k = self.k
        form = (".v2.u32", "{%s}") if words == 2 else (".u32", "%s")
        if store:
            k.emit("st.local%s [%s+%d], %s;" % (
                form[0], place, offset, form[1] % ", ".join([value, "%l"][:words])))
        else:
            k.emit("ld.local%s %s, [%s+%d];" % (
                form[0], form[1] % ", ".join(loaded), place, offset))
            self.mix("%l", self.rand.choice(loaded))

    def find_element(self, value, count, size):
        """The address of an element that a value chooses."""
        k = self.k
        index, wide, place = k.temp(), k.wide(), k.wide()
        k.emit("rem.u32 %s, %s, %d;" % (index, value, count))
        k.emit("mul.wide.u32 %s, %s, %d;" % (wide, index, size))
        k.emit("mov.u64 %s, %s;" % (place, "%locals" if k.inner else "locals"))
        k.emit("add.u64 %s, %s, %s;" % (place, place, wide))
        return place

    def count_on(self, value, words):
        """A loop over all elements, by an address that it counts on."""
        k, r = self.k, self.rand
        place, left = k.wide(), k.temp()
        count = k.words // words
        down = r.random() < 0.3
        k.emit("mov.u64 %s, %s;" % (place, "%locals" if k.inner else "locals"))
        if down:
            k.emit("add.u64 %s, %s, %d;" % (place, place, 4 * words * (count - 1)))
        k.emit("mov.u32 %s, %d;" % (left, count))
        head, out, p = k.block(), k.block(), k.pred()
        k.end("goto", head)
        k.start(head)
        for store in r.choice([(False,), (True,), (False, True)]):
            self.access_words(store, words, value, [k.temp() for _ in range(words)], place, 0)
        k.emit("add.s64 %s, %s, %d;" % (place, place, (-4 if down else 4) * words))
        k.emit("add.s32 %s, %s, -1;" % (left, left))
        k.emit("setp.ne.s32 %s, %s, 0;" % (p, left))
        k.end("cond", "@" + p, head, out)
        k.start(out)
