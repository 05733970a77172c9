"""One PTX file: the interpreter, our code at O0 and O3 and, where ptxas is there, its code must
leave the same bytes in the buffer that the launch calls OUT. What each case is launched with is in
lines of the file: `// KERNEL name SMS options`, with OUT for the file to write."""

import argparse
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import run  # noqa: E402


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("file")
    p.add_argument("--tmp", required=True)
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    text = open(o.file).read()
    runs = bad = 0
    cubins = {}

    def launch(what, options, kernel):
        """The bytes that it leaves, or a message."""
        out = os.path.join(o.tmp, "out")
        if os.path.exists(out):
            os.remove(out)
        code, output = run("ptx-run", *what, "--kernel=" + kernel,
                           *[option.replace("OUT", out) for option in options])
        if code or not os.path.exists(out):
            return output.strip()
        return open(out, "rb").read()

    def compile_with(arch, name, command):
        path = os.path.join(o.tmp, "%s.%s.cubin" % (arch, name))
        if path not in cubins:
            cubins[path] = run(*command, "-arch=" + arch, o.file, "-o", path)
        return path, cubins[path]

    for kernel, arches, options in re.findall(r"^// KERNEL (\S+) (\S+) (.*)$", text, re.M):
        options = options.split()
        want = launch(["--interpret", o.file], options, kernel)
        if isinstance(want, str):
            bad += 1
            print("%s: DIFFERENT: %s" % (kernel, want))
            continue
        for arch in arches.split(","):
            compilers = [("ours-O0", ["optxas", "-O0"]), ("ours-O3", ["optxas", "-O3"])]
            if shutil.which("ptxas"):
                compilers.append(("ptxas", ["ptxas", "-O3"]))
            for name, command in compilers:
                path, (code, output) = compile_with(arch, name, command)
                check = ["--check=hazards"] if name != "ptxas" else []
                got = output.strip() if code else launch([path] + check, options, kernel)
                runs += 1
                if got != want:
                    bad += 1
                    shown = got if isinstance(got, str) else next(
                        "byte %d is %#x, not %#x" % (i, g, w)
                        for i, (g, w) in enumerate(zip(got, want)) if g != w)
                    print("%s: %s %s: DIFFERENT: %s" % (kernel, arch, name, shown))
    print("%d runs, %d different" % (runs, bad))


if __name__ == "__main__":
    main()
