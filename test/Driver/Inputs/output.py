"""What `optxas -o` does to what is there already: a pipe or a device is written to and stays what
it is, a link stays a link, a file is replaced."""

import os
import stat
import subprocess
import sys
import threading


def compile_to(ptx, out):
    run = subprocess.run(["optxas", "-arch=sm_90", ptx, "-o", out], capture_output=True,
                         text=True, timeout=60)
    return run.returncode, run.stderr.strip()


def main():
    ptx, tmp = sys.argv[1:]
    os.makedirs(tmp, exist_ok=True)
    path = {name: os.path.join(tmp, name) for name in ("plain", "pipe", "file", "link")}
    for name in path.values():
        if os.path.lexists(name):
            os.unlink(name)
    print("plain:", *compile_to(ptx, path["plain"]))
    with open(path["plain"], "rb") as f:
        want = f.read()

    os.mkfifo(path["pipe"])
    got = []

    def read():
        with open(path["pipe"], "rb") as f:
            got.append(f.read())
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    print("pipe:", *compile_to(ptx, path["pipe"]))
    reader.join(10)
    print("pipe:", "a pipe" if stat.S_ISFIFO(os.stat(path["pipe"]).st_mode) else "no pipe",
          "the same" if got == [want] else "not the same")

    with open(path["file"], "w") as f:
        f.write("x" * 100000)
    os.symlink("file", path["link"])
    print("link:", *compile_to(ptx, path["link"]))
    with open(path["file"], "rb") as f:
        print("link:", "a link" if os.path.islink(path["link"]) else "no link",
              "the same" if f.read() == want else "not the same")
    print("left:", *sorted(os.listdir(tmp)))


main()
