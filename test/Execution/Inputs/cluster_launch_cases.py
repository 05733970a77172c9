"""Cluster launch control, st.bulk, byte masks of bulk copies, multimem: the PTX
interpreter, and with --ptxas the machine on ptxas's code, against plain arithmetic."""

import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

DATA = b"".join(struct.pack("<I", k * 2654435761 % (1 << 32)) for k in range(2048))


class Plain:
    """One block of 32 threads."""

    def __init__(self, name, body, want):
        self.name, self.body, self.want = name, body, want

    def text(self):
        return """
.visible .entry %s(.param .u64 pin, .param .u64 pout) {
  .reg .b64 %%in, %%out, %%x, %%y;
  .reg .b32 %%t, %%i, %%sm, %%far, %%v, %%size, %%w<8>;
  .reg .b16 %%mask, %%h<8>;
  .reg .f32 %%f<4>;
  .reg .pred %%first, %%more;
  .shared .align 1024 .b8 sm[4096];
  ld.param.u64 %%in, [pin];
  ld.param.u64 %%out, [pout];
  mov.u32 %%t, %%tid.x;
  mov.u32 %%sm, sm;
  setp.eq.u32 %%first, %%t, 0;
%s  ret;
}
""" % (self.name, self.body)

    def input(self):
        return DATA

    def expected(self):
        return self.want


def plain():
    # 1024 bytes of shared memory with ones; some of them become zeros.
    fill = """  mad.lo.u32 %i, %t, 32, %sm;
  mov.u32 %v, 0x01010101;
  st.shared.v4.b32 [%i], {%v, %v, %v, %v};
  st.shared.v4.b32 [%i+16], {%v, %v, %v, %v};
  bar.sync 0;
"""
    dump = """  bar.sync 0;
  mul.wide.u32 %x, %t, 32;
  add.u64 %x, %x, %out;
  ld.shared.v4.b32 {%w0, %w1, %w2, %w3}, [%i];
  st.global.v4.b32 [%x], {%w0, %w1, %w2, %w3};
  ld.shared.v4.b32 {%w0, %w1, %w2, %w3}, [%i+16];
  st.global.v4.b32 [%x+16], {%w0, %w1, %w2, %w3};
"""
    for at, size in ((0, 1024), (0, 64), (0, 8), (0, 0), (16, 64), (8, 1000)):
        if at:  # an address with an offset
            place, make = "%%sm+%d" % at, ""
        else:
            place, make = "%far", "  mov.u32 %far, %sm;\n"
        yield Plain("fill_%d_%d" % (at, size), fill + make +
                    "  mov.u64 %%y, %d;\n  @%%first st.bulk.weak.shared::cta [%s], %%y, 0;\n"
                    % (size, place) + dump,
                    b"\1" * at + bytes(size) + b"\1" * (1024 - at - size))
    yield Plain("fill_generic", fill +
                "  mov.u64 %y, sm;\n  cvta.shared.u64 %y, %y;\n"
                "  @%first st.bulk.weak [%y+32], 96, 0;\n" + dump,
                b"\1" * 32 + bytes(96) + b"\1" * 896)
    for mask in (0, 1, 0x8000, 0xffff, 0x5aa5, 0x0ff0):
        want = bytearray(256)
        for k in range(192):
            if mask >> k % 16 & 1:
                want[k] = 1
        yield Plain("mask_%x" % mask, fill + """  fence.proxy.async;
  bar.sync 0;
  mov.b16 %%mask, %d;
  mov.u32 %%size, 192;
  @%%first cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%%out], [%%sm], %%size, %%mask;
  @%%first cp.async.bulk.commit_group;
  @%%first cp.async.bulk.wait_group 0;
""" % mask, bytes(want))


def multimem():
    """The multicast objects of a launch have one device."""
    for suffix, regs, size in (("add.u32", "%w0", 4), ("max.s32", "%w0", 4), ("xor.b32", "%w0", 4),
                               ("min.u64", "%y", 8), ("add.f32", "%f0", 4),
                               ("add.acc::f32.v4.f16x2", "{%w0, %w1, %w2, %w3}", 16),
                               ("add.v4.f32", "{%f0, %f1, %f2, %f3}", 16),
                               ("min.v4.bf16x2", "{%w0, %w1, %w2, %w3}", 16)):
        kind = suffix.split(".")[-1]
        vector = ".v4" if ".v4" in suffix else ""
        plain_kind = "b%d" % (8 * size if not vector else 32)
        if "f32" == kind:
            plain_kind = "f32"
        yield Plain("load_" + suffix.replace(".", "_").replace("::", "_"),
                    "  mul.wide.u32 %%x, %%t, %d;\n  add.u64 %%in, %%in, %%x;\n"
                    "  add.u64 %%out, %%out, %%x;\n"
                    "  multimem.ld_reduce.relaxed.sys.global.%s %s, [%%in];\n"
                    "  st.global%s.%s [%%out], %s;\n" % (size, suffix, regs, vector, plain_kind, regs),
                    DATA[:32 * size])
    # Stores and reductions.
    yield Plain("store", "  mul.wide.u32 %x, %t, 16;\n  add.u64 %in, %in, %x;\n"
                "  add.u64 %out, %out, %x;\n  ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%in];\n"
                "  multimem.st.relaxed.sys.global.v4.f32 [%out], {%f0, %f1, %f2, %f3};\n",
                DATA[:512])
    total = sum(k * 2654435761 % (1 << 32) for k in range(32)) % (1 << 32)
    yield Plain("reduce", "  mul.wide.u32 %x, %t, 4;\n  add.u64 %in, %in, %x;\n"
                "  ld.global.u32 %w0, [%in];\n"
                "  multimem.red.relaxed.sys.global.add.u32 [%out], %w0;\n",
                struct.pack("<I", total))


def asynchronous():
    """Stores and additions that no mbarrier hears of."""
    for kind, size in (("b16", 2), ("b32", 4), ("b64", 8)):
        reg = {2: "%h0", 4: "%w0", 8: "%y"}[size]
        yield Plain("store_async_" + kind, "  ld.global.%s %s, [%%in];\n"
                    "  @%%first st.async.release.sys.global.%s [%%out+16], %s;\n"
                    % (kind, reg, kind, reg), bytes(16) + DATA[:size] + bytes(8 - size))
    total = int.from_bytes(DATA[4:8], "little")
    yield Plain("add_async", "  ld.global.u32 %w0, [%in+4];\n"
                "  @%first red.async.mmio.release.sys.global.add.u32 [%out], %w0;\n",
                struct.pack("<I", total))


class Stealing:
    """A persistent kernel: each cluster goes on with those that it takes from the launch.
    Each tile's word becomes its number plus 1, once."""

    def __init__(self, name, grid, cluster, multicast):
        self.name, self.grid, self.cluster, self.multicast = name, grid, cluster, multicast
        self.options = ["--grid=%d,%d,%d" % grid, "--block=32"]

    def text(self):
        size = self.cluster[0] * self.cluster[1] * self.cluster[2]
        sync = "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n" if size > 1 else "  bar.sync 0;\n"
        who = ("  setp.eq.u32 %first, %t, 0;\n" if not self.multicast else
               "  mov.u32 %i, %cluster_ctarank;\n  or.b32 %i, %i, %t;\n"
               "  setp.eq.u32 %first, %i, 0;\n")
        return """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
.reqnctapercluster {dims}
.reqntid 32
{{
  .reg .b64 %out, %x;
  .reg .b32 %t, %i, %x0, %y0, %z0, %n, %resp, %bar, %phase, %v, %cx, %cy, %cz, %dummy;
  .reg .b128 %q;
  .reg .pred %first, %mine, %done, %more;
  .shared .align 16 .b8 resp[16];
  .shared .align 8 .b64 bar;
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  setp.eq.u32 %mine, %t, 0;
{who}  mov.u32 %resp, resp;
  mov.u32 %bar, bar;
  mov.u32 %phase, 0;
  @%mine mbarrier.init.shared.b64 [%bar], 1;
  @%mine fence.mbarrier_init.release.cluster;
  mov.u32 %x0, %ctaid.x;
  mov.u32 %y0, %ctaid.y;
  mov.u32 %z0, %ctaid.z;
  mov.u32 %cx, %cluster_ctaid.x;
  mov.u32 %cy, %cluster_ctaid.y;
  mov.u32 %cz, %cluster_ctaid.z;
{sync}{name}_loop:
  @%mine mbarrier.arrive.expect_tx.shared.b64 _, [%bar], 16;
{sync}  @%first clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes{multicast}.b128 [%resp], [%bar];
  mov.u32 %n, %nctaid.y;
  mad.lo.u32 %i, %z0, %n, %y0;
  mov.u32 %n, %nctaid.x;
  mad.lo.u32 %i, %i, %n, %x0;
  mul.wide.u32 %x, %i, 4;
  add.u64 %x, %x, %out;
  add.u32 %v, %i, 1;
  @%mine red.global.add.u32 [%x], %v;
{name}_wait:
  mbarrier.try_wait.parity.shared.b64 %done, [%bar], %phase;
  @!%done bra {name}_wait;
  xor.b32 %phase, %phase, 1;
  ld.shared.b128 %q, [%resp];
  clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %more, %q;
  @%more clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {{%x0, %y0, %z0, %dummy}}, %q;
  @%more clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 %y0, %q;
  add.u32 %x0, %x0, %cx;
  add.u32 %y0, %y0, %cy;
  add.u32 %z0, %z0, %cz;
  fence.proxy.async.shared::cta;
{sync}  @%more bra {name}_loop;
  ret;
}}
""".format(name=self.name, dims=", ".join(map(str, self.cluster)), sync=sync, who=who,
           multicast=".multicast::cluster::all" if self.multicast else "")

    def input(self):
        return b"\0" * 16

    def expected(self):
        n = self.grid[0] * self.grid[1] * self.grid[2]
        return struct.pack("<%dI" % n, *range(1, n + 1))


def stealing():
    yield Stealing("alone", (7, 1, 1), (1, 1, 1), False)
    yield Stealing("planes", (3, 4, 5), (1, 1, 1), False)
    yield Stealing("one", (1, 1, 1), (1, 1, 1), False)
    yield Stealing("pairs", (8, 3, 1), (2, 1, 1), True)
    yield Stealing("fours", (4, 6, 2), (2, 2, 1), True)


if __name__ == "__main__":
    run_groups(__doc__, (Group("8.7", "sm_100a", [*plain(), *asynchronous(), *stealing()]),
                         Group("8.7", "sm_90", list(multimem()))), levels=("O3", "O0"))
