"""Writes a kernel of N products of a warp group in one block: products.py KIND N.

fragments: each takes a fragment from registers, and is waited for.
open:      the same, the one before it is still under way.
groups:    all are under way at once, each with an accumulator of its own."""

import sys

HEAD = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 descriptor) {
  .reg .b64 %at, %d;
  .reg .b32 %r<4>, %s;
  .reg .f32 %f<COUNT>;
  .shared .align 16 .b8 words[4096];
  ld.param.u64 %at, [out];
  ld.param.u64 %d, [descriptor];
  mov.u32 %s, words;
"""
FENCE = "wgmma.fence.sync.aligned;"
COMMIT = "wgmma.commit_group.sync.aligned;"
PRODUCT = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "


def accumulator(first):
    return "{%s}" % ", ".join("%%f%d" % (first + k) for k in range(4))


def write_fragments(count, pending):
    for k in range(4):
        yield "mov.f32 %%f%d, 0f00000000;" % k
    for i in range(count):
        for k in range(4):
            yield "ld.shared.b32 %%r%d, [%%s+%d];" % (k, (16 * i + 4 * k) % 4096)
        yield FENCE
        yield PRODUCT + accumulator(0) + ", {%r0, %r1, %r2, %r3}, %d, 1, 1, 1, 0;"
        yield COMMIT
        yield "wgmma.wait_group.sync.aligned %d;" % pending


def write_groups(count):
    for i in range(count):
        yield FENCE
        yield PRODUCT + accumulator(4 * i) + ", %d, %d, 0, 1, 1, 0, 0;"
        yield COMMIT
    yield "wgmma.wait_group.sync.aligned 0;"
    for i in range(1, count):
        for k in range(4):
            yield "add.f32 %%f%d, %%f%d, %%f%d;" % (k, k, 4 * i + k)


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    lines = write_groups(count) if kind == "groups" else \
        write_fragments(count, 1 if kind == "open" else 0)
    print(HEAD.replace("COUNT", str(4 * count)) + "\n".join(lines))
    print("\n".join("st.global.f32 [%%at+%d], %%f%d;" % (4 * k, k) for k in range(4)))
    print("wgmma.wait_group.sync.aligned 0;\nret;\n}")


main()
