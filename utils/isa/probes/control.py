# ===- control.py - PTX for probe-kernels.py ---------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""CTA barriers, control transfer and convergence."""

MNEMONICS = """BAR B2R BRA BRX BRXU JMP JMX JMXU CALL RET EXIT KILL BSSY BSYNC BREAK WARPSYNC
BMOV YIELD NANOSLEEP BPT RTT LEPC ULEPC NOP PMTRIG PREEXIT ACQBULK DEPBAR RPCMOV ENDCOLLECTIVE
ERRBAR SETLMEMBASE GETLMEMBASE BREV_ WARPSYNC UCGABAR_ARV RAM UBRA SETCTAID CS2R_ R2B""".split()


def barriers():
    for bar in ("0", "3", "15", "%r1", "%r30"):
        for aligned in ("", ".aligned"):
            yield f"barrier.sync{aligned} {bar};"
            yield f"@%p1 barrier.sync{aligned} {bar};" if not aligned else f"bar.sync {bar};"
            for count in ("64", "1024", "%r2", "%r31"):
                yield f"barrier.sync{aligned} {bar}, {count};"
                yield f"barrier.arrive{aligned} {bar}, {count};"
                for op in ("popc", "and", "or"):
                    d = "%r9" if op == "popc" else "%p3"
                    t = "u32" if op == "popc" else "pred"
                    use = "" if op == "popc" else " selp.u32 %r9, 1, 0, %p3;"
                    yield f"barrier.red.{op}{aligned}.{t} {d}, {bar}, {count}, %p1;{use}"
                    yield f"barrier.red.{op}{aligned}.{t} {d}, {bar}, {count}, !%p1;{use}"
            for op in ("popc", "and", "or"):
                d = "%r9" if op == "popc" else "%p3"
                t = "u32" if op == "popc" else "pred"
                use = "" if op == "popc" else " selp.u32 %r9, 1, 0, %p3;"
                yield f"barrier.red.{op}{aligned}.{t} {d}, {bar}, %p2;{use}"
                yield f"barrier.red.{op}{aligned}.{t} {d}, {bar}, %p6;{use}"
    for mask in ("0xffffffff", "0xff", "%r1", "%r30"):
        yield f"bar.warp.sync {mask};"
        yield f"@%p1 bar.warp.sync {mask};"


def others():
    for t in ("100", "%r1", "%r30", "1000000"):
        yield f"nanosleep.u32 {t};"
        yield f"@%p1 nanosleep.u32 {t};"
    yield "trap;"
    yield "@%p1 trap;"
    yield "@!%p6 trap;"
    yield "brkpt;"
    yield "@%p1 brkpt;"
    yield "exit;"
    yield "@%p1 exit;"
    yield "@%p6 exit;"
    yield "@%p6 ret;"
    yield "pmevent 3;"
    yield "pmevent.mask 0x1234;"
    yield "@%p1 pmevent 15;"
    yield "griddepcontrol.launch_dependents;"
    yield "griddepcontrol.wait;"
    yield "discard.L2 [%rd5], 128;"
    yield "alloca.u64 %rd9, 64, 16; st.local.b32 [%rd9], %r1;"
    yield "cvt.u64.u32 %rd14, %r1; alloca.u64 %rd9, %rd14, 16; st.local.b32 [%rd9], %r1;"
    yield "stacksave.u64 %rd9; stackrestore.u64 %rd9;"


def flow():
    for cond in ("%p1", "!%p1", "%p6", "!%p6"):
        yield (f"@{cond} bra L; ld.global.b32 %r9, [%rd3+64]; bar.warp.sync 0xffffffff; "
               "atom.global.add.u32 %r10, [%rd3], %r9; st.global.b32 [%rd3+4], %r10; L:")
        yield (f"@{cond} bra.uni L; ld.global.b32 %r9, [%rd3+64]; bar.sync 0; "
               "st.global.b32 [%rd3+4], %r9; L:")
        yield (f"@{cond} bra L; atom.global.add.u32 %r9, [%rd3], 1; bra M; L: "
               "atom.global.max.u32 %r9, [%rd3+8], 1; M: bar.warp.sync 0xffffffff;")
    yield ("mov.u32 %r9, 0; L: add.u32 %r9, %r9, %r1; atom.global.add.u32 %r10, [%rd3], %r9; "
           "setp.lt.u32 %p3, %r10, %r2; @%p3 bra L;")
    yield ("mov.u32 %r9, 0; L: add.u32 %r9, %r9, %r1; atom.global.add.u32 %r10, [%rd3], %r9; "
           "setp.eq.u32 %p4, %r10, %r3; @%p4 bra M; "
           "setp.lt.u32 %p3, %r10, %r2; @%p3 bra L; st.global.b32 [%rd3+12], %r10; M:")
    # Nested divergent loops with exits on several levels.
    yield ("mov.u32 %r9, 0; L: add.u32 %r9, %r9, 1; mov.u32 %r10, 0; "
           "K: add.u32 %r10, %r10, %r1; atom.global.add.u32 %r11, [%rd3], %r10; "
           "setp.eq.u32 %p3, %r11, 5; @%p3 bra D; setp.eq.u32 %p4, %r11, 6; @%p4 bra M; "
           "setp.lt.u32 %p5, %r11, %r2; @%p5 bra K; "
           "M: setp.lt.u32 %p3, %r9, %r3; @%p3 bra L; st.global.b32 [%rd3+12], %r11; D:")
    for index in ("%r1", "%r30"):
        yield (f"and.b32 %r9, {index}, 3; ts: .branchtargets L0, L1, L2, L3; brx.idx %r9, ts; "
               "L0: add.u32 %r9, %r9, 100; bra D; L1: mul.lo.u32 %r9, %r2, %r3; bra D; "
               "L2: st.global.b32 [%rd3], %r9; bra D; L3: trap; D:")
        yield (f"and.b32 %r9, {index}, 3; ts: .branchtargets L0, L1, L2, L3; brx.idx.uni %r9, ts; "
               "L0: add.u32 %r9, %r9, 100; bra D; L1: mul.lo.u32 %r9, %r2, %r3; bra D; "
               "L2: st.global.b32 [%rd3], %r9; bra D; L3: trap; D:")
    for uni in ("", ".uni"):
        for cond in ("", "@%p1 ", "@%p6 "):
            yield ("{ .param .b32 p0; .param .b32 r0; st.param.b32 [p0], %r1; "
                   f"{cond}call{uni} (r0), noinline_function, (p0); ld.param.b32 %r9, [r0]; }}")
            for target in ("selp.b64 %rd9, %rd9, %rd6, %p1;", "selp.b64 %rd9, %rd9, %rd10, %p6;",
                           "mov.b64 %rd9, %rd10;", "ld.global.b64 %rd9, [%rd20];"):
                yield ("{ .param .b32 p0; .param .b32 r0; mov.u64 %rd9, noinline_function; "
                       f"{target} st.param.b32 [p0], %r1; "
                       "pt: .callprototype (.param .b32 _) _ (.param .b32 _); "
                       f"{cond}call{uni} (r0), %rd9, (p0), pt; ld.param.b32 %r9, [r0]; }}")
    # Collectives inside divergent code.
    for cond in ("%p1", "%p6"):
        yield (f"@{cond} bra L; shfl.sync.idx.b32 %r9, %r1, %r2, 0x1f, %r3; vote.sync.ballot.b32 "
               "%r10, %p2, %r4; xor.b32 %r9, %r9, %r10; L:")
        yield (f"@{cond} bra L; match.any.sync.b32 %r9, %r1, %r2; redux.sync.add.u32 %r10, %r9, %r3; "
               "activemask.b32 %r11; xor.b32 %r9, %r10, %r11; L:")
        yield f"@{cond} bra L; bar.warp.sync %r2; barrier.sync 1; exit; L:"
        yield f"@{cond} bra L; bar.sync 1; trap; L:"


def snippets():
    for part in (barriers, others, flow):
        yield from part()
