"""Statements of random-flow with many ways on: switches and random graphs."""

from flowscope import Scope


class Ways:
    """A part of Kernel (random-flow), with which it shares its members."""

    def switch(self, context, depth, scope):
        r = self.rand
        count = r.choice([2, 3, 3, 4, 4, 5, 6])
        out = self.block()
        cases = [self.block() for _ in range(count)]
        default = r.choice([out] + cases)
        # Which case a value has: all of them, some twice, some none.
        targets = list(cases)
        shape = r.random()
        if shape < 0.5:
            targets += [r.choice(cases + [default]) for _ in range(r.randrange(0, 4))]
            r.shuffle(targets)
            self.counts["switches with duplicate targets"] += len(set(targets)) < len(targets)
        if default in cases and cases.index(default) < count - 1:
            self.counts["switches with the default between"] += 1
        index = self.pieces.index(context, len(targets))
        self.dispatch(index, targets, default)
        falls = shared = 0
        for i, case in enumerate(cases):
            self.start(case)
            self.sequence(context, depth + 1, scope) if r.random() < 0.6 else (
                self.pieces.update(context))
            x = r.random()
            if i + 1 < count and x < 0.35:
                falls += 1
                self.end("goto", cases[i + 1])
            elif i + 2 < count and x < 0.5:
                shared += 1
                self.end("goto", r.choice(cases[i + 1:]))
            elif scope.loops and x < 0.65:
                head, after = r.choice(scope.loops)
                self.end("goto", r.choice([scope.backward(head, out), after]))
            else:
                self.end("goto", out)
        self.counts["switches that fall through"] += bool(falls)
        self.counts["switches that share a case"] += bool(shared)
        self.start(out)

    def dispatch(self, index, targets, default):
        r = self.rand
        kind = r.choice(["brx", "brx", "chain", "tree"])
        if kind == "brx" and "brx" in self.features:
            self.counts["switches by brx.idx"] += 1
            return self.end("brx", index, targets)
        if kind != "tree":
            self.counts["switches by a chain"] += 1
            values = list(range(len(targets)))
            r.shuffle(values)
            for i, value in enumerate(values):
                p, on = self.pred(), self.block()
                last = i + 1 == len(values)
                self.emit("setp.eq.u32 %s, %s, %d;" % (p, index, value))
                self.end("cond", "@" + p, targets[value], default if last else on)
                if not last:
                    self.start(on)
            return
        self.counts["switches by a tree"] += 1
        self.tree(index, targets, 0, len(targets))

    def tree(self, index, targets, low, high):
        if high - low == 1:
            return self.end("goto", targets[low])
        middle, p = (low + high) // 2, self.pred()
        self.emit("setp.lt.u32 %s, %s, %d;" % (p, index, middle))
        sides = []
        for a, b in ((low, middle), (middle, high)):
            sides.append(targets[a] if b - a == 1 else self.block())
        self.end("cond", "@" + p, *sides)
        for side, (a, b) in zip(sides, ((low, middle), (middle, high))):
            if b - a > 1:
                self.start(side)
                self.tree(index, targets, a, b)

    def graph(self, context, depth, scope):
        """Blocks with random successors."""
        r = self.rand
        count = r.choice([2, 3, 4, 5, 6, 8, 10, 14])
        count = max(2, min(count, self.most_blocks - len(self.blocks)))
        nodes = [self.block() for _ in range(count)]
        out = self.block()
        if r.random() < 0.3:
            self.branch(context, r.choice(nodes), nodes[0])
        elif "brx" in self.features and r.random() < 0.2:
            targets = [r.choice(nodes) for _ in range(r.choice([2, 3, 4]))]
            self.end("brx", self.pieces.index(context, len(targets)), targets)
        else:
            self.end("goto", nodes[0])
        strict = r.random() < 0.3      # the fuel is looked at in each block
        for i, node in enumerate(nodes):
            self.start(node)
            self.pieces.update(context)
            if r.random() < 0.4 and self.may_vote:
                self.pieces.collective(context)
            elif r.random() < 0.15:
                self.simple(context)
            elif depth < 3 and r.random() < 0.1 and self.small():
                self.budget -= 1
                inner = Scope(self, context)
                self.statement(context, depth + 2, inner)
                inner.close()
            onward = nodes[i + 1] if i + 1 < count else out
            if strict:
                p, more = scope.fuel_left(), self.block()
                self.end("cond", "@" + p, more, r.choice([out, onward]) if i + 1 < count else out)
                self.start(more)

            def any_node():
                x = r.random()
                if x < 0.1:
                    return out
                if x < 0.5:
                    return nodes[min(count - 1, i + r.randrange(1, 4))] if i + 1 < count else out
                if x < 0.55 and self.may_end:
                    return self.end_block()
                target = r.choice(nodes)
                if strict or nodes.index(target) > i:
                    return target
                return scope.backward(target, onward)

            x = r.random()
            if x < 0.12:
                self.end("goto", any_node())
            elif x < 0.85 or "brx" not in self.features:
                self.branch(context, any_node(), onward if r.random() < 0.6 else any_node())
            else:
                targets = [any_node() for _ in range(r.choice([2, 3, 4, 4, 5]))]
                self.counts["switches by brx.idx"] += 1
                self.counts["switches with duplicate targets"] += (
                    len(set(targets)) < len(targets))
                self.end("brx", self.pieces.index(context, len(targets)), targets)
            for block in scope.take_stubs():
                self.blocks.append(block)
        self.start(out)
