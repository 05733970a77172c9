# ===- test_ptx_mlir.py - The Python package ------------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

import array
import ctypes
import os
import re
import subprocess
import sys
import threading
import types

import numpy as np
import pytest

import ptx_mlir

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
SCALE = HEAD + """.visible .entry scale(.param .u64 p, .param .f32 f, .param .u32 n) {
  .reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .f32 %f<4>; .reg .pred %p;
  ld.param.u64 %rd1, [p]; ld.param.f32 %f1, [f]; ld.param.u32 %r5, [n];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  setp.ge.u32 %p, %r4, %r5;
  @%p bra DONE;
  mul.wide.u32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f2, [%rd3]; mul.f32 %f3, %f1, %f2; st.global.f32 [%rd3], %f3;
DONE: ret;
}
"""
BAD = HEAD + ".visible .entry k() {\n  bogus.u32 x;\n}\n"
RACE = HEAD + """.visible .entry k(.param .u64 p) {
  .reg .b64 %rd<2>; .reg .b32 %r<2>;
  ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; st.global.u32 [%rd1], %r1; ret;
}
"""


@pytest.fixture(scope="module")
def cubin():
    return ptx_mlir.compile(SCALE, arch="sm_90")


def test_versions():
    assert ptx_mlir.version().count(".") == 2
    assert "sm_90" in ptx_mlir.targets() and (9, 0) in ptx_mlir.ptx_versions()


def test_compile(cubin):
    assert cubin[:4] == b"\177ELF" and "scale" in repr(cubin)
    [kernel] = cubin.functions
    assert kernel.name == "scale" and kernel.is_kernel and kernel.param_bytes == 16
    assert kernel.registers > 0 and kernel.spill_store_bytes == 0
    assert ptx_mlir.compile(SCALE.encode(), options=["-arch=sm_90"]) == cubin
    assert "Used" in ptx_mlir.compile(SCALE, "sm_90", ["-v"]).info
    assert ptx_mlir.inspect(cubin)[0] == "sm_90"
    assert ptx_mlir.inspect(cubin)[1][0].spill_load_bytes is None
    assert ptx_mlir.inspect(ptx_mlir.compile(SCALE))[0] == "sm_80"


def test_several_inputs():
    callee = HEAD + """.visible .func (.param .b32 r) f(.param .b32 x) {
  .reg .b32 %r<3>; ld.param.b32 %r1, [x]; add.s32 %r2, %r1, 1; st.param.b32 [r], %r2; ret; }"""
    caller = HEAD + """.extern .func (.param .b32 r) f(.param .b32 x);
.visible .entry k(.param .u64 p) {
  .reg .b64 %rd<2>; .reg .b32 %r<3>; ld.param.u64 %rd1, [p]; ld.global.u32 %r1, [%rd1];
  { .param .b32 q; .param .b32 z; st.param.b32 [q], %r1; call.uni (z), f, (q); ld.param.b32 %r2, [z]; }
  st.global.u32 [%rd1], %r2; ret; }"""
    x = np.array([41], dtype=np.uint32)
    ptx_mlir.run(ptx_mlir.compile([caller, callee]), [x])
    assert x[0] == 42
    with pytest.raises(ptx_mlir.Error, match="f"):
        ptx_mlir.compile([caller])
    with pytest.raises(ValueError):
        ptx_mlir.compile([])


def test_errors():
    with pytest.raises(ptx_mlir.InputError) as e:
        ptx_mlir.compile(BAD, name="bad.ptx")
    assert (e.value.line, e.value.column) == (5, 3) and e.value.first.file == "bad.ptx"
    assert "bad.ptx:5:3: error: " in str(e.value) and "\n  bogus.u32 x;\n  ^~~~" in str(e.value)
    assert str(e.value.first).startswith("bad.ptx:5:3: error: ")
    with pytest.raises(ptx_mlir.OptionsError, match="no-such"):
        ptx_mlir.compile(SCALE, options=["--no-such"])
    with pytest.raises(ptx_mlir.TargetError) as e:
        ptx_mlir.compile(SCALE, arch="sm_75")
    assert e.value.line == 0
    with pytest.raises(ptx_mlir.InputError):
        ptx_mlir.parse(BAD)
    with pytest.raises(ptx_mlir.InputError):
        ptx_mlir.disassemble(b"nothing")
    with pytest.raises(ptx_mlir.InputError):
        ptx_mlir.inspect(b"")
    with pytest.raises(ptx_mlir.InputError):
        ptx_mlir.assemble("nothing")
    with pytest.raises(TypeError):
        ptx_mlir.compile(SCALE, options="-v")
    with pytest.raises(ValueError):
        ptx_mlir.disassemble(b"", form="poem")


def test_parse():
    module = ptx_mlir.parse(SCALE)
    assert "@scale" in str(module) and not module.warnings


def test_machine_code(cubin):
    assert "FMUL" in ptx_mlir.disassemble(cubin)
    assert "FMUL" in ptx_mlir.disassemble(cubin, "nvdisasm")
    text = ptx_mlir.disassemble(cubin, "mlir-with-image")
    assert ptx_mlir.assemble(text) == cubin
    again = ptx_mlir.assemble(ptx_mlir.disassemble(cubin, "mlir"))
    assert again.functions[0].name == "scale"
    x = np.ones(4, np.float32)
    ptx_mlir.run(again, [x, np.float32(3), np.uint32(4)], block=4)
    assert (x == 3).all()


def test_hazards(cubin):
    assert ptx_mlir.check_hazards(cubin) == []
    # The wait for the load's result is taken away.
    text = ptx_mlir.disassemble(cubin, "mlir-with-image")
    lines = text.splitlines()
    [place] = [i for i, line in enumerate(lines) if "FMUL" in line]
    assert ", wait:0b" in lines[place]
    lines[place] = re.sub(r", wait:0b[01]+", "", lines[place])
    [finding, *more] = ptx_mlir.check_hazards(ptx_mlir.assemble("\n".join(lines)))
    assert finding.severity == "error" and "FMUL" in str([finding, *more])


@pytest.mark.parametrize("engine", [lambda *a, **k: ptx_mlir.run(SCALE, *a, **k),
                                    lambda *a, **k: ptx_mlir.interpret(SCALE, *a, **k)])
def test_run(engine):
    x = np.arange(100, dtype=np.float32)
    done = engine([x, np.float32(2), np.uint32(100)], grid=4, block=(32, 1))
    assert (x == 2 * np.arange(100)).all() and done.thread_instructions > 100 and done.output == ""
    y = array.array("f", range(8))
    engine([y, ctypes.c_float(3), b"\5\0\0\0"], kernel="scale", block=8, checks=["memory"])
    assert list(y) == [0, 3, 6, 9, 12, 5, 6, 7]
    kept = np.ones(4, np.float32)
    kept.flags.writeable = False
    engine([kept, "f32:3", "u32:4"], block=4)
    assert (kept == 1).all()
    with pytest.raises(ptx_mlir.ExecutionError, match="past the end"):
        engine([np.zeros(3, np.float32), np.float32(2), np.uint32(4)], block=4)
    with pytest.raises(ptx_mlir.ExecutionError, match="parameters"):
        engine([])
    with pytest.raises(ptx_mlir.ExecutionError, match="no kernel 'other'"):
        engine([x, np.float32(2), np.uint32(100)], kernel="other")
    with pytest.raises(ptx_mlir.ExecutionError, match="bytes"):
        engine([x, np.float64(2), np.uint32(100)])
    with pytest.raises(TypeError, match="argument 1 is a float"):
        engine([x, 2.0, np.uint32(100)])
    with pytest.raises(ValueError, match="one piece"):
        engine([x[::2], np.float32(2), np.uint32(4)])
    with pytest.raises(ValueError, match="grid"):
        engine([x, np.float32(2), np.uint32(4)], grid=0)
    with pytest.raises(ValueError, match="checks"):
        engine([x, np.float32(2), np.uint32(4)], checks=["everything"])
    with pytest.raises(ptx_mlir.ExecutionError):
        engine(["buf:file,/etc/passwd", np.float32(2), np.uint32(4)])
    with pytest.raises(ptx_mlir.ExecutionError):
        engine([x, np.float32(2), np.uint32(100)], block=100, max_instructions=3)


def test_checks():
    x = np.zeros(1, np.uint32)
    for engine in (ptx_mlir.run, ptx_mlir.interpret):
        with pytest.raises(ptx_mlir.ExecutionError, match="race|same time|order"):
            engine(RACE, [x], block=64, checks=["memory"])
    ptx_mlir.run(RACE, [x], block=64, checks=["hazards"])
    with pytest.raises(ptx_mlir.ExecutionError):
        ptx_mlir.run(RACE, [None])


def test_threads(cubin):
    results = []

    def work():
        for _ in range(5):
            results.append(ptx_mlir.compile(SCALE, arch="sm_90"))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(results) == 20 and set(results) == {cubin}


def test_triton(monkeypatch):
    for variable in ("TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"):
        monkeypatch.setenv(variable, "old")
    cleared = []
    asked = types.SimpleNamespace(cache_clear=lambda: cleared.append(True))
    monkeypatch.setitem(sys.modules, "triton.backends.nvidia.compiler", types.SimpleNamespace(get_ptxas_version=asked))
    path = ptx_mlir.triton.use()
    assert os.environ["TRITON_PTXAS_PATH"] == os.environ["TRITON_PTXAS_BLACKWELL_PATH"] == path and cleared
    assert "ptx-mlir" in subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    with pytest.raises(FileNotFoundError):
        ptx_mlir.triton.use("/no/such/program")
    with pytest.raises(FileNotFoundError):
        ptx_mlir.tool("no-such-program")
