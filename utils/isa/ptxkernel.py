# ===- ptxkernel.py - PTX kernels around one instruction --------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Builds PTX kernels whose operands are loaded and whose results are stored, so
that ptxas keeps the instruction in between."""


class Kernel:
    """One kernel. `load` gives registers with unknown contents, `result`
    registers that are stored at the end, `do` adds an instruction."""

    def __init__(self):
        self.decls, self.body, self.stores = [], [], []
        self.module = []
        self.directives = ""
        self.count = 0
        self.offset = self.out_offset = 0

    def _new(self, kind, n):
        names = ["%%x%d" % (self.count + i) for i in range(n)]
        self.count += n
        self.decls += [".reg .%s %s;" % (kind, name) for name in names]
        return names

    @staticmethod
    def _size(kind):
        return max(int(kind[1:]) // 8, 4) if kind != "pred" else 4

    def load(self, kind="b32", n=1):
        names = self._new(kind, n)
        if kind == "pred":
            for name in names:
                word = self.load("b32")[0]
                self.body.append("setp.ne.b32 %s, %s, 0;" % (name, word))
            return names
        for name in names:
            self.body.append("ld.global.%s %s, [%%in+%d];" % (kind, name, self.offset))
            self.offset += 8
        return names

    def param(self, kind="b32"):
        """A uniform value."""
        name = self._new(kind, 1)[0]
        self.body.append("ld.param.%s %s, [%s];" % (kind, name, "p64" if "64" in kind else "p32"))
        return name

    def result(self, kind="b32", n=1):
        names = self._new(kind, n)
        for name in names:
            if kind == "pred":
                word = self._new("b32", 1)[0]
                self.stores.append("selp.b32 %s, 1, 0, %s;" % (word, name))
                name, k = word, "b32"
            else:
                k = kind
            self.stores.append("st.global.%s [%%out+%d], %s;" % (k, self.out_offset, name))
            self.out_offset += 8
        return names

    def do(self, text):
        self.body.append(text)
        return self

    def text(self, name):
        return "\n".join(self.module + [
            ".visible .entry %s(.param .u64 in, .param .u64 out, .param .b32 p32, .param .b64 p64)"
            % name,
            self.directives, "{", ".reg .u64 %in, %out;",
            *self.decls,
            "ld.param.u64 %in, [in]; ld.param.u64 %out, [out];",
            *self.body, *self.stores, "ret;", "}"])


def vec(names):
    return "{" + ", ".join(names) + "}"
