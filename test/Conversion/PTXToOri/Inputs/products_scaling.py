"""Asks whether the time of the conversion grows by less than a factor of LIMIT from
SMALL products to LARGE ones: products_scaling.py SMALL LARGE LIMIT."""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile

WRITE = pathlib.Path(__file__).with_name("products.py")


def measure(path):
    """Seconds that the compiler works, the least of three times."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["ptx-opt", path, "--pipeline=O1", "-o", os.devnull, "--arch=sm_90a",
                        "--stop-after=ConvertPTXToOri"], check=True, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    sizes, limit = sys.argv[1:3], float(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("fragments", "open", "groups"):
            times = []
            for size in sizes:
                path = os.path.join(folder, size + ".ptx")
                with open(path, "w") as file:
                    subprocess.run([sys.executable, WRITE, kind, size], stdout=file, check=True)
                times.append(measure(path))
            factor = times[1] / times[0]
            print("%s: %s" % (kind, "in time" if factor < limit else
                              "%.2f s and %.2f s, %.0f times" % (*times, factor)))


main()
