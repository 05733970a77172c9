"""The statements of random-flow that have one way on: sequences, choices, loops and
jumps out of them."""

from flowscope import Scope


class Statements:
    """A part of Kernel (random-flow), with which it shares its members."""

    def small(self):
        """Whether there is room for more."""
        return self.budget > 0 and len(self.blocks) < self.most_blocks

    def simple(self, context):
        r, x = self.rand, self.rand.random()
        if x < 0.45 and self.may_vote:
            self.pieces.collective(context)
        elif x < 0.6 and len(self.blocks) < self.most_blocks:
            self.pieces.wait(context)
        elif x < 0.7 and self.may_end:
            self.end_some(context)
            if self.may_vote and r.random() < 0.5:
                self.pieces.collective(context)
        else:
            self.pieces.update(context)
        if r.random() < 0.5:
            self.pieces.update(context)

    def end_some(self, context):
        """Some threads end, by a guard or by a branch round what follows."""
        r = self.rand
        group = r.choice(context.within())
        if r.random() < 0.4:
            p = "@%s%s " % (r.choice(["", "!"]), self.pieces.condition(group))
            self.store(p)
            self.emit(p + r.choice(["exit;", "ret;"]))
            return
        on, away = self.block(), self.end_block()
        self.branch(group, away, on)
        self.start(on)

    def sequence(self, context, depth, scope):
        """Some statements under the control of a group."""
        r = self.rand
        for _ in range(r.randrange(1, 5) if depth else 40):
            if not self.small():
                break
            self.budget -= 1
            scope.place_labels(depth)
            if depth == 0 and self.may_place(context) and r.random() < 0.3:
                self.places(context, depth, scope)
            x = r.random()
            # Control passes to fewer threads, within which nothing of here goes on.
            if depth < 5 and context.below and x < (0.5 if depth == 0 else 0.25):
                below = r.choice(context.below)
                inner = Scope(self, below)
                self.statement(below, depth, inner)
                inner.close()
                if self.may_vote and r.random() < 0.6:
                    self.pieces.collective(context)
            elif depth < 5 and x < 0.75:
                self.statement(context, depth, scope)
            else:
                self.simple(context)
        if depth == 0:
            scope.close()

    def statement(self, context, depth, scope):
        r = self.rand
        kinds = [(self.choice, 3), (self.loop, 3), (self.simple_in, 1)]
        if "switch" in self.features:
            kinds.append((self.switch, 3))
        if "graph" in self.features:
            kinds.append((self.graph, 4))
        if "counted" in self.features:
            kinds.append((self.counted, 5))
        if "arms" in self.features:
            kinds.append((self.arms, 5))
        if self.may_place(context):
            kinds.append((self.places, 5))
        if scope.loops:
            kinds += [(self.leave, 3)]
        if "goto" in self.features:
            kinds += [(self.jump, 3)]
        if "part" in self.features and self.may_vote and (
                context.level in ("warp", "part") or
                context.level == "class" and "groups" in self.features):
            kinds += [(self.split, 2), (self.rounds, 1)]
        makers, weights = zip(*kinds)
        r.choices(makers, weights)[0](context, depth, scope)

    def simple_in(self, context, depth, scope):
        self.simple(context)

    def choice(self, context, depth, scope):
        r = self.rand
        then, other, out = self.block(), self.block(), self.block()
        both = r.random() < 0.6
        self.branch(context, then, other if both else out)
        self.start(then)
        self.sequence(context, depth + 1, scope)
        self.end("goto", out)
        if both:
            self.start(other)
            self.sequence(context, depth + 1, scope)
            self.end("goto", out)
        self.start(out)

    def leave(self, context, depth, scope):
        """break or continue of any loop around, perhaps on a condition."""
        r = self.rand
        head, out = r.choice(scope.loops)
        target = out if r.random() < 0.5 else scope.backward(head)
        on = self.block()
        self.branch(context, target, on)
        self.start(on)

    def jump(self, context, depth, scope):
        """A jump to a label that comes, or to one that is behind."""
        r = self.rand
        if scope.placed and r.random() < 0.4:
            target = scope.backward(r.choice(scope.placed))
        else:
            target = scope.coming()
        on = self.block()
        self.branch(context, target, on)
        self.start(on)

    def loop(self, context, depth, scope):
        r = self.rand
        head, out = self.block(), self.block()
        counter = None
        if r.random() < 0.4:
            # Rounds that are known before; nobody jumps into it.
            counter = "r%d" % len(self.parts)
            self.parts.append(counter)
            counter = "%" + counter
            if r.random() < 0.5:
                self.emit("mov.b32 %s, %d;" % (counter, r.randrange(1, 4)))
            else:
                self.emit("add.u32 %s, %s, 1;" % (counter, self.pieces.bits(context, 3)))
        self.end("goto", head)
        self.start(head)
        if r.random() < 0.3 and not counter:
            # The test before the body.
            body = self.block()
            self.branch(context, body, out)
            self.start(body)
        saved = scope.sealed
        scope.sealed = saved or counter is not None
        latch = self.block() if counter else head
        scope.loops.append((head if not counter else None, out))
        inner_loops = scope.loops
        if counter:
            # `continue` goes to the count.
            scope.loops[-1] = (latch, out)
            scope.forward_heads.add(latch)
        self.sequence(context, depth + 1, scope)
        inner_loops.pop()
        scope.sealed = saved
        if counter:
            self.end("goto", latch)
            self.start(latch)
            p = self.pred()
            self.emit("sub.u32 %s, %s, 1;" % (counter, counter))
            self.emit("setp.ne.u32 %s, %s, 0;" % (p, counter))
            self.end("cond", "@" + p, head, out)
        elif r.random() < 0.3:
            # Two latches, with an exit in the middle or none.
            more = self.block()
            self.branch(context, scope.backward(head), more)
            self.start(more)
            self.pieces.update(context)
            self.branch(context, scope.backward(head), out)
        elif r.random() < 0.5:
            self.branch(context, scope.backward(head), out)
        else:
            # Seems to have no end but what is within.
            self.end("goto", scope.backward(head, out))
        self.start(out)
