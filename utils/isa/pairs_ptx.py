# ===- pairs_ptx.py - PTX in which every pair of steps meets ---------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The steps of chains_ptx.py, each with each: what random chains show rarely.

Two writes of a register are close to each other only where nothing reads the
first one: the second is then for some lanes, and its sources are there long
before. Moves and zeros have no source that they would have to wait for, so that
they come long before their reader, unless a branch keeps them where they are.
Used by latencies.py."""

import random

import chains_ptx

FILL = "st.shared.b32 [sm+4], %r10; bar.warp.sync -1; "

# What long arithmetic and bindless textures need beside the steps of the chains.
MORE = [
    ("mul.hi.u64", "l", "ll", "mul.hi.u64 {d}, {0}, {1};"),
    ("mad.hi.s64", "l", "lll", "mad.hi.s64 {d}, {0}, {1}, {2};"),
    ("add128", "l", "lll", "add.cc.u64 {tl}, {0}, {1}; addc.u64 {d}, {0}, {2};"),
    ("sub128", "l", "lll", "sub.cc.u64 {tl}, {0}, {1}; subc.u64 {d}, {0}, {2};"),
    ("mad128", "l", "lll", "mad.lo.cc.u64 {tl}, {0}, {1}, {2}; madc.hi.u64 {d}, {0}, {1}, {2};"),
    ("madhicc", "r", "rrr", "mad.hi.cc.u32 {t}, {0}, {1}, {2}; addc.u32 {d}, {0}, {1};"),
    ("add96", "r", "rrr", "add.cc.u32 {t}, {0}, {1}; addc.cc.u32 {t2}, {1}, {2}; addc.u32 {d}, {0}, {2};"),
    ("widecarry", "r", "rrl", "mad.wide.u32 {tl}, {0}, {1}, {2}; mov.b64 {{{t}, {t2}}}, {tl}; add.cc.u32 {t3}, {t}, {0}; addc.u32 {d}, {t2}, 0;"),
    ("div7", "r", "r", "div.u32 {d}, {0}, 7;"), ("divs", "r", "r", "div.s32 {d}, {0}, 1000;"), ("rem10", "l", "l", "rem.u64 {d}, {0}, 10;"),
    ("div.u32", "r", "rr", "div.u32 {d}, {0}, {1};"), ("rem.s32", "r", "rr", "rem.s32 {d}, {0}, {1};"),
    ("div.rn", "r", "rr", "div.rn.f32 {d}, {0}, {1};"), ("sqrt.rn", "r", "r", "sqrt.rn.f32 {d}, {0};"),
    ("max.u64", "l", "ll", "max.u64 {d}, {0}, {1};"), ("shr.s64", "l", "lr", "shr.s64 {d}, {0}, {1};"),
    ("or.b64", "l", "ll", "or.b64 {d}, {0}, {1};"), ("sub.s64", "l", "ll", "sub.s64 {d}, {0}, {1};"),
    ("cvt.u64.f32", "l", "r", "cvt.rzi.u64.f32 {d}, {0};"), ("cvt.f64.u64", "l", "l", "cvt.rn.f64.u64 {d}, {0};"),
    ("cvt.f16", "r", "r", "{{ .reg .b16 h; cvt.rn.f16.f32 h, {0}; mov.b32 {d}, {{h, h}}; }}"),
    ("cvt.f32.f16", "r", "r", "{{ .reg .b16 h, g; mov.b32 {{h, g}}, {0}; cvt.f32.f16 {d}, g; }}"),
    ("cvt.u16.f16", "r", "r", "{{ .reg .b16 h, g; mov.b32 {{h, g}}, {0}; cvt.rni.s16.f16 h, h; cvt.s32.s16 {d}, h; }}"),
    ("prmt.s8", "r", "r", "cvt.s32.s8 {d}, {0};"), ("cvt.f32.u8", "r", "r", "cvt.rn.f32.u8 {d}, {0};"),
    ("texh", "r", "lrr", "tex.2d.v4.f32.f32 {{{d}, {t}, {t2}, {t3}}}, [{0}, {{{1}, {2}}}];"),
    ("suldh", "r", "lrr", "suld.b.2d.b32.trap {{{d}}}, [{0}, {{{1}, {2}}}];"),
    ("lds128", "l", "r", "ld.shared.v2.b64 {{{d}, {tl}}}, [{0}];"), ("ldg128", "l", "l", "ld.global.v2.b64 {{{d}, {tl}}}, [{0}];"),
]


def usable(steps):
    """Steps that can be guarded, by the kind of their result."""
    found = {"r": [], "l": [], "p": []}
    for step in steps:
        if step[0][0] != "@" and "clocknow" not in step[0] and step[0] not in ("call", "branch"):
            found[step[1]].append(step)
    return found


def emit(chain, step, value, kind, result=None, guard=""):
    """Chain.emit, with a guard for steps of several instructions, too."""
    result = chain.emit(step, value, kind, result)
    if guard:
        head, brace, text = chain.lines.pop().rpartition("{ .reg" if ".reg" in step[3] else "\n")
        declared, _, text = text.partition(";") if brace == "{ .reg" else ("", "", text)
        parts = [part.strip() for part in text.rstrip("} ").split(";")]
        guarded = " ".join("%s %s;" % (guard, part) for part in parts if part)
        chain.lines.append("{ .reg%s; %s }" % (declared, guarded) if brace == "{ .reg" else guarded)
    return result


MOVES = (("l", "mov.b64 {d}, 0;"), ("l", "mov.b64 {d}, 0;"), ("l", "mov.b64 {d}, {l};"), ("l", "mov.b64 {d}, 0x40c0000000001234;"),
         ("l", "mov.b64 {d}, {{{r}, {r2}}};"), ("r", "mov.b32 {d}, 0;"), ("r", "mov.b32 {d}, {r};"), ("r", "mov.b32 {d}, 0x1234567;"),
         ("p", "mov.pred {d}, {p};"), ("l", "mov.u64 {d}, %clock64;"), ("r", "mov.u32 {d}, %clock;"))


def move_text(chain, move, result):
    return move.format(d=result, l=chain.fresh("l"), r=chain.fresh("r"), r2=chain.fresh("r"), p=chain.fresh("p"))


def pair_lines(chain, a, b, value):
    """The two steps write one register, in each of the ways; value is what the
    chain is at, of their kind."""
    kind, rng = a[1], chain.rng
    guard = lambda: "@%s%s" % (rng.choice(("", "!")), chain.fresh("p"))
    result = emit(chain, a, value, kind)
    emit(chain, b, None, kind, result, guard())
    if rng.random() < 0.5:
        # Both for some lanes, of a value that is still read.
        emit(chain, a, None, kind, result, guard())
        emit(chain, b, None, kind, result, guard())
    if rng.random() < 0.5:
        chain.lines.append(guard() + " " + move_text(chain, rng.choice([m for k, m in MOVES if k == kind]), result))
        emit(chain, b, None, kind, result, guard())
    if rng.random() < 0.5:
        # A read before the write.
        other = emit(chain, a, result, kind)
        emit(chain, b, None, kind, result, guard())
        emit(chain, a, other, kind, result, guard())
    return result


def pairs_text(name, seed, pairs, uniform):
    chain = chains_ptx.Chain(seed, [], uniform)
    value, kind = chain.fresh("r"), "r"
    for a, b in pairs:
        value, kind = chain.convert(value, kind, a[1]), a[1]
        value = pair_lines(chain, a, b, value)
    return finish(chain, name, value, kind)


def finish(chain, name, value, kind):
    chain.lines.append("st.global.b32 [%%l1], %s;" % chain.convert(value, kind, "r"))
    head = chains_ptx.KERNEL.format(name=name)
    return head + "\n".join("  " + line for line in chain.lines) + "\n  ret;\n}\n"


# What is of one pipe or data type by its name.
THEMES = [("f16", "bf16"), ("f64",), ("f32", "ftz", "fma"), ("64", "addcc", "128", "leahi"), ("wide", "mad", "mul", "carry", "madcc"),
          ("add", "sub", "lea", "min", "max"), ("xor", "lop3", "shl", "shr", "shf", "prmt", "and.", "bfe"), ("setp", "pred", "selp", "vote"),
          ("cvt", "popc", "clz", "bfind", "ex2"), ("lds", "ldg", "sts", "shfl", "redux"), ("clock", "dp", "vabs", "sad", "slct"), ("tex", "sul", "ldc")]


def theme_text(name, seed, found, uniform):
    """A chain of like steps, each followed by writes of its result for some
    lanes, which wait for nothing but each other."""
    chain = chains_ptx.Chain(seed, [], uniform)
    rng = chain.rng
    words = rng.choice(THEMES) + rng.choice(((), (), rng.choice(THEMES)))
    every = [s for steps in found.values() for s in steps if s[2]]
    pool = [s for s in every if any(w in s[0] for w in words)]
    pool = rng.sample(pool, min(6, len(pool))) + rng.sample(every, 2)
    value, kind = chain.fresh("r"), "r"
    for _ in range(20):
        step = rng.choice(pool)
        value, kind = emit(chain, step, value, kind), step[1]
        same = [s for s in pool if s[1] == kind]
        for _ in range(rng.choice((0, 0, 1, 2, 4))):
            guard = "@%s%s" % (rng.choice(("", "!")), chain.fresh("p"))
            if rng.random() < 0.25:
                chain.lines.append(guard + " " + move_text(chain, rng.choice([m for k, m in MOVES if k == kind]), value))
            else:
                emit(chain, rng.choice(same), None, kind, value, guard)
    return finish(chain, name, value, kind)


def joins_text(name, seed, steps, writers, uniform):
    """Each step reads what a move wrote at the end of one of two ways to it, or
    one of the writers writes it again for some lanes."""
    chain = chains_ptx.Chain(seed, [], uniform)
    rng = chain.rng
    value, kind = chain.fresh("r"), "r"
    for step in steps:
        kinds = set(step[2])
        to, move = rng.choice([m for m in MOVES if m[0] in kinds] or MOVES)
        # The moved register has a value on the other way, too.
        held = chain.new(to)
        chain.lines.append("mov.%s %s, %s;" % ("pred" if to == "p" else "b64" if to == "l" else "b32", held,
                                               chain.convert(value, kind, to)))
        fill = FILL if rng.random() < 0.6 else ""
        chain.count += 1
        label = "JOIN%d" % chain.count
        guard = chain.fresh("p")
        if rng.random() < 0.3:
            chain.lines.append("%s.pred %s, %s, %s;" % (rng.choice(("and", "or")), q := chain.new("p"), guard, chain.fresh("p")))
            guard = q
        chain.lines.append("@%s bra %s; %s%s %s:" % (guard, label, fill, move_text(chain, move, held), label))
        if rng.random() < 0.4:
            emit(chain, rng.choice(writers[to]), None, to, held, "@" + chain.fresh("p"))
        value, kind = chain.emit(step, held, to), step[1]
    return finish(chain, name, value, kind)


def matrix_text(name, seed, steps, shapes, length):
    """Matrix instructions and steps that write each other's registers and read
    what the other one has written."""
    kind = "l" if "f64" in shapes[0][0] else "r"
    chain = chains_ptx.Chain(seed, [], False)
    rng = chain.rng
    vec = lambda regs: "{" + ", ".join(regs) + "}"
    some = lambda n: [chain.fresh(kind) for _ in range(n)]
    held = [chain.new(kind) for _ in range(4)]
    for reg in held:
        chain.lines.append("mov.b%d %s, %s;" % (64 if kind == "l" else 32, reg, chain.fresh(kind)))

    def product():
        shape, d, a, b, c, rest = rng.choice(shapes)
        factors = [some(a), some(b), some(c)]
        # Waits for all that was before, or for nothing.
        link = rng.choice((2, 2, 0, 1, None, None, None))
        if link is not None:
            factors[link] = (held * 2)[:len(factors[link])]
        guard = "@%s%s " % (rng.choice(("", "!")), chain.fresh("p"))
        chain.lines.append("%s%s %s%s;" % (guard if rng.random() < 0.7 else "", chains_ptx.mma_name(shape),
                                           ", ".join(map(vec, [held[:d]] + factors)), rest))

    for _ in range(length):
        product()
        way = rng.random()
        if way < 0.4:
            product()
        elif way < 0.8:
            step, reg = rng.choice(steps[kind]), rng.choice(held)
            chain.emit(step, rng.choice((None, None, reg)), kind, reg, "@" + chain.fresh("p"))
        else:
            step = rng.choice(steps[rng.choice("rlp" if kind == "r" else "l")])
            value = chain.emit(step, rng.choice(held), kind)
            held[rng.randrange(4)] = chain.convert(value, step[1], kind)
    chain.lines += ["st.global.b%d [%%l1+%d], %s;" % (64 if kind == "l" else 32, 8 * k, r) for k, r in enumerate(held)]
    return finish(chain, name, held[0], kind)


def kernels(steps, matrix, number, seed=0):
    """`number` kernels of each sort with random pairs."""
    rng = random.Random("pairs%d" % seed)
    is_plain = lambda step: not any(w in step[3] for w in chains_ptx.MEMORY)
    by_kind = usable(steps)
    plain = usable([s for s in steps if is_plain(s)])
    every = [s for found in by_kind.values() for s in found]
    pair = lambda found, kind: (rng.choice(found[kind]), rng.choice(found[kind]))
    result = []
    for k in range(number):
        of_seed = "%d-%d" % (seed, k)
        result.append(pairs_text("pairs%d" % k, of_seed, [pair(by_kind, rng.choice("rrrrllp")) for _ in range(16)], False))
        # Registers of one kind, where most of the ways to be two are rare.
        result.append(pairs_text("same%d" % k, of_seed, [pair(by_kind, "lprl"[k % 4]) for _ in range(16)], False))
        result.append(pairs_text("upairs%d" % k, of_seed, [pair(plain, rng.choice("rrrllp")) for _ in range(12)], True))
        found = plain if k % 3 == 2 else by_kind
        for part in range(2):
            result.append(theme_text("theme%d_%d" % (part, k), "%s.%d" % (of_seed, part), found, k % 3 == 2))
        result.append(joins_text("joins%d" % k, of_seed, [s for s in rng.sample(every, 24) if s[2]], found, k % 3 == 2))
        shapes = [m for m in matrix if ("f64" in m[0]) == (k % 5 == 0)]
        if shapes:
            result.append(matrix_text("products%d" % k, of_seed, by_kind, rng.sample(shapes, min(3, len(shapes))), 20))
    return result
