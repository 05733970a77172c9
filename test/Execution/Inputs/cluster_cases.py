"""Clusters of several blocks: the PTX interpreter, and with --ptxas the machine on
ptxas's code, against plain arithmetic. Each kernel writes 16 words for each thread."""

import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

WORDS = 16
HEAD = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
{cluster}
{{
  .reg .b64 %in, %out, %x, %y;
  .reg .b32 %t, %cta, %rank, %size, %sm, %bar, %next, %far, %farbar, %n, %i;
  .reg .b32 %w<16>;
  .reg .b16 %mask;
  .reg .pred %first, %done, %p;
  .shared .align 1024 .b8 sm[4096];
  .shared .align 8 .b64 bar;
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mov.u32 %rank, %cluster_ctarank;
  mov.u32 %size, %cluster_nctarank;
  mov.u32 %cta, %ctaid.y;
  mov.u32 %n, %nctaid.x;
  mov.u32 %i, %ctaid.x;
  mad.lo.u32 %cta, %cta, %n, %i;
  mov.u32 %n, %ntid.x;
  mad.lo.u32 %i, %cta, %n, %t;
  mul.wide.u32 %x, %i, {stride};
  add.u64 %out, %out, %x;
  setp.eq.u32 %first, %t, 0;
  mov.u32 %sm, sm;
  mov.u32 %bar, bar;
  add.u32 %next, %rank, 1;
  rem.u32 %next, %next, %size;
{body}
{store}
  barrier.cluster.arrive;
  barrier.cluster.wait;
  ret;
}}
"""
SYNC = "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
WAIT = """{name}_wait:
  mbarrier.try_wait.parity.shared.b64 %done, [%bar], 0;
  @!%done bra {name}_wait;
"""


class Case:
    """`value(cta, thread)` are the words that a thread writes."""

    def __init__(self, name, body, value, grid, cluster, threads=64, required=True):
        self.name, self.body, self.value = name, body, value
        self.grid, self.cluster, self.threads, self.required = grid, cluster, threads, required
        dims = lambda d: ",".join(str(x) for x in d)  # noqa: E731
        self.options = ["--grid=" + dims(grid), "--block=%d" % threads]
        if not required:
            self.options.append("--cluster=" + dims(cluster))

    def text(self):
        store = "".join("  st.global.u32 [%%out+%d], %%w%d;\n" % (4 * k, k) for k in range(WORDS)
                        if "%%w%d" % k in self.body)
        required = ".reqnctapercluster %s\n.reqntid %d" % (
            ", ".join(str(x) for x in self.cluster), self.threads)
        return HEAD.format(name=self.name, body=self.body.format(name=self.name), store=store,
                           stride=4 * WORDS, cluster=required if self.required else "")

    def input(self):
        return b"".join(struct.pack("<I", k * 2654435761 % (1 << 32)) for k in range(4096))

    def expected(self):
        out = []
        for cta in range(self.grid[0] * self.grid[1]):
            at = cta % self.grid[0], cta // self.grid[0]
            inside = at[0] % self.cluster[0], at[1] % self.cluster[1]
            which = at[0] // self.cluster[0], at[1] // self.cluster[1]
            place = Place(at, inside, which, inside[1] * self.cluster[0] + inside[0],
                          self.cluster[0] * self.cluster[1], self)
            for t in range(self.threads):
                words = self.value(place, t)
                out += list(words) + [0] * (WORDS - len(words))
        return b"".join(struct.pack("<I", w % (1 << 32)) for w in out)


class Place:
    def __init__(self, cta, inside, cluster, rank, size, case):
        self.cta, self.inside, self.cluster = cta, inside, cluster
        self.rank, self.size, self.case = rank, size, case
        self.next, self.last = (rank + 1) % size, (rank - 1) % size


def source(k):
    return k * 2654435761 % (1 << 32)


REGISTERS = "".join("  mov.u32 %%w%d, %%%s;\n" % (k, r) for k, r in enumerate(
    ("cluster_ctarank", "cluster_nctarank", "clusterid.x", "clusterid.y", "nclusterid.x",
     "nclusterid.y", "cluster_ctaid.x", "cluster_ctaid.y", "cluster_nctaid.x",
     "cluster_nctaid.y"))) + ("  mov.pred %p, %is_explicit_cluster;\n"
                              "  selp.u32 %w10, 1, 0, %p;\n")


def registers(p, t):
    c = p.case
    return [p.rank, p.size, *p.cluster, c.grid[0] // c.cluster[0], c.grid[1] // c.cluster[1],
            *p.inside, c.cluster[0], c.cluster[1], 1]


# Each thread has its word in the block, and reads and changes that of the next block.
SHARED = """  mad.lo.u32 %i, %t, 8, %sm;
  mad.lo.u32 %w0, %rank, 1000, %t;
  st.shared.v2.u32 [%i], {{%w0, %w0}};
""" + SYNC + """  mapa.shared::cluster.u32 %far, %i, %next;
  ld.shared::cluster.u32 %w1, [%far];
  atom.shared::cluster.add.u32 %w2, [%far+4], %w1;
""" + SYNC + """  ld.shared.u32 %w3, [%i+4];
  add.u32 %w4, %w3, 7;
  st.shared::cluster.u32 [%far], %w4;
""" + SYNC + """  ld.shared.u32 %w5, [%i];
  getctarank.shared::cluster.u32 %w6, %far;
  cvt.u64.u32 %x, %i;
  cvta.shared.u64 %x, %x;
  mapa.u64 %y, %x, 0;
  ld.u32 %w7, [%y];
  getctarank.u64 %w8, %y;
  isspacep.shared::cluster %p, %y;
  selp.u32 %w9, 1, 0, %p;
"""


def shared(p, t):
    own = lambda rank: 1000 * rank + t  # noqa: E731
    mine = own(p.rank) * 2  # the one before adds what it reads: this block's word
    final = lambda rank: own((rank - 1) % p.size) * 2 + 7  # noqa: E731
    return [own(p.rank), own(p.next), own(p.next), mine, mine + 7, final(p.rank), p.next,
            final(0), 0, 1]


# Stores and reductions that the mbarrier of the next block hears of.
ASYNC = """  @%first mbarrier.init.shared.b64 [%bar], 1;
  @%first mbarrier.arrive.expect_tx.shared.b64 _, [%bar], {bytes};
  mad.lo.u32 %i, %t, 16, %sm;
  mov.u32 %n, 100;
  st.shared.v4.u32 [%i], {{%n, %n, %n, %n}};
""" + SYNC + """  mapa.shared::cluster.u32 %far, %i, %next;
  mapa.shared::cluster.u32 %farbar, %bar, %next;
  mad.lo.u32 %n, %rank, 64, %t;
{stores}
""" + WAIT + """  ld.shared.v4.u32 {{%w0, %w1, %w2, %w3}}, [%i];
"""
MBARRIER = "mbarrier::complete_tx::bytes"


def async_case(name, stores, size, value):
    body = ASYNC.replace("{bytes}", str(64 * size)).replace("{stores}", stores)
    return Case(name, body, lambda p, t: value(64 * p.last + t), (8, 1), (4, 1))


# Arrivals of all threads of the cluster at the mbarrier of block 0.
ARRIVE = """  mul.lo.u32 %n, %size, 64;
  @%first mbarrier.init.shared.b64 [%bar], %n;
  mov.u32 %i, 0;
  @%first st.shared.u32 [%sm], %i;
""" + SYNC + """  mov.u32 %n, 0;
  mapa.shared::cluster.u32 %far, %sm, %n;
  mapa.shared::cluster.u32 %farbar, %bar, %n;
  red.shared::cluster.add.u32 [%far], %t;
  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%farbar];
  mov.u32 %w0, 0;
  setp.ne.u32 %p, %rank, 0;
  @%p bra {name}_end;
""" + WAIT + """  ld.shared.u32 %w0, [%sm];
{name}_end:
"""

# A copy from global memory to all blocks of a mask; from the next block's rank on.
MULTICAST = """  @%first mbarrier.init.shared.b64 [%bar], 1;
  @%first mbarrier.arrive.expect_tx.shared.b64 _, [%bar], 512;
""" + SYNC + """  setp.eq.and.u32 %p, %rank, 1, %first;
  mov.b16 %mask, 13;
  @%p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
    [%sm], [%in], 512, [%bar], %mask;
  mov.u32 %w0, 0;
  mov.u32 %w1, 0;
  setp.eq.u32 %p, %rank, 1;
  @%p bra {name}_end;
""" + WAIT + """  mad.lo.u32 %i, %t, 8, %sm;
  ld.shared.v2.u32 {{%w0, %w1}}, [%i];
{name}_end:
"""
# From shared memory to that of the next block.
BLOCK = """  @%first mbarrier.init.shared.b64 [%bar], 1;
  @%first mbarrier.arrive.expect_tx.shared.b64 _, [%bar], 256;
  mad.lo.u32 %i, %t, 4, %sm;
  mad.lo.u32 %n, %rank, 64, %t;
  st.shared.u32 [%i], %n;
  fence.proxy.async;
""" + SYNC + """  add.u32 %n, %sm, 1024;
  mapa.shared::cluster.u32 %far, %n, %next;
  mapa.shared::cluster.u32 %farbar, %bar, %next;
  @%first cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes
    [%far], [%sm], 256, [%farbar];
""" + WAIT + """  ld.shared.u32 %w0, [%i+1024];
"""


def cases(arch):
    for grid, cluster, required in (((8, 1), (4, 1), True), ((6, 1), (3, 1), False),
                                    ((4, 6), (2, 3), True), ((5, 4), (1, 2), False),
                                    ((4, 1), (1, 1), True), ((14, 1), (7, 1), False)):
        name = "_%dx%d_of_%dx%d" % (*cluster, *grid)
        yield Case("registers" + name, REGISTERS, registers, grid, cluster, 32, required)
        yield Case("shared" + name, SHARED, shared, grid, cluster, 64, required)
    store = "  st.async.shared::cluster." + MBARRIER
    yield async_case("store", store + ".u32 [%far+4], %n, [%farbar];", 4,
                     lambda n: [100, n, 100, 100])
    yield async_case("store2", store + ".v2.u32 [%far+8], {{%n, %t}}, [%farbar];", 8,
                     lambda n: [100, 100, n, n % 64])
    yield async_case("store4", store + ".v4.u32 [%far], {{%n, %t, %n, %n}}, [%farbar];", 16,
                     lambda n: [n, n % 64, n, n])
    red = "  red.async.relaxed.cluster.shared::cluster." + MBARRIER
    for op, kind, f in (("add", "u32", lambda n: 100 + n), ("min", "u32", lambda n: min(100, n)),
                        ("max", "s32", lambda n: max(100, n)), ("inc", "u32", lambda n:
                        0 if 100 >= n else 101), ("dec", "u32", lambda n: n if 100 > n else 99),
                        ("and", "b32", lambda n: 100 & n), ("or", "b32", lambda n: 100 | n),
                        ("xor", "b32", lambda n: 100 ^ n)):
        yield async_case("red_" + op, "%s.%s.%s [%%far], %%n, [%%farbar];" % (red, op, kind), 4,
                         lambda n, f=f: [f(n), 100, 100, 100])
    yield async_case("red_add64", "  cvt.u64.u32 %%x, %%n;\n%s.add.u64 [%%far], %%x, [%%farbar];"
                     % red, 8, lambda n: [100 + n, 100, 100, 100])
    yield Case("arrive", ARRIVE, lambda p, t: [(63 * 32) * p.size if p.rank == 0 else 0], (8, 1),
               (4, 1))
    # Of sm_120 the driver has a function for it.
    if arch != "sm_120":
        yield Case("multicast", MULTICAST, lambda p, t: [source(2 * t), source(2 * t + 1)]
                   if p.rank != 1 else [0, 0], (4, 1), (4, 1))
    yield Case("block", BLOCK, lambda p, t: [64 * p.last + t], (4, 1), (4, 1))


def main():
    run_groups(__doc__, [Group("8.7", arch, list(cases(arch))) for arch in ("sm_90", "sm_100",
                                                                        "sm_120")],
               levels=("O0", "O3"))


if __name__ == "__main__":
    main()
