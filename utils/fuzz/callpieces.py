"""Random PTX modules of functions that call each other, for check-calls.

Functions have parameters and results of all kinds, recursion to a small depth,
direct and indirect calls in divergent control flow and in loops, values and
predicates that are live across calls, arrays in local memory, memory on the stack
around calls. What a module computes depends on its input only."""

import random

SCALARS = {"b32": (4, 4), "b64": (8, 8), "b8": (1, 1), "b16": (2, 2)}
INDIRECT = (("b32", 4, 4), ("b64", 8, 8), ("b32", 4, 4))
HEADER = [".version 8.3", ".target sm_90", ".address_size 64"]


def scalar(kind):
    return (kind,) + SCALARS[kind]


def declare(variable, name):
    kind, size, align = variable
    if kind == "bytes":
        return f".param .align {align} .b8 {name}[{size}]"
    return f".param .{kind} {name}"


class Body:
    """The statements of one function or kernel."""

    def __init__(self, module, name):
        self.module, self.name, self.random = module, name, module.random
        self.lines, self.values = [], []
        self.counts = {"r": 0, "d": 0, "p": 0}
        self.labels = self.calls = 0

    def new(self, file):
        self.counts[file] += 1
        return f"%{file}{self.counts[file]}"

    def add(self, line):
        self.lines.append(line)

    def some(self):
        return self.random.choice(self.values)

    def label(self):
        self.labels += 1
        return f"L{self.labels}_{self.name}"

    def constant(self):
        value = self.new("r")
        self.add(f"mov.u32 {value}, {self.random.randint(1, 99)};")
        self.values.append(value)

    def operation(self):
        value = self.new("r")
        name = self.random.choice(["add.u32", "sub.u32", "mul.lo.u32", "xor.b32",
                                   "and.b32", "or.b32", "min.u32", "max.s32"])
        self.add(f"{name} {value}, {self.some()}, {self.some()};")
        self.values.append(value)

    def pair(self):
        value = self.new("d")
        self.add(f"mov.b64 {value}, {{{self.some()}, {self.some()}}};")
        return value

    # --- parameters -----------------------------------------------------------

    def write(self, variable, name):
        kind, size, align = variable
        if kind == "b32" or kind == "b8":
            self.add(f"st.param.{kind} [{name}], {self.some()};")
        elif kind == "b64":
            self.add(f"st.param.b64 [{name}], {self.pair()};")
        elif kind == "b16":
            self.add(f"cvt.u16.u32 %h1, {self.some()};")
            self.add(f"st.param.b16 [{name}], %h1;")
        at = 0
        while kind == "bytes" and at < size:
            draw = self.random.random()
            if align >= 8 and at % 8 == 0 and at + 8 <= size and draw < 0.5:
                self.add(f"st.param.b64 [{name}+{at}], {self.pair()};")
                at += 8
            elif align >= 16 and at % 16 == 0 and at + 16 <= size and draw < 0.7:
                four = ", ".join(self.some() for _ in range(4))
                self.add(f"st.param.v4.b32 [{name}+{at}], {{{four}}};")
                at += 16
            elif draw < 0.8:
                self.add(f"st.param.b32 [{name}+{at}], {self.some()};")
                at += 4
            else:
                for byte in range(4):
                    self.add(f"st.param.b8 [{name}+{at + byte}], {self.some()};")
                at += 4

    def read(self, variable, name):
        kind, size, _ = variable
        if kind == "b64":
            wide = self.new("d")
            self.add(f"ld.param.b64 {wide}, [{name}];")
            low, high = self.new("r"), self.new("r")
            self.add(f"mov.b64 {{{low}, {high}}}, {wide};")
            self.values += [low, high]
            return
        if kind == "b16":
            self.add(f"ld.param.b16 %h1, [{name}];")
            value = self.new("r")
            self.add(f"cvt.u32.u16 {value}, %h1;")
            self.values.append(value)
            return
        how = self.random.choice(["u8", "s8"]) if kind == "b8" else "b32"
        for at in range(0, size, 4):
            value = self.new("r")
            self.add(f"ld.param.{how} {value}, [{name}+{at}];")
            self.values.append(value)

    # --- statements -----------------------------------------------------------

    def call(self, depth):
        self.calls += 1
        if self.random.random() < 0.25:
            self.call_pointer(depth)
            return
        i = self.random.randrange(len(self.module.functions))
        params, result = self.module.functions[i]
        self.add("{")
        for j, variable in enumerate(params + [result]):
            self.add(declare(variable, f"a{j}") + ";")
        self.add(f"st.param.b32 [a0], {depth};")
        for j, variable in enumerate(params[1:], 1):
            self.write(variable, f"a{j}")
        names = ", ".join(f"a{j}" for j in range(len(params)))
        # The result may go where an argument is.
        alike = [j for j, variable in enumerate(params) if variable == result]
        to = self.random.choice(alike + [len(params)])
        self.add(f"call.uni (a{to}), f{i}, ({names});")
        self.read(result, f"a{to}")
        self.add("}")

    def call_pointer(self, depth):
        index, at, base, pointer = (self.new("r"), self.new("d"), self.new("d"),
                                    self.new("d"))
        self.add(f"rem.u32 {index}, {self.some()}, {self.module.pointers};")
        self.add(f"mul.wide.u32 {at}, {index}, 8;")
        self.add(f"mov.u64 {base}, table;")
        self.add(f"add.u64 {at}, {at}, {base};")
        self.add(f"ld.global.u64 {pointer}, [{at}];")
        self.add("{")
        for j, variable in enumerate(INDIRECT):
            self.add(declare(variable, f"a{j}") + ";")
        self.add(".param .b32 q;")
        self.add(f"st.param.b32 [a0], {depth};")
        for j, variable in enumerate(INDIRECT[1:], 1):
            self.write(variable, f"a{j}")
        prototype = f"P{self.calls}_{self.name}"
        self.add(f"{prototype}: .callprototype (.param .b32 _) _ "
                 "(.param .b32 _, .param .b64 _, .param .b32 _);")
        self.add(f"call (q), {pointer}, (a0, a1, a2), {prototype};")
        self.read(scalar("b32"), "q")
        self.add("}")

    def choice(self, depth, nesting):
        predicate, result, end = self.new("p"), self.new("r"), self.label()
        compare = self.random.choice(["lt", "ne", "gt"])
        self.add(f"mov.u32 {result}, {self.some()};")
        self.add(f"setp.{compare}.u32 {predicate}, {self.some()}, {self.some()};")
        before = list(self.values)
        self.add(f"@{predicate} bra {end};")
        self.statements(self.random.randint(1, 4), depth, nesting + 1)
        self.add(f"mov.u32 {result}, {self.some()};")
        self.values = list(before)
        if self.random.random() < 0.5:
            behind = self.label()
            self.add(f"bra {behind};")
            self.add(f"{end}:")
            self.statements(self.random.randint(1, 3), depth, nesting + 1)
            self.add(f"mov.u32 {result}, {self.some()};")
            end = behind
        self.add(f"{end}:")
        self.values = before + [result]
        if self.random.random() < 0.5:
            # The predicate has outlived the calls.
            chosen = self.new("r")
            self.add(f"selp.b32 {chosen}, {self.some()}, {self.some()}, "
                     f"{predicate};")
            self.values.append(chosen)

    def loop(self, depth, nesting):
        count, result, predicate = self.new("r"), self.new("r"), self.new("p")
        begin = self.label()
        self.add(f"and.b32 {count}, {self.some()}, 3;")
        self.add(f"mov.u32 {result}, {self.some()};")
        self.add(f"{begin}:")
        before = list(self.values)
        self.values.append(result)
        self.statements(self.random.randint(1, 3), depth, nesting + 2)
        self.add(f"add.u32 {result}, {result}, {self.some()};")
        self.values = before + [result]
        self.add(f"setp.eq.u32 {predicate}, {count}, 0;")
        self.add(f"sub.u32 {count}, {count}, 1;")
        self.add(f"@!{predicate} bra {begin};")

    def allocate(self, depth, nesting):
        """Memory on the stack, of a size that may differ between threads."""
        block, size, words = self.new("d"), self.new("d"), self.random.randint(1, 4)
        top = self.new("d") if self.random.random() < 0.6 else None
        if top:
            self.add(f"stacksave.u64 {top};")
        if self.random.random() < 0.5:
            count = self.new("r")
            self.add(f"and.b32 {count}, {self.some()}, 60;")
            self.add(f"add.u32 {count}, {count}, {4 * words};")
            self.add(f"cvt.u64.u32 {size}, {count};")
        else:
            size = 4 * words
        align = self.random.choice([1, 8, 16, 64])
        self.add(f"alloca.u64 {block}, {size}, {align};")
        address = self.new("r")
        self.add(f"cvt.u32.u64 {address}, {block};")
        self.add(f"and.b32 {address}, {address}, {align - 1};")
        self.values.append(address)
        for word in range(words):
            self.add(f"st.local.b32 [{block}+{4 * word}], {self.some()};")
        self.statements(self.random.randint(1, 3), depth, nesting + 1)
        for word in range(words):
            value = self.new("r")
            self.add(f"ld.local.b32 {value}, [{block}+{4 * word}];")
            self.values.append(value)
        if top:
            self.add(f"stackrestore.u64 {top};")

    def statements(self, count, depth, nesting=0):
        for _ in range(count):
            draw = self.random.random()
            if draw < 0.08 and nesting < 2:
                self.allocate(depth, nesting)
            elif draw < 0.5:
                self.operation()
            elif draw < 0.68 and self.calls < 4:
                self.call(depth)
            elif draw < 0.85 and nesting < 2:
                self.choice(depth, nesting)
            elif nesting < 1:
                self.loop(depth, nesting)

    def fold(self):
        for value in self.values[-self.random.randint(5, 25):]:
            self.add(f"mad.lo.u32 %sum, %sum, 31, {value};")

    def text(self, head):
        r, d, p = (self.counts[file] + 1 for file in "rdp")
        return [head + " {", ".local .align 8 .b8 array[32];",
                f".reg .b32 %r<{r}>, %sum; .reg .b64 %d<{d}>; "
                f".reg .pred %p<{p}>; .reg .b16 %h<2>;"] + self.lines + ["}"]


class Module:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pointers = self.random.randint(2, 3)
        self.functions = [([scalar("b32")] + [self.variable(64) for _ in range(
            self.random.randint(0, 5))], self.variable(64))
                          for _ in range(self.random.randint(2, 6))]

    def variable(self, most):
        kind = self.random.choice(list(SCALARS) + ["bytes"] * 4)
        if kind != "bytes":
            return scalar(kind)
        align = self.random.choice([4, 8, 16])
        return ("bytes", self.random.randint(1, most // align) * align, align)

    def function(self, name, params, result):
        body = Body(self, name)
        depth, inner, predicate = body.new("r"), body.new("r"), body.new("p")
        body.add(f"ld.param.b32 {depth}, [p0];")
        body.add("mov.u32 %sum, 7;")
        if self.random.random() < 0.3:
            # What it returns is written once more at its end.
            body.constant()
            body.write(result, "r")
        for j, variable in enumerate(params[1:], 1):
            body.read(variable, f"p{j}")
        body.constant()
        address = body.new("d") if self.random.random() < 0.4 else None
        if address:
            body.add(f"mov.u64 {address}, array;")
            for at in range(0, 32, 4):
                body.add(f"st.local.b32 [{address}+{at}], {body.some()};")
        body.fold()
        end = body.label()
        body.add(f"setp.eq.u32 {predicate}, {depth}, 0;")
        body.add(f"@{predicate} bra {end};")
        body.add(f"sub.u32 {inner}, {depth}, 1;")
        body.statements(self.random.randint(3, 9), inner)
        body.fold()
        if address:
            value = body.new("r")
            body.add(f"ld.local.b32 {value}, "
                     f"[{address}+{4 * self.random.randrange(8)}];")
            body.add(f"add.u32 %sum, %sum, {value};")
        body.add(f"{end}:")
        body.values = ["%sum"]
        body.write(result, "r")
        body.add("ret;")
        return body.text(self.head(name, params, result))

    @staticmethod
    def head(name, params, result):
        list_ = ", ".join(declare(v, f"p{j}") for j, v in enumerate(params))
        return f".func ({declare(result, 'r')}) {name}({list_})"

    def kernel(self):
        body = Body(self, "calls")
        out, at = body.new("d"), body.new("d")
        thread, depth, value = body.new("r"), body.new("r"), body.new("r")
        body.add(f"ld.param.u64 {out}, [out];")
        body.add(f"mov.u32 {thread}, %tid.x;")
        body.add(f"mul.wide.u32 {at}, {thread}, 4;")
        body.add(f"add.u64 {out}, {out}, {at};")
        body.add(f"ld.global.u32 {value}, [{out}];")
        body.add("mov.u32 %sum, 1;")
        body.values = [thread, value]
        body.constant()
        # Threads recurse to different depths.
        body.add(f"and.b32 {depth}, {thread}, 1;")
        body.add(f"add.u32 {depth}, {depth}, 1;")
        body.call(depth)
        body.statements(self.random.randint(4, 10), depth)
        body.fold()
        body.add(f"st.global.u32 [{out}], %sum;")
        body.add("ret;")
        return body.text(".visible .entry calls(.param .u64 out)")

    def text(self):
        all_ = [(f"f{i}", *f) for i, f in enumerate(self.functions)] + [
            (f"g{i}", list(INDIRECT), scalar("b32")) for i in range(self.pointers)]
        lines = HEADER + [self.head(*f) + ";" for f in all_]
        names = ", ".join(f"g{i}" for i in range(self.pointers))
        lines.append(f".global .align 8 .u64 table[{self.pointers}] = {{{names}}};")
        for f in all_:
            lines += self.function(*f)
        return "\n".join(lines + self.kernel()) + "\n"
