"""Blocks of a PTX kernel: their text, and what shapes their graph has.

A block ends with one of

    ("goto", block)                   ("exit",)
    ("cond", guard, then, otherwise)  guard: "@%p" or "@!%p", may have .uni behind it
    ("brx", register, [block...])     one target may occur several times

Shapes (all on the blocks that are reachable):

* irreducible: a depth-first search finds an edge that goes back to a block which
  does not dominate where it comes from. (Whether there is one does not depend on
  the order of the search.)
* crossing: the region of a branch is its block and all that lies on paths from it
  to its immediate post-dominator, without that. Two regions cross if they overlap
  and neither contains the other. Edges to blocks that only end the thread do not
  count where a block has others: threads that end meet nobody."""


class Block:
    def __init__(self, name):
        self.name = name
        self.code = []
        self.end = None
        # Nothing but the stores of a thread that ends.
        self.ends_thread = False

    def targets(self):
        kind = self.end[0]
        if kind == "goto":
            return [self.end[1]]
        if kind == "cond":
            return [self.end[2], self.end[3]]
        if kind == "brx":
            return list(self.end[2])
        return []


def write(blocks):
    """The text of blocks in their order, without jumps to what follows."""
    lines = []
    used = {t for b in blocks for t in b.targets()}
    for block, following in zip(blocks, blocks[1:] + [None]):
        if block in used:
            lines.append(block.name + ":")
        lines += ["    " + line for line in block.code]
        kind = block.end[0]
        if kind == "goto":
            if block.end[1] is not following:
                lines.append("    bra %s;" % block.end[1].name)
        elif kind == "cond":
            _, guard, then, otherwise = block.end
            guard, _, uniform = guard.partition(".")
            jump = "bra.uni" if uniform else "bra"
            if then is following:
                inverse = guard.replace("@!", "@") if "!" in guard else "@!" + guard[1:]
                lines.append("    %s %s %s;" % (inverse, jump, otherwise.name))
            else:
                lines.append("    %s %s %s;" % (guard, jump, then.name))
                if otherwise is not following:
                    lines.append("    bra %s;" % otherwise.name)
        elif kind == "brx":
            table = "T_" + block.name
            lines.append("%s: .branchtargets %s;" % (
                table, ", ".join(t.name for t in block.end[2])))
            lines.append("    brx.idx %s, %s;" % (block.end[1], table))
        else:
            lines.append("    %s;" % kind)
    return lines


class Shapes:
    """What shapes a graph has: blocks, whether it is irreducible, the number of
    pairs of regions that cross."""

    def __init__(self, entry):
        self.order, number = [], {}
        stack = [(entry, iter(entry.targets()))]
        number[entry] = 0
        self.order.append(entry)
        open_blocks, finished, back = {entry}, [], []
        while stack:
            block, rest = stack[-1]
            for t in rest:
                if t not in number:
                    number[t] = len(self.order)
                    self.order.append(t)
                    open_blocks.add(t)
                    stack.append((t, iter(t.targets())))
                    break
                if t in open_blocks:
                    back.append((number[block], number[t]))
            else:
                stack.pop()
                open_blocks.discard(block)
                finished.append(number[block])
        self.blocks = len(self.order)
        succs = [sorted({number[t] for t in b.targets()}) for b in self.order]
        above = dominators(succs, 0, finished[::-1])
        self.irreducible = any(not above[b] >> h & 1 for b, h in back)
        self.loops = len({h for _, h in back})
        self.crossing = self.count_crossing(succs)

    def count_crossing(self, succs):
        n = len(succs)
        ends = [b.ends_thread for b in self.order]
        kept = []
        for out in succs:
            alive = [s for s in out if not ends[s]]
            kept.append(alive or out)
        reverse = [[] for _ in range(n + 1)]
        for b, out in enumerate(kept):
            for s in out:
                reverse[s].append(b)
            if not out:
                reverse[n].append(b)
        below = dominators(reverse, n, reverse_post_order(reverse, n))
        regions = []
        for b, out in enumerate(kept):
            if len(out) < 2 or below[b] is None:
                continue
            # Of what post-dominates b, the nearest is post-dominated by all.
            over = [d for d in range(n + 1) if d != b and below[b] >> d & 1]
            meet = max(over, key=lambda d: bin(below[d]).count("1"))
            region, work = 1 << b, [s for s in out if s != meet]
            while work:
                x = work.pop()
                if not region >> x & 1:
                    region |= 1 << x
                    work += [s for s in kept[x] if s != meet]
            regions.append(region)
        regions = sorted(set(regions))
        return sum(bool(a & b and a & ~b and b & ~a)
                   for i, a in enumerate(regions) for b in regions[:i])


def reverse_post_order(succs, root):
    seen, order, stack = {root}, [], [(root, iter(succs[root]))]
    while stack:
        block, rest = stack[-1]
        for s in rest:
            if s not in seen:
                seen.add(s)
                stack.append((s, iter(succs[s])))
                break
        else:
            order.append(block)
            stack.pop()
    return order[::-1]


def dominators(succs, root, order):
    """For each block the set, as bits, of those that dominate it; None where it
    cannot be reached."""
    preds = [[] for _ in succs]
    for b, out in enumerate(succs):
        for s in out:
            preds[s].append(b)
    above = [None] * len(succs)
    above[root] = 1 << root
    changed = True
    while changed:
        changed = False
        for b in order:
            if b == root:
                continue
            common = None
            for p in preds[b]:
                if above[p] is not None:
                    common = above[p] if common is None else common & above[p]
            if common is not None and above[b] != common | 1 << b:
                above[b] = common | 1 << b
                changed = True
    return above
