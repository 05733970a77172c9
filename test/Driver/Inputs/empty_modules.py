"""Compiles an empty module for all targets and prints the flags in the headers of the
cubins. With --ptxas, too: all but the note about the tool, and the offsets that follow from
its size, must be the same."""

import struct
import subprocess
import sys

TARGETS = """sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a sm_100 sm_100a sm_100f sm_103 sm_103a
sm_103f sm_110 sm_110a sm_110f sm_120 sm_120a sm_120f sm_121 sm_121a sm_121f""".split()



def load(path):
    with open(path, "rb") as f:
        data = f.read()
    ident, flags = data[:16], struct.unpack_from("<I", data, 48)[0]
    phoff, shoff = struct.unpack_from("<2Q", data, 32)
    segments, sections = struct.unpack_from("<H", data, 56)[0], struct.unpack_from("<H", data, 60)[0]
    headers = [struct.unpack_from("<2I4Q2I2Q", data, shoff + 64 * k) for k in range(sections)]
    names = headers[1]
    result = {"header": (ident, flags)}
    offsets = {}
    for index, (name, kind, attributes, address, offset, size, *rest) in enumerate(headers):
        start = names[4] + name
        text = data[start:data.index(b"\0", start)].decode()
        if text == ".note.nv.tkinfo":
            size, content = 0, b""
        else:
            content = b"" if kind == 8 else data[offset:offset + size]
        result["section %d" % index] = (name, text, kind, attributes, address, size, rest, content)
        offsets.setdefault(offset, text)
    for k in range(segments):
        kind, flags, offset, *rest = struct.unpack_from("<2I6Q", data, phoff + 56 * k)
        place = "segments" if offset == phoff else offsets.get(offset, offset)
        result["segment %d" % k] = (kind, flags, place, rest)
    result["gap"] = headers[2][4] - headers[1][4] - headers[1][5]
    return result


def compile_with(tool, target):
    out = "%s.%s.%s.cubin" % (sys.argv[2], target, tool)
    done = subprocess.run([tool, "-arch=" + target, sys.argv[1], "-o", out],
                          capture_output=True, text=True)
    if done.returncode or done.stdout or done.stderr:
        sys.exit("%s: %s: %s" % (target, tool, done.stdout + done.stderr))
    return load(out)


def main():
    for target in TARGETS:
        ours = compile_with("optxas", target)
        print(target, "%08x" % ours["header"][1])
        if "--ptxas" in sys.argv:
            theirs = compile_with("ptxas", target)
            for key in sorted(set(ours) | set(theirs)):
                if ours.get(key) != theirs.get(key):
                    sys.exit("%s: %s: %s, not %s" % (target, key, ours.get(key), theirs.get(key)))


main()
