#!/usr/bin/env python3
# ===- mutate.py - Whether the checks notice wrong instruction tables -------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Plants mistakes in the instruction tables and runs a fixed sample of all checks.

  mutate.py [--count 200] [--seed 1] [--verbose] [--tmp FOLDER]

Makes the sample and gives it to isa-mutate, which says what each check noticed:
  - kernels of test/kernels, compiled by ptxas (if it is on PATH) and by optxas for
    --targets at -O0 and -O3, whose results are those of the host references; they are
    executed with the wrong tables;
  - if nvdisasm is on PATH, words of all forms of each SM with its text, and what it
    says of words drawn from the wrong tables;
  - the committed words, random identities, and what sass-tblgen refuses.
The exit code is 0 if at least 95 % are noticed without nvdisasm and all with it.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "utils" / "isa"))
sys.path.insert(0, str(ROOT / "test" / "kernels"))
import run as kernels  # noqa: E402
import sasswords  # noqa: E402

SMS = "75,80,86,87,88,89,90,100,103,110,120,121"
TARGET_LINE = re.compile(r"(?m)^\s*\.target\s+sm_\w+")


class Runner(kernels.Runner):
    """Compiles with one command, for any target."""

    def __init__(self, compiler, target, ptx_run, instructions, timeout):
        self.compiler, self.target = compiler, target
        self.options = argparse.Namespace(
            native=False, interpret=False, validate=None,
            ptx_run=f"{ptx_run} --max-instructions={instructions}",
            timeout=timeout)

    def compile(self, name, manifest, tmp):
        text = (ROOT / "test" / "kernels" / f"{name}.ptx").read_text()
        tmp = pathlib.Path(tmp)
        ptx, cubin = tmp / f"{name}.ptx", tmp / f"{name}.cubin"
        ptx.write_text(TARGET_LINE.sub(f".target sm_{self.target}", text))
        kernels.run_command([*self.compiler, str(ptx), "-o", str(cubin)], "compilation",
                            self.options.timeout)
        return [(self.compiler, str(cubin))]


def kernel_runs(args, folder):
    """The launches that have the right results, as isa-mutate reads them; in `left_out`
    why the others have not."""
    compilers = ["ptxas"] if shutil.which("ptxas") else []
    runs, left_out = [], []
    for target in args.targets.split(","):
        for tool in compilers + (["optxas"] if target == "90" else []):
            for level in ("-O0", "-O3"):
                command = [tool, f"-arch=sm_{target}", level, "--fmad=false"]
                runner = Runner(command, target, args.ptx_run, args.instructions, 60)
                for name in args.kernels or kernels.kernel_names():
                    tmp = folder / f"{tool}.{target}{level}" / name
                    try:
                        runner.run(name, str(tmp))
                    except kernels.Failure as error:
                        left_out.append(f"{tool} sm_{target} {level} {name}: {error}")
                        continue
                    runs += launches(name, tmp)
    return runs, left_out


def launches(name, tmp):
    manifest = json.loads((ROOT / "test" / "kernels" / f"{name}.json").read_text())
    for number, entry in enumerate(manifest["launches"]):
        launch = kernels.hostnum.Launch(entry, str(tmp))
        yield {"cubin": str(tmp / f"{name}.cubin"), "kernel": manifest["kernel"],
               "grid": launch.grid, "block": launch.block, "shared": launch.shared,
               "args": launch.specs,
               "outputs": [{"arg": o["arg"], "file": str(tmp / f"out{number}.{o['arg']}.bin")}
                           for o in launch.outputs]}


def oracle_words(sm, args, folder):
    """Writes words of every form with nvdisasm's text. Returns how many there are, and how
    many it refuses, writes nothing for, or otherwise than we do."""
    out = subprocess.run([args.sass_random, "--print", "--plain", f"--sm={sm}", "--seed=77",
                          f"--count={args.words}"], capture_output=True, text=True, check=True)
    words = [int(line.split()[0], 16) for line in out.stdout.splitlines()]
    drawn = len(words)
    while True:
        # The text of a branch depends on its address, so it is asked again after each cut.
        texts = sasswords.disassemble(words, sm)
        mine = sasswords.ours(words, sm, args.sass_text)
        good = [w for w, t, m in zip(words, texts, mine) if t and t == m]
        if len(good) == len(words):
            break
        words = good
    (folder / f"sm{sm}.txt").write_text(
        "".join("%032x %s\n" % pair for pair in zip(words, texts)))
    return len(words), drawn - len(words)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="mutations")
    parser.add_argument("--seed", type=int, default=1, help="number of the first one")
    parser.add_argument("--targets", default="75,90,120", help="of the kernels")
    parser.add_argument("--kernels", type=lambda names: names.split(","), help="only these")
    parser.add_argument("--instructions", type=int, default=100000,
                        help="warp instructions of a kernel at most")
    parser.add_argument("--words", type=int, default=10000, help="nvdisasm's words for each SM")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--tmp", type=pathlib.Path, help="folder of the sample (kept)")
    for tool in ("isa-mutate", "sass-random", "sass-text", "ptx-run"):
        parser.add_argument(f"--{tool}", default=tool)
    return parser.parse_args()


def main():
    args = parse_arguments()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.tmp or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        runs, left_out = kernel_runs(args, folder)
        print(f"{len(runs)} launches of kernels, {len(left_out)} kernels left out", flush=True)
        if args.verbose:
            print("\n".join(left_out))
        (folder / "runs.json").write_text(json.dumps(runs))
        command = [args.isa_mutate, f"--words={ROOT / 'test' / 'Format' / 'SASS' / 'Inputs'}",
                   f"--runs={folder / 'runs.json'}", f"--count={args.count}",
                   f"--seed={args.seed}"] + ["--verbose"] * args.verbose
        if shutil.which("nvdisasm"):
            oracle = folder / "nvdisasm"
            oracle.mkdir(exist_ok=True)
            counts = [oracle_words(sm, args, oracle) for sm in SMS.split(",")]
            print(f"{sum(n for n, _ in counts)} words with nvdisasm's text, "
                  f"{sum(n for _, n in counts)} left out", flush=True)
            command.append(f"--oracle={oracle}")
        else:
            print("nvdisasm is not on PATH: without it", flush=True)
        sys.exit(subprocess.run(command).returncode)


if __name__ == "__main__":
    main()
