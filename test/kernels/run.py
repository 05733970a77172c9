#!/usr/bin/env python3
#===- run.py - Compiles, runs and checks the kernels of test/kernels -------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs CUDA test kernels without a GPU and compares with host references.

    run.py --all --compiler 'optxas -arch=sm_90 -O3 --fmad=false'
    run.py --kernel saxpy --compiler 'ptxas -arch=sm_90 -O0 --fmad=false' \\
                          --compiler 'ptxas -arch=sm_90 -O3 --fmad=false'
    run.py --kernel saxpy --cubin saxpy.cubin
    run.py --all --targets 75,80,120 --levels 0,3
                                    (optxas for several SMs; the PTX is made
                                    one for the least SM that the kernel needs)
    run.py --all --interpret        (ptx-run executes the PTX, compiling nothing)
    run.py --all --native           (the .cu on the CPU, by an emulation header)
    run.py --all --validate 'ptx-opt --pipeline=O3 --arch=sm_90 --fmad=false'
                                    (the results of all phases, compared)

One line a kernel, then `N passed, N failed`; the exit code is not 0 if a
kernel failed.  README.md beside this file describes the manifests."""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import hostnum  # noqa: E402
import reference  # noqa: E402


DEFAULT_COMPILER = "optxas -arch=sm_90 -O3 --fmad=false"
DEFAULT_LEAST_SM = 75


class Failure(Exception):
    pass


def run_command(command, what, timeout):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout,
                              stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise Failure("%s: no program '%s'" % (what, command[0]))
    except subprocess.TimeoutExpired:
        raise Failure("%s: no end within %g s" % (what, timeout))
    if done.returncode:
        tail = done.stdout.decode("utf-8", "replace").strip()[-2000:]
        raise Failure("%s: exit code %d\n    command: %s\n    %s" % (
            what, done.returncode, shlex.join(command),
            tail.replace("\n", "\n    ")))


def read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError as e:
        raise Failure("output missing: %s" % e)


def show(value, type_):
    if type_ in ("f32", "f64") and isinstance(value, float):
        bits = (hostnum.f32_bits(value) if type_ == "f32"
                else hostnum.f64_bits(value))
        return "%r (0x%0*x)" % (value, 2 * hostnum.size_of(type_), bits)
    return "%d (0x%x)" % (value, value & (1 << 8 * hostnum.size_of(type_)) - 1)


def compare(output, got, want):
    """Raises Failure at the first element that differs."""
    type_, how, name = output["type"], output["compare"], output["name"]
    size = hostnum.size_of(type_)
    if how == "exact":
        if got == want:
            return
        if len(got) != len(want):
            raise Failure("%s: %d bytes, expected %d" % (
                name, len(got), len(want)))
        count = len(want) // size
        bad = [i for i in range(count)
               if got[i * size:(i + 1) * size] != want[i * size:(i + 1) * size]]
        i = bad[0]
        g, w = [hostnum.unpack(b[i * size:(i + 1) * size], type_)[0]
                for b in (got, want)]
        if g != g:  # A NaN's own bits, not the canonical ones.
            g, w = [int.from_bytes(b[i * size:(i + 1) * size], "little")
                    for b in (got, want)]
            type_ = "u%d" % (8 * size)
    else:
        values = hostnum.unpack(got, type_)
        if len(values) != len(want):
            raise Failure("%s: %d elements, expected %d" % (
                name, len(values), len(want)))
        count = len(want)
        pairs = [w if isinstance(w, tuple) else (w, w) for w in want]
        want = [float(w) for w, _ in pairs]
        # Written so that a NaN in `got` is a mismatch.
        bad = [i for i in range(count)
               if not abs(values[i] - want[i])
               <= how["abs"] + how["rel"] * abs(pairs[i][1])]
        if not bad:
            return
        i = bad[0]
        g, w = values[i], want[i]
    raise Failure("%s[%d]: got %s, expected %s; %d of %d elements differ" % (
        name, i, show(g, type_), show(w, type_), len(bad), count))


class Runner:
    def __init__(self, options):
        self.options = options

    def compile(self, name, manifest, tmp):
        """Returns pairs (label, file): what ptx-run is to execute, or for
        --native the program."""
        o = self.options
        if o.native:
            program = os.path.join(tmp, name + ".native")
            native = os.path.join(HERE, "native")
            run_command(
                shlex.split(o.cxx) +
                ["-std=c++17", "-O1", "-ffp-contract=off", "-w", "-I", native,
                 "-include", "cuda_emul.h",
                 "-DCUDA_EMUL_KERNEL=" + manifest["kernel"],
                 '-DCUDA_EMUL_SOURCE="%s"' % os.path.join(HERE, name + ".cu"),
                 *(["-DCUDA_EMUL_DYNAMIC_SHARED=" + manifest["dynamic_shared"]]
                   if "dynamic_shared" in manifest else []),
                 os.path.join(native, "driver.cpp"), "-o", program],
                "native compilation", 120)
            return [("native", program)]
        ptx = os.path.join(HERE, name + ".ptx")
        if o.interpret or o.validate:
            return [("PTX", ptx)]
        if o.cubin:
            return [("cubin", o.cubin)]
        compilers = o.compiler or [DEFAULT_COMPILER]
        if o.targets:
            least = manifest.get("least_sm", DEFAULT_LEAST_SM)
            compilers = [
                "%s -arch=sm_%d -O%d --fmad=false" % (o.compile_with, sm, level)
                for sm in o.targets if sm >= least for level in o.levels]
            ptx = self.retarget(ptx, least, tmp)
        made = []
        for number, compiler in enumerate(compilers):
            cubin = os.path.join(tmp, "%s.%d.cubin" % (name, number))
            run_command(shlex.split(compiler) + [ptx, "-o", cubin],
                        "compilation", o.timeout)
            made.append((compiler, cubin))
        return made

    def retarget(self, ptx, sm, tmp):
        """A copy of the PTX that says it is for `sm`."""
        with open(ptx) as f:
            text = f.read()
        path = os.path.join(tmp, os.path.basename(ptx))
        with open(path, "w") as f:
            f.write(re.sub(r"(?m)^\.target sm_\w+", ".target sm_%d" % sm, text))
        return path

    def command(self, program, name, launch, tmp, out_paths):
        """The command line of one launch."""
        if not self.options.native:
            args = [spec + (":out=" + out_paths[i] if i in out_paths else "")
                    for i, spec in enumerate(launch.specs)]
            return (shlex.split(self.options.ptx_run) +
                    (["--interpret"] if self.options.interpret else []) + [
                program, "--kernel=" + name,
                "--grid=" + ",".join(map(str, launch.grid)),
                "--block=" + ",".join(map(str, launch.block))] +
                (["--shared=%d" % launch.shared] if launch.shared else []) +
                ["--arg=" + a for a in args])
        command = [program, *map(str, launch.grid + launch.block),
                   str(launch.shared)]
        for i, arg in enumerate(launch.args):
            if arg.is_buffer:
                path = os.path.join(tmp, "arg%d.bin" % i)
                with open(path, "wb") as f:
                    f.write(arg.data)
                command.append("buf:%s:%s" % (path, out_paths.get(i, "")))
            else:
                command.append("raw:" + arg.data.hex())
        return command

    def validate(self, program, name, launch):
        """Lets a compiler execute all its phases."""
        spec = " ".join(
            ["--kernel=" + name, "--grid=" + ",".join(map(str, launch.grid)),
             "--block=" + ",".join(map(str, launch.block)),
             "--shared=%d" % launch.shared] +
            ["--arg=" + a for a in launch.specs])
        command = shlex.split(self.options.validate) + [
            program, "--validate", "--launch=" + spec, "-o", os.devnull]
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=self.options.timeout)
        text = done.stdout.decode("utf-8", "replace").strip()[-2000:]
        good = re.search(r"kernel '%s'(: one result| not compared)" %
                         re.escape(name), text)
        if done.returncode or not good:
            raise Failure("exit code %d\n    command: %s\n    %s" % (
                done.returncode, shlex.join(command),
                text.replace("\n", "\n    ")))

    def run(self, name, tmp):
        """Runs all launches of one kernel; raises Failure."""
        os.makedirs(tmp, exist_ok=True)
        try:
            manifest = read_manifest(name)
        except OSError as e:
            raise Failure("no manifest: %s" % e)
        kernel = manifest["kernel"]
        if name in reference.INPUTS:
            reference.INPUTS[name](tmp)
        programs = self.compile(name, manifest, tmp)
        for number, entry in enumerate(manifest["launches"]):
            launch = hostnum.Launch(entry, tmp)
            if self.options.validate:
                self.validate(programs[0][1], kernel, launch)
                continue
            outs = {o["arg"]: os.path.join(tmp, "out%d.%d.bin" %
                                           (number, o["arg"]))
                    for o in launch.outputs}
            want = reference.REFERENCES[name](launch)
            if set(want) != set(outs):
                raise Failure("launch %d: the reference and the manifest "
                              "disagree on the outputs" % number)
            for label, program in programs:
                where = "launch %d" % number
                if len(programs) > 1:
                    where = "%s: %s" % (label, where)
                for path in outs.values():  # Nothing stale may be compared.
                    if os.path.exists(path):
                        os.unlink(path)
                run_command(self.command(program, kernel, launch, tmp, outs),
                            where, self.options.timeout)
                for output in launch.outputs:
                    try:
                        compare(output, read(outs[output["arg"]]),
                                want[output["arg"]])
                    except Failure as e:
                        raise Failure("%s: %s" % (where, e))


def read_manifest(name):
    with open(os.path.join(HERE, name + ".json")) as f:
        return json.load(f)


def kernel_names():
    return sorted(f[:-5] for f in os.listdir(HERE) if f.endswith(".json"))


def numbers(text):
    """A list of numbers with commas between them."""
    return [int(number) for number in text.split(",")]


def parse_options(argv):
    p = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    which = p.add_mutually_exclusive_group(required=True)
    which.add_argument("--kernel", action="append",
                       help="a kernel to run (may be repeated)")
    which.add_argument("--all", action="store_true", help="run every kernel")
    which.add_argument("--list", action="store_true", help="print the names")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--compiler", action="append",
                     help="command that makes a cubin: COMMAND FILE.ptx -o "
                     "FILE.cubin; may be repeated to check several (default: "
                     "'%s')" % DEFAULT_COMPILER)
    how.add_argument("--targets", type=numbers, metavar="SM,...",
                     help="compile for these SMs at --levels")
    how.add_argument("--cubin", help="run this cubin, compile nothing")
    how.add_argument("--interpret", action="store_true",
                     help="let ptx-run interpret the PTX, compile nothing")
    how.add_argument("--validate", metavar="COMPILER",
                     help="let this command execute the kernel before and after "
                     "each of its phases; it takes --validate and --launch")
    how.add_argument("--native", action="store_true",
                     help="run the .cu on the CPU by native/cuda_emul.h")
    p.add_argument("--levels", type=numbers, default=[3],
                   help="levels of --targets (default: 3)")
    p.add_argument("--compile-with", default="optxas",
                   help="the compiler of --targets (default: optxas)")
    p.add_argument("--ptx-run", default="ptx-run", help="the ptx-run command")
    p.add_argument("--cxx", default="clang++-22",
                   help="C++ compiler for --native")
    p.add_argument("--tmp", help="directory for temporary files (kept)")
    p.add_argument("--jobs", type=int, default=1, help="kernels at a time")
    p.add_argument("--timeout", type=float, default=120.0,
                   help="seconds for one compilation or launch")
    options = p.parse_args(argv)
    if options.cubin and (options.all or len(options.kernel or []) != 1):
        p.error("--cubin needs exactly one --kernel")
    return options


def main(argv):
    options = parse_options(argv)
    if options.list:
        print("\n".join(kernel_names()))
        return 0
    names = kernel_names() if options.all else options.kernel
    unknown = [n for n in names if n not in reference.REFERENCES]
    if unknown:
        print("run.py: no such kernel: " + ", ".join(unknown), file=sys.stderr)
        return 2
    # Some use what the emulation does not have, or do what the checks of memory
    # are there to find; the manifest says why.
    why = ("native" if options.native else
           "memory_findings" if "--check=memory" in options.ptx_run else None)
    left_out = [n for n in names if why in read_manifest(n)] if why else []
    for name in left_out:
        print("%-16s left out: %s" % (name, read_manifest(name)[why]))
    names = [n for n in names if n not in left_out]
    tmp = os.path.abspath(options.tmp) if options.tmp else tempfile.mkdtemp()
    runner = Runner(options)

    def one(name):
        try:
            runner.run(name, os.path.join(tmp, name))
            return None
        except Failure as e:
            return str(e)
        except Exception as e:  # A fault of a reference or a manifest.
            return "%s: %s" % (type(e).__name__, e)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, error in zip(names, pool.map(one, names)):
            failed += error is not None
            print("%-16s %s" % (name, "FAIL: " + error if error else "ok"),
                  flush=True)
    print("%d passed, %d failed" % (len(names) - failed, failed))
    if not options.tmp:
        shutil.rmtree(tmp, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
