# ===- asynchronous.py - PTX for probe-kernels.py ---------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Barriers in shared memory, clusters, bulk and tensor copies."""

MNEMONICS = """SYNCS ARRIVES STAS REDAS FENCE UCGABAR_ARV UCGABAR_WAIT UBLKCP UBLKRED UBLKPF
UTMALDG UTMASTG UTMAREDG UTMAPF UTMACCTL UTMACMDFLUSH ACQBULK PREEXIT UGETNEXTWORKID USETMAXREG
USETSHMSZ UCCTL UMEMSETS UCPR UREDGR UREDAS USTAS ACQSHMINIT CGAERRBAR BAR DEPBAR MAPA ELECT
UVIRTCOUNT FENCE""".split()

BARS = ("mbar", "%r5", "%r32", "mbar+8", "%r32+24")


def mbarriers():
    for bar in BARS:
        for sp in (".shared", ".shared::cta"):
            for n in ("1", "32", "%r1", "%r30"):
                yield f"mbarrier.init{sp}.b64 [{bar}], {n};"
                yield f"mbarrier.arrive{sp}.b64 %rd9, [{bar}], {n};"
                yield f"mbarrier.arrive{sp}.b64 _, [{bar}], {n};"
                yield f"mbarrier.arrive.expect_tx{sp}.b64 %rd9, [{bar}], {n};"
                yield f"mbarrier.arrive.expect_tx{sp}.b64 _, [{bar}], {n};"
                yield f"mbarrier.arrive_drop{sp}.b64 %rd9, [{bar}], {n};"
                yield f"mbarrier.arrive_drop{sp}.b64 _, [{bar}], {n};"
                yield f"mbarrier.arrive_drop.expect_tx{sp}.b64 %rd9, [{bar}], {n};"
                yield f"mbarrier.arrive.noComplete{sp}.b64 %rd9, [{bar}], {n};"
                yield f"mbarrier.arrive_drop.noComplete{sp}.b64 %rd9, [{bar}], {n};"
                yield f"mbarrier.expect_tx.relaxed.cta{sp}.b64 [{bar}], {n};"
                yield f"mbarrier.complete_tx.relaxed.cta{sp}.b64 [{bar}], {n};"
                yield f"mbarrier.expect_tx.relaxed.cluster{sp}.b64 [{bar}], {n};"
                yield f"@%p1 mbarrier.arrive{sp}.b64 _, [{bar}], {n};"
            yield f"mbarrier.arrive{sp}.b64 %rd9, [{bar}];"
            yield f"mbarrier.arrive{sp}.b64 _, [{bar}];"
            yield f"mbarrier.arrive_drop{sp}.b64 %rd9, [{bar}];"
            yield f"mbarrier.inval{sp}.b64 [{bar}];"
            for sem in ("", ".acquire.cta", ".acquire.cluster", ".relaxed.cta", ".relaxed.cluster"):
                for kind, state in (("", "%rd6"), (".parity", "%r1"), (".parity", "%r30"),
                                    (".parity", "0"), (".parity", "1")):
                    yield (f"mbarrier.test_wait{kind}{sem}{sp}.b64 %p3, [{bar}], {state}; "
                           "selp.b32 %r9, 1, 2, %p3;")
                    yield (f"mbarrier.try_wait{kind}{sem}{sp}.b64 %p3, [{bar}], {state}; "
                           "selp.b32 %r9, 1, 2, %p3;")
                    yield (f"mbarrier.try_wait{kind}{sem}{sp}.b64 %p3, [{bar}], {state}, %r2; "
                           "selp.b32 %r9, 1, 2, %p3;")
            for sem in (".release.cta", ".release.cluster", ".relaxed.cta", ".relaxed.cluster"):
                yield f"mbarrier.arrive{sem}{sp}.b64 %rd9, [{bar}];"
                yield f"mbarrier.arrive.expect_tx{sem}{sp}.b64 %rd9, [{bar}], 64;"
                yield f"mbarrier.arrive_drop{sem}{sp}.b64 %rd9, [{bar}], 3;"
        yield f"mbarrier.pending_count.b64 %r9, %rd6;"
        yield f"cp.async.mbarrier.arrive.shared.b64 [{bar}];"
        yield f"cp.async.mbarrier.arrive.noinc.shared.b64 [{bar}];"
    for bar in ("%rd5", "%rd21"):
        yield f"mbarrier.init.b64 [{bar}], 32;"
        yield f"mbarrier.arrive.b64 %rd9, [{bar}];"
        yield f"mbarrier.try_wait.b64 %p3, [{bar}], %rd6; selp.b32 %r9, 1, 2, %p3;"
    for bar in ("%r5", "%r32"):
        for n in ("", ", 5", ", %r1"):
            yield f"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [{bar}]{n};"
            yield f"mbarrier.arrive_drop.release.cluster.shared::cluster.b64 _, [{bar}]{n};"
            if n:
                yield f"mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [{bar}]{n};"
                yield f"mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [{bar}]{n};"
                yield f"mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [{bar}]{n};"


def clusters():
    for a in ("%r5", "%r32"):
        for rank in ("%r1", "%r30", "1"):
            yield f"mapa.shared::cluster.u32 %r9, {a}, {rank};"
        yield f"getctarank.shared::cluster.u32 %r9, {a};"
        yield f"ld.shared::cluster.u32 %r9, [{a}];"
        yield f"st.shared::cluster.u32 [{a}], %r1;"
        for t, v in (("b32", "%r1"), ("b64", "%rd6"), ("v2.b32", "{%r1, %r2}"),
                     ("v4.b32", "{%r1, %r2, %r3, %r4}"), ("v2.b64", "{%rd6, %rd7}"),
                     ("u32", "%r30")):
            for bar in (f"{a}+64", "%r4", "%r31"):
                yield ("st.async.shared::cluster.mbarrier::complete_tx::bytes."
                       f"{t} [{a}+8], {v}, [{bar}];")
                yield ("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes."
                       f"{t} [{a}], {v}, [{bar}];")
        for op, types in (("add", "u32 s32 u64"), ("min", "u32 s32"), ("max", "u32 s32"),
                          ("inc", "u32"), ("dec", "u32"), ("and", "b32"), ("or", "b32"),
                          ("xor", "b32")):
            for t in types.split():
                v = "%rd6" if "64" in t else "%r1"
                yield ("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes."
                       f"{op}.{t} [{a}+8], {v}, [%r4];")
    for scope in ("gpu", "sys"):
        for sem in ("release", "mmio.release"):
            yield f"st.async.{sem}.{scope}.global.b32 [%rd3], %r1;"
            yield f"st.async.{sem}.{scope}.global.b64 [%rd20], %rd6;"
            yield f"red.async.{sem}.{scope}.global.add.u32 [%rd3], %r1;"
    yield "mapa.u64 %rd9, %rd5, %r1;"
    yield "getctarank.u64 %r9, %rd5;"
    for aligned in ("", ".aligned"):
        for sem in ("", ".release", ".relaxed"):
            yield f"barrier.cluster.arrive{sem}{aligned};"
            yield f"@%p6 barrier.cluster.arrive{sem}{aligned};"
        for sem in ("", ".acquire"):
            yield f"barrier.cluster.wait{sem}{aligned};"
    yield "griddepcontrol.launch_dependents; griddepcontrol.wait;"
    yield "@%p1 griddepcontrol.launch_dependents;"
    for n in (24, 40, 232):
        yield f"setmaxnreg.inc.sync.aligned.u32 {n};"
        yield f"setmaxnreg.dec.sync.aligned.u32 {n};"
    for member in ("0xffffffff", "%r1", "%r30"):
        yield f"elect.sync %r9|%p3, {member}; selp.b32 %r9, %r9, 3, %p3;"
        yield f"elect.sync _|%p3, {member}; selp.b32 %r9, %r9, 3, %p3;"
    for multicast in ("", ".multicast::cluster::all"):
        for a in ("%r5", "%r32", "fixed"):
            yield ("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
                   f"{multicast}.b128 [{a}], [mbar];")
            yield ("clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes"
                   f"{multicast}.b128 [%rd5], [%rd21];")
    yield ("clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q1; "
           "selp.b32 %r9, 1, 2, %p3;")
    yield "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r9, %r10, %r11, _}, %q1;"


def bulk():
    hints = ("", "h")
    for hint in hints:
        q = ".L2::cache_hint" if hint else ""
        tail = ", %rd10" if hint else ""
        for dst, src, bar in (("%r5", "%rd3", "mbar"), ("%r32", "%rd20", "%r31")):
            for size in ("1024", "%r1", "%r30"):
                yield ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                       f"{q} [{dst}], [{src}], {size}, [{bar}]{tail};")
                yield ("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
                       f"{q} [{dst}], [{src}], {size}, [{bar}]{tail};")
                yield ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                       f".multicast::cluster{q} [{dst}], [{src}], {size}, [{bar}], %h1{tail};")
                yield f"cp.async.bulk.global.shared::cta.bulk_group{q} [{src}], [{dst}], {size}{tail};"
                yield (f"cp.async.bulk.global.shared::cta.bulk_group{q}.cp_mask [{src}], [{dst}], "
                       f"{size}{tail}, %h1;")
                yield f"cp.async.bulk.prefetch.L2.global{q} [{src}], {size}{tail};"
        for op, types in (("add", "u32 s32 u64 s64 f16 bf16 f32 f64"), ("min", "u32 s32 u64 s64 f16 bf16"),
                          ("max", "u32 s32 u64 s64 f16 bf16"), ("inc", "u32"), ("dec", "u32"),
                          ("and", "b32 b64"), ("or", "b32 b64"), ("xor", "b32 b64")):
            for t in types.split():
                noftz = ".noftz" if "16" in t and op == "add" else ""
                yield (f"cp.reduce.async.bulk.global.shared::cta.bulk_group{q}.{op}{noftz}.{t} "
                       f"[%rd3], [%r5], 1024{tail};")
                yield (f"cp.reduce.async.bulk.global.shared::cta.bulk_group{q}.{op}{noftz}.{t} "
                       f"[%rd20], [%r32], %r30{tail};")
    for op, types in (("add", "u32 s32 u64"), ("min", "u32 s32"), ("max", "u32 s32"),
                      ("inc", "u32"), ("dec", "u32"), ("and", "b32"), ("or", "b32"), ("xor", "b32")):
        for t in types.split():
            yield ("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
                   f"{op}.{t} [%r5], [%r32], 1024, [mbar];")
    yield ("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r5], [%r32], "
           "%r1, [%r31];")
    yield "@%p1 cp.async.bulk.prefetch.L2.global [%rd3], 1024;"
    yield "@%p6 cp.async.bulk.prefetch.L2.global [%rd20], 1024;"
    yield "cp.async.bulk.commit_group;"
    for n in (0, 3):
        for read in ("", ".read"):
            yield f"cp.async.bulk.commit_group; cp.async.bulk.wait_group{read} {n};"
    for weak in ("", ".weak"):
        for a in ("%r5", "%r32", "fixed"):
            for size in ("1024", "%rd6", "%rd10"):
                yield f"st.bulk{weak}.shared::cta [{a}], {size}, 0;"
        yield f"st.bulk{weak} [%rd5], 1024, 0;"


COORD = "{%r1}", "{%r1, %r2}", "{%r1, %r2, %r3}", "{%r1, %r2, %r3, %r4}", "{%r1, %r2, %r3, %r4, %r30}"
UNIFORM = "{%r30}", "{%r30, %r31}", "{%r30, %r31, 5}", "{%r30, %r31, 5, 6}", "{%r30, %r31, 5, 6, 7}"
OFFSETS = {3: "{%h1}", 4: "{%h1, %h2}", 5: "{%h1, %h2, %h3}"}


def tensors():
    for hint in ("", ".L2::cache_hint"):
        tail = ", %rd10" if hint else ""
        for n in range(1, 6):
            for coord in (COORD[n - 1], UNIFORM[n - 1]):
                tensor = "%rd21" if coord in UNIFORM else "%rd5"
                shared, bar = ("%r32", "mbar") if coord in UNIFORM else ("%r5", "%r4")
                modes = [("", "", "")]
                if n >= 3:
                    modes += [(".im2col", f", {OFFSETS[n]}", ""),
                              (".im2col::w", ", {%h1, %h2}", ""),
                              (".im2col::w::128", ", {%h1, %h2}", "")]
                for mode, extra, _ in modes:
                    for cta in ("shared::cluster", "shared::cta"):
                        for group in ("", ".cta_group::1", ".cta_group::2"):
                            yield (f"cp.async.bulk.tensor.{n}d.{cta}.global{mode}"
                                   f".mbarrier::complete_tx::bytes{group}{hint} [{shared}], "
                                   f"[{tensor}, {coord}], [{bar}]{extra}{tail};")
                    for group in ("", ".cta_group::1", ".cta_group::2"):
                        yield (f"cp.async.bulk.tensor.{n}d.shared::cluster.global{mode}"
                               f".mbarrier::complete_tx::bytes.multicast::cluster{group}{hint} "
                               f"[{shared}], [{tensor}, {coord}], [{bar}]{extra}, %h4{tail};")
                    yield (f"cp.async.bulk.prefetch.tensor.{n}d.L2.global{mode}{hint} "
                           f"[{tensor}, {coord}]{extra}{tail};")
                for mode in ("", ".im2col_no_offs") if n >= 3 else ("",):
                    yield (f"cp.async.bulk.tensor.{n}d.global.shared::cta{mode}.bulk_group{hint} "
                           f"[{tensor}, {coord}], [{shared}]{tail};")
                    for op in ("add", "min", "max", "inc", "dec", "and", "or", "xor"):
                        yield (f"cp.reduce.async.bulk.tensor.{n}d.global.shared::cta.{op}{mode}"
                               f".bulk_group{hint} [{tensor}, {coord}], [{shared}]{tail};")
        five = COORD[4]
        for cta in ("shared::cluster", "shared::cta"):
            for group in ("", ".cta_group::1", ".cta_group::2"):
                yield (f"cp.async.bulk.tensor.2d.{cta}.global.tile::gather4"
                       f".mbarrier::complete_tx::bytes{group}{hint} [%r5], [%rd5, {five}], [%r4]{tail};")
        yield ("cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4"
               f".mbarrier::complete_tx::bytes.multicast::cluster{hint} [%r5], [%rd5, {five}], "
               f"[%r4], %h4{tail};")
        yield (f"cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4{hint} [%rd5, {five}]{tail};")
        yield (f"cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group{hint} "
               f"[%rd5, {five}], [%r5]{tail};")
    for a in ("%rd5", "%rd21"):
        yield f"prefetch.tensormap [{a}];"
        for scope in ("cta", "cluster", "gpu", "sys"):
            yield f"fence.proxy.tensormap::generic.acquire.{scope} [{a}], 128;"
            yield f"fence.proxy.tensormap::generic.release.{scope};"
    yield "mov.b64 %rd15, block; prefetch.param.tensormap [%rd15];"
    for sp, a in (("shared::cta", "%r5"), ("global", "%rd3"), ("shared::cta", "fixed")):
        yield f"tensormap.replace.tile.global_address.{sp}.b1024.b64 [{a}], %rd6;"
        yield f"tensormap.replace.tile.rank.{sp}.b1024.b32 [{a}], 3;"
        for field in ("box_dim", "global_dim", "element_stride"):
            yield f"tensormap.replace.tile.{field}.{sp}.b1024.b32 [{a}], 1, %r1;"
        yield f"tensormap.replace.tile.global_stride.{sp}.b1024.b64 [{a}], 1, %rd6;"
        for field in ("elemtype", "interleave_layout", "swizzle_mode", "fill_mode",
                      "swizzle_atomicity"):
            yield f"tensormap.replace.tile.{field}.{sp}.b1024.b32 [{a}], 1;"
    for sem in ("acq_rel", "release"):
        for scope in ("cta", "cluster", "gpu", "sys"):
            yield ("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic."
                   f"release.{scope}.sync.aligned [%rd3], [%r5], 128;")


def snippets():
    for part in (mbarriers, clusters, bulk, tensors):
        yield from part()
