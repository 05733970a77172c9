#!/usr/bin/env python3
"""Writes PTX that uses many instructions with many modifiers, one kernel each.

  utils/isa/coverage.py --target sm_90 -o coverage.ptx

The kernels mean nothing: they make ptxas emit encodings for corpus.py.
"""

import argparse

KERNEL = """.visible .entry k{index}(.param .u64 out, .param .u64 in, .param .u32 a, .param .u32 b,
    .param .u64 c, .param .f32 f)
{{
  .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<40>; .reg .f32 %f<20>;
  .reg .b64 %rd<20>; .reg .f64 %d<20>; .reg .b128 %q<4>;
  .local .align 16 .b8 local[64];
  ld.param.u64 %rd0, [out]; ld.param.u64 %rd1, [in];
  ld.param.u32 %r30, [a]; ld.param.u32 %r31, [b]; ld.param.u64 %rd10, [c]; ld.param.f32 %f10, [f];
  cvta.to.global.u64 %rd2, %rd0; cvta.to.global.u64 %rd3, %rd1;
  mov.u32 %r0, %tid.x; mul.wide.u32 %rd4, %r0, 64;
  add.u64 %rd2, %rd2, %rd4; add.u64 %rd3, %rd3, %rd4; add.u64 %rd5, %rd1, %rd4;
  ld.global.v4.b32 {{%r1, %r2, %r3, %r4}}, [%rd3];
  ld.global.v4.f32 {{%f1, %f2, %f3, %f4}}, [%rd3+16];
  ld.global.v2.b64 {{%rd6, %rd7}}, [%rd3+32];
  ld.global.v2.f64 {{%d1, %d2}}, [%rd3+48];
  mov.b32 {{%h1, %h2}}, %r1; mov.b32 {{%h3, %h4}}, %r2;
  setp.ne.u32 %p1, %r1, 7; setp.gt.s32 %p2, %r2, %r3;
  mov.u64 %rd8, shared; cvt.u32.u64 %r5, %rd8; add.u32 %r5, %r5, %r3;
  mov.b32 %r9, %r4; mov.b64 %rd9, %rd6; mov.f32 %f9, %f1; mov.f64 %d9, %d1;
  mov.b128 %q1, {{%rd6, %rd7}}; mov.b16 %h9, %h1;
  {body}
  st.global.b32 [%rd2], %r9; st.global.b64 [%rd2+8], %rd9; st.global.f32 [%rd2+16], %f9;
  st.global.f64 [%rd2+24], %d9;
  ret;
}}
""".replace("%h<9>", "%h<10>")


def memory():
    for space, reg in (("", "%rd5"), (".global", "%rd3"), (".shared", "%r5"), (".local", "%rd8")):
        if space == ".local":
            continue
        for t, d in (("u8", "%r9"), ("s8", "%r9"), ("u16", "%r9"), ("s16", "%r9"),
                     ("b32", "%r9"), ("b64", "%rd9"), ("f32", "%f9"), ("f64", "%d9")):
            yield f"ld{space}.{t} {d}, [{reg}+4];" if "8" in t or "16" in t else f"ld{space}.{t} {d}, [{reg}+8];"
            yield f"st{space}.{t} [{reg}+16], {d};"
            yield f"@%p1 ld.volatile{space}.{t} {d}, [{reg}];"
        yield f"ld{space}.v2.b32 {{%r9, %r10}}, [{reg}]; add.u32 %r9, %r9, %r10;"
        yield f"ld{space}.v4.b32 {{%r9, %r10, %r11, %r12}}, [{reg}]; add.u32 %r9, %r9, %r12;"
        yield f"st{space}.v4.b32 [{reg}], {{%r1, %r2, %r3, %r4}};"
        yield f"st{space}.v2.b64 [{reg}], {{%rd6, %rd7}};"
    for space in ("", ".global"):
        reg = "%rd3" if space else "%rd5"
        for scope in ("cta", "cluster", "gpu", "sys"):
            for sem in ("relaxed", "acquire"):
                yield f"ld.{sem}.{scope}{space}.b32 %r9, [{reg}];"
            for sem in ("relaxed", "release"):
                yield f"st.{sem}.{scope}{space}.b32 [{reg}], %r1;"
        yield f"ld.mmio.relaxed.sys{space}.b32 %r9, [{reg}];"
        yield f"st.mmio.relaxed.sys{space}.b32 [{reg}], %r1;"
        for cache in ("ca", "cg", "cs", "lu", "cv"):
            yield f"ld{space}.{cache}.b32 %r9, [{reg}];"
        for cache in ("wb", "cg", "cs", "wt"):
            yield f"st{space}.{cache}.b32 [{reg}], %r9;"
    for hint in ("L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last",
                 "L1::no_allocate"):
        yield f"ld.global.{hint}.b32 %r9, [%rd3];"
        yield f"ld.global.nc.{hint}.b32 %r9, [%rd3];"
        yield f"st.global.{hint}.b32 [%rd3], %r1;"
    for size in ("64B", "128B", "256B"):
        yield f"ld.global.L2::{size}.b32 %r9, [%rd3];"
        yield f"ld.global.nc.L2::{size}.v4.b32 {{%r9, %r10, %r11, %r12}}, [%rd3]; xor.b32 %r9, %r9, %r12;"
    for big in (0x7ffff0, 0x800000, -0x800000, -0x800010, 0x12345670):
        yield f"ld.global.b32 %r9, [%rd3+{big}];"
        yield f"st.global.b32 [%rd3+{big}], %r1;"
        yield f"ld.b32 %r9, [%rd5+{big}];"
        yield f"st.b32 [%rd5+{big}], %r1;"
    yield "mul.wide.u32 %rd9, %r1, 4; add.u64 %rd9, %rd1, %rd9; ld.global.b32 %r9, [%rd9];"
    yield "cvt.u64.u32 %rd9, %r30; add.u64 %rd9, %rd1, %rd9; ld.global.b32 %r9, [%rd9]; st.global.b32 [%rd9+4], %r9;"
    for i in range(4):
        yield (f"and.b32 %r9, %r1, 15; cvt.u64.u32 %rd9, %r9; mov.u64 %rd11, local; "
               f"add.u64 %rd11, %rd11, %rd9; st.local.u8 [%rd11+{i}], %r2; ld.local.s8 %r9, [%rd11+{i * 3}];")
    yield "mov.u64 %rd11, local; st.local.v4.b32 [%rd11], {%r1, %r2, %r3, %r4}; and.b32 %r9, %r1, 12; cvt.u64.u32 %rd9, %r9; add.u64 %rd9, %rd9, %rd11; ld.local.b32 %r9, [%rd9];"
    for t, d in (("u8", "%r9"), ("s16", "%r9"), ("b32", "%r9"), ("b64", "%rd9")):
        yield f"and.b32 %r9, %r1, 56; cvt.u64.u32 %rd9, %r9; mov.u64 %rd11, table; add.u64 %rd11, %rd11, %rd9; ld.const.{t} {d}, [%rd11+8];"
        yield f"ld.const.{t} {d}, [table+16];"
    for level in ("global.L1", "global.L2", "L1", "L2", "global.L2::evict_last", "global.L2::evict_normal"):
        yield f"prefetch.{level} [{'%rd3' if 'global' in level else '%rd5'}];"
    yield "prefetchu.L1 [%rd5];"
    yield "applypriority.global.L2::evict_normal [%rd3], 128;"
    yield "discard.global.L2 [%rd3], 128;"
    for space in ("const", "global", "local", "shared"):
        yield f"isspacep.{space} %p3, %rd5; selp.b32 %r9, 1, %r9, %p3;"
    for space in ("shared", "local"):
        yield f"cvta.{space}.u64 %rd9, %rd8;" if space == "shared" else "mov.u64 %rd11, local; cvta.local.u64 %rd9, %rd11;"
    for scope in ("cta", "cluster", "gpu", "sys"):
        for sem in ("sc", "acq_rel"):
            yield f"fence.{sem}.{scope};"
    for level in ("cta", "gl", "sys"):
        yield f"membar.{level};"
    for size in (4, 8, 16):
        yield f"cp.async.ca.shared.global [%r5], [%rd3], {size}; cp.async.commit_group; cp.async.wait_group 1;"
    yield "cp.async.cg.shared.global.L2::128B [%r5+16], [%rd3+32], 16, %r1; cp.async.wait_all;"
    yield "cp.async.ca.shared.global.L2::64B [%r5], [%rd3], 16, 8; cp.async.commit_group; cp.async.wait_group 0;"
    yield "cp.async.ca.shared.global [%r5], [%rd3], 4, %p1;"


def atomics():
    addresses = {"": "%rd5", ".global": "%rd3", ".shared": "%r5"}
    for space, reg in addresses.items():
        for op, types in (("add", "u32 s32 u64 f32 f64 f16x2 bf16x2"), ("min", "u32 s32 u64 s64"),
                          ("max", "u32 s32 u64 s64"), ("inc", "u32"), ("dec", "u32"),
                          ("and", "b32 b64"), ("or", "b32 b64"), ("xor", "b32 b64"),
                          ("exch", "b32 b64")):
            for t in types.split():
                noftz = ".noftz" if "16x2" in t else ""
                d = {"f32": "%f", "f64": "%d"}.get(t, "%rd" if "64" in t else "%r")
                v = {"%rd": "%rd6", "%r": "%r1", "%f": "%f1", "%d": "%d1"}[d]
                yield f"atom{space}.{op}{noftz}.{t} {d}9, [{reg}], {v};"
                if op != "exch":
                    yield f"red{space}.{op}{noftz}.{t} [{reg}+8], {v};"
        for t, d, v, w in (("b32", "%r9", "%r1", "%r2"), ("b64", "%rd9", "%rd6", "%rd7"),
                           ("b16", "%h9", "%h1", "%h3")):
            yield f"atom{space}.cas.{t} {d}, [{reg}+16], {v}, {w};" + (" cvt.u32.u16 %r9, %h9;" if t == "b16" else "")
        for scope in ("cta", "cluster", "gpu", "sys"):
            for sem in ("relaxed", "acquire", "release", "acq_rel"):
                yield f"atom.{sem}.{scope}{space}.add.u32 %r9, [{reg}], %r1;"
            yield f"red.relaxed.{scope}{space}.add.u32 [{reg}], %r1;"
            yield f"atom.acquire.{scope}{space}.cas.b32 %r9, [{reg}], %r1, %r2;"
    yield "atom.global.cas.b128 %q2, [%rd3], %q1, %q1; mov.b128 {%rd9, %rd11}, %q2;"
    yield "atom.global.exch.b128 %q2, [%rd3], %q1; mov.b128 {%rd9, %rd11}, %q2;"
    yield "atom.shared.add.u32 %r9, [%r5], 1;"
    yield "red.shared.add.u32 [%r5], 1;"
    yield "@%p1 red.global.add.u32 [%rd3], 1;"
    yield "red.global.add.v4.f32 [%rd3], {%f1, %f2, %f3, %f4};"
    yield "red.global.add.v2.f32 [%rd3], {%f1, %f2};"
    yield "atom.global.add.v2.f32 {%f9, %f11}, [%rd3], {%f1, %f2}; add.f32 %f9, %f9, %f11;"
    yield "red.global.min.noftz.v2.f16x2 [%rd3], {%r1, %r2};"
    yield "red.global.max.noftz.v4.bf16x2 [%rd3], {%r1, %r2, %r3, %r4};"


def integers():
    sources = ("%r2", "%r30", "12345", "-7")
    for s in sources:
        for op in ("add.s32", "sub.s32", "mul.lo.s32", "mul.hi.s32", "mul.hi.u32", "min.s32", "max.s32",
                   "min.u32", "max.u32", "and.b32", "or.b32", "xor.b32", "add.sat.s32"):
            yield f"{op} %r9, %r1, {s};"
            if op.startswith("sub"):
                yield f"{op} %r9, {s}, %r1;"
        for op in ("shl.b32", "shr.u32", "shr.s32"):
            yield f"{op} %r9, %r1, {s if s[0] == '%' else 5};"
            yield f"{op} %r9, {s}, %r1;"
        for op in ("mad.lo.s32", "mad.hi.u32", "mad.hi.s32"):
            yield f"{op} %r9, %r1, {s}, %r3;"
            yield f"{op} %r9, %r1, %r3, {s};"
        for t in ("s32", "u32"):
            yield f"mul.wide.{t} %rd9, %r1, {s if t == 's32' or s != '-7' else 7};"
            yield f"mad.wide.{t} %rd9, %r1, {s if t == 's32' or s != '-7' else 7}, %rd6;"
            yield f"mad.wide.{t} %rd9, %r1, %r2, %rd10;"
        for cmp in ("eq", "ne", "lt", "le", "gt", "ge"):
            yield f"setp.{cmp}.s32 %p3, %r1, {s}; selp.b32 %r9, %r2, %r3, %p3;"
            yield f"setp.{cmp}.and.u32 %p3|%p4, %r1, {s if s != '-7' else 9}, %p2; selp.b32 %r9, %r2, 5, %p3; selp.b32 %r9, %r9, 1, %p4;"
        for op in ("lop3.b32 %r9, %r1, {s}, %r3, 0x96;", "lop3.b32 %r9, %r1, %r3, {s}, 0xe8;",
                   "prmt.b32 %r9, %r1, %r2, {s};", "prmt.b32.f4e %r9, %r1, %r2, {s};",
                   "prmt.b32.b4e %r9, %r1, %r2, {s};", "prmt.b32.rc8 %r9, %r1, %r2, {s};",
                   "prmt.b32.ecl %r9, %r1, %r2, {s};", "prmt.b32.ecr %r9, %r1, %r2, {s};",
                   "prmt.b32.rc16 %r9, %r1, %r2, {s};",
                   "shf.l.wrap.b32 %r9, %r1, %r2, {s};", "shf.r.wrap.b32 %r9, %r1, %r2, {s};",
                   "shf.l.clamp.b32 %r9, %r1, %r2, {s};", "shf.r.clamp.b32 %r9, %r1, %r2, {s};",
                   "bfe.u32 %r9, %r1, {s}, 5;", "bfe.s32 %r9, %r1, 3, {s};",
                   "bfi.b32 %r9, %r1, %r2, {s}, 7;", "bmsk.clamp.b32 %r9, %r1, {s};",
                   "bmsk.wrap.b32 %r9, %r1, {s};", "szext.clamp.s32 %r9, %r1, {s};",
                   "szext.wrap.u32 %r9, %r1, {s};", "sad.s32 %r9, %r1, {s}, %r3;",
                   "sad.u32 %r9, %r1, {s}, %r3;", "dp4a.s32.u32 %r9, %r1, {s}, %r3;",
                   "dp4a.u32.u32 %r9, %r1, {s}, %r3;", "dp2a.lo.s32.s32 %r9, %r1, {s}, %r3;",
                   "dp2a.hi.u32.s32 %r9, %r1, {s}, %r3;", "mul24.lo.s32 %r9, %r1, {s};",
                   "slct.s32.s32 %r9, %r1, {s}, %r3;", "selp.b32 %r9, %r1, {s}, %p1;"):
            small = s if s[0] == "%" or not op.startswith("bf") else "11"
            yield op.replace("{s}", small)
    for op in ("abs.s32", "neg.s32", "not.b32", "cnot.b32", "popc.b32", "clz.b32", "brev.b32",
               "bfind.u32", "bfind.s32", "bfind.shiftamt.u32", "bfind.shiftamt.s32"):
        yield f"{op} %r9, %r1;"
        yield f"{op} %r9, %r30;"
    for op in ("add.s64", "sub.s64", "mul.lo.s64", "mul.hi.s64", "mul.hi.u64", "min.s64", "max.u64",
               "and.b64", "or.b64", "xor.b64"):
        yield f"{op} %rd9, %rd6, %rd7;"
        yield f"{op} %rd9, %rd6, %rd10;"
        yield f"{op} %rd9, %rd6, 0x123456789;"
    for op in ("shl.b64", "shr.u64", "shr.s64"):
        for s in ("%r2", "%r30", "3", "40"):
            yield f"{op} %rd9, %rd6, {s};"
    for cmp in ("eq", "ne", "lt", "ge"):
        for t in ("s64", "u64"):
            yield f"setp.{cmp}.{t} %p3, %rd6, %rd7; selp.b64 %rd9, %rd6, %rd7, %p3;"
            yield f"setp.{cmp}.{t} %p3, %rd6, %rd10; selp.b64 %rd9, %rd6, %rd10, %p3;"
    yield "add.cc.u32 %r9, %r1, %r2; addc.cc.u32 %r10, %r3, %r4; addc.u32 %r11, %r1, %r30; xor.b32 %r9, %r9, %r10; xor.b32 %r9, %r9, %r11;"
    yield "sub.cc.u32 %r9, %r1, %r2; subc.cc.u32 %r10, %r3, %r4; subc.u32 %r11, %r1, 7; xor.b32 %r9, %r9, %r10; xor.b32 %r9, %r9, %r11;"
    yield "mad.lo.cc.u32 %r9, %r1, %r2, %r3; madc.hi.u32 %r10, %r1, %r2, %r4; xor.b32 %r9, %r9, %r10;"
    yield "mad.lo.cc.u32 %r9, %r1, %r2, %r3; madc.lo.cc.u32 %r10, %r1, %r2, %r4; madc.hi.cc.u32 %r11, %r1, %r30, %r4; addc.u32 %r9, %r11, %r10;"
    for op in ("rem.s32", "div.u32"):
        yield f"{op} %r9, %r1, %r2;"
        yield f"{op} %r9, %r1, 17;"
    for op in ("vabsdiff4.u32.u32.u32", "vabsdiff4.s32.s32.s32", "vavrg4.s32.s32.s32", "vadd4.u32.u32.u32"):
        yield f"{op} %r9, %r1, %r2, %r3;"
    yield "vabsdiff4.u32.u32.u32.add %r9, %r1, %r2, %r3;"
    for op in ("vadd", "vsub", "vmin", "vmax", "vabsdiff"):
        yield f"{op}.s32.s32.u32.sat %r9, %r1.b1, %r2.h0;"
    for op in ("min.s16x2", "max.u16x2", "add.u16x2", "min.relu.s32", "max.relu.s16x2"):
        yield f"{op} %r9, %r1, %r2;"
    for t in ("s16", "u16"):
        yield f"mul.lo.{t} %h9, %h1, %h2; mad.lo.{t} %h9, %h9, %h3, %h4; shr.{t} %h9, %h9, 3; cvt.u32.u16 %r9, %h9;"


def others():
    for sr in ("tid.y", "ntid.x", "ctaid.z", "nctaid.y", "laneid", "warpid", "nwarpid", "smid", "nsmid",
               "lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge", "clock",
               "clock_hi", "globaltimer_lo", "globaltimer_hi", "dynamic_smem_size",
               "total_smem_size", "aggr_smem_size", "clusterid.x", "nclusterid.y",
               "cluster_ctaid.z", "cluster_nctaid.x", "cluster_ctarank", "cluster_nctarank",
               "reserved_smem_offset_begin", "pm0", "pm3", "envreg3"):
        yield f"mov.u32 %r9, %{sr};"
    for sr in ("clock64", "globaltimer", "gridid", "pm0_64", "current_graph_exec"):
        yield f"mov.u64 %rd9, %{sr};"
    for bar in ("3", "%r1"):
        for count in ("64", "%r2"):
            yield f"barrier.sync {bar}, {count};"
            yield f"barrier.sync.aligned {bar}, {count};"
            yield f"barrier.arrive {bar}, {count};"
            yield f"barrier.red.popc.u32 %r9, {bar}, {count}, %p1;"
            yield f"barrier.red.aligned.and.pred %p3, {bar}, {count}, !%p1; selp.u32 %r9, 1, 0, %p3;"
        yield f"bar.sync {bar};"
        yield f"bar.red.or.pred %p3, {bar}, %p1; selp.u32 %r9, 1, 0, %p3;"
    yield "bar.warp.sync 0xffffffff;"
    yield "bar.warp.sync %r1;"
    for mode in ("up", "down", "bfly", "idx"):
        for lane in ("3", "%r2"):
            for clamp in ("0x1f", "%r3"):
                yield f"shfl.sync.{mode}.b32 %r9|%p3, %r1, {lane}, {clamp}, 0xffffffff; selp.b32 %r9, %r9, 3, %p3;"
        yield f"shfl.sync.{mode}.b32 %r9, %r1, %r2, %r3, %r4;"
    for mode in ("all", "any", "uni"):
        yield f"vote.sync.{mode}.pred %p3, %p1, 0xffffffff; selp.u32 %r9, 1, 0, %p3;"
        yield f"vote.sync.{mode}.pred %p3, !%p1, %r1; selp.u32 %r9, 1, 0, %p3;"
    yield "vote.sync.ballot.b32 %r9, %p1, 0xffffffff;"
    yield "activemask.b32 %r9;"
    yield "match.any.sync.b32 %r9, %r1, 0xffffffff;"
    yield "match.any.sync.b64 %r9, %rd6, %r1;"
    yield "match.all.sync.b32 %r9|%p3, %r1, 0xffffffff; selp.b32 %r9, %r9, 3, %p3;"
    yield "match.all.sync.b64 %r9|%p3, %rd6, %r2; selp.b32 %r9, %r9, 3, %p3;"
    for op in ("add.u32", "min.s32", "max.u32", "and.b32", "or.b32", "xor.b32"):
        yield f"redux.sync.{op} %r9, %r1, 0xffffffff;"
    yield "elect.sync %r9|%p3, 0xffffffff; selp.b32 %r9, %r9, 3, %p3;"
    for t in ("100", "%r1"):
        yield f"nanosleep.u32 {t};"
    yield "trap;"
    yield "@%p1 brkpt;"
    yield "@%p1 exit;"
    yield "pmevent 3;"
    yield "griddepcontrol.launch_dependents; griddepcontrol.wait;"
    yield "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
    yield "barrier.cluster.arrive.relaxed; barrier.cluster.wait.acquire;"
    yield "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r9}, [%r5];"
    yield "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r9, %r10}, [%r5]; xor.b32 %r9, %r9, %r10;"
    yield "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r9, %r10, %r11, %r12}, [%r5+64]; xor.b32 %r9, %r9, %r12;"
    yield "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r5], {%r1, %r2, %r3, %r4};"
    yield "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r5], {%r1};"
    yield "movmatrix.sync.aligned.m8n8.trans.b16 %r9, %r1;"
    for case in range(2):
        yield ("and.b32 %r9, %r1, 3; ts: .branchtargets L0, L1, L2, L3; brx.idx %r9, ts; "
               "L0: add.u32 %r9, %r9, 100; bra D; L1: mul.lo.u32 %r9, %r2, %r3; bra D; "
               "L2: st.global.b32 [%rd3], %r9; bra D; L3: trap; D:")
    yield ("{ .param .b32 p0; .param .b32 r0; st.param.b32 [p0], %r1; "
           "call.uni (r0), noinline_function, (p0); ld.param.b32 %r9, [r0]; }")
    yield ("{ .param .b32 p0; .param .b32 r0; mov.u64 %rd9, noinline_function; "
           "selp.b64 %rd9, %rd9, %rd6, %p1; st.param.b32 [p0], %r1; "
           "pt: .callprototype (.param .b32 _) _ (.param .b32 _); "
           "call (r0), %rd9, (p0), pt; ld.param.b32 %r9, [r0]; }")
    yield ("{ .param .b64 p0; .param .b64 r0; st.param.b64 [p0], %rd6; "
           "call.uni (r0), malloc, (p0); ld.param.b64 %rd9, [r0]; }")
    yield "L: ld.volatile.global.b32 %r9, [%rd3]; setp.eq.u32 %p3, %r9, 0; @%p3 bra L;"
    yield ("mov.u32 %r9, 0; L: add.u32 %r9, %r9, %r1; shr.u32 %r10, %r9, 3; xor.b32 %r9, %r9, %r10; "
           "setp.lt.u32 %p3, %r9, %r2; @%p3 bra L;")
    yield "setp.lt.u32 %p3, %r30, 17; @%p3 bra L; st.global.b32 [%rd3+4], %r1; bar.sync 0; L:"


FUNCTION = """.func (.param .b32 r) noinline_function(.param .b32 a)
{
  .reg .b32 %r<4>; .reg .pred %p<2>;
  .param .b32 p0; .param .b32 r0;
  ld.param.b32 %r0, [a];
  setp.lt.u32 %p0, %r0, 2;
  @%p0 bra L;
  sub.u32 %r0, %r0, 1;
  st.param.b32 [p0], %r0;
  call (r0), noinline_function, (p0);
  ld.param.b32 %r1, [r0];
  mul.lo.u32 %r0, %r0, %r1;
L:
  st.param.b32 [r], %r0;
  ret;
}
"""


def module_text(target, bodies):
    """A module with one kernel for each of the bodies."""
    text = f""".version 9.0
.target {target}
.address_size 64
.extern .shared .align 128 .b8 shared[];
.const .align 16 .b8 table[1024];
.extern .func (.param .b64 r) malloc(.param .b64 size);
.func (.param .b32 r) noinline_function(.param .b32 a);
"""
    return text + FUNCTION + "".join(
        KERNEL.format(index=index, body=body) for index, body in enumerate(bodies))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--only", help="memory, atomics, integers or others")
    parser.add_argument("-o", default="-")
    args = parser.parse_args()
    parts = [memory, atomics, integers, others]
    bodies = [b for part in parts if args.only in (None, part.__name__) for b in part()]
    text = module_text(args.target, bodies)
    with open(args.o, "w") if args.o != "-" else open(1, "w") as f:
        f.write(text)


if __name__ == "__main__":
    main()
