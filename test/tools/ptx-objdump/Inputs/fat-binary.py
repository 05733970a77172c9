"""Writes a fat binary of given images, as the format stands in FatBinary.h.

    fat-binary.py OUT [KIND:SM[a|f][:WAY[:SOURCE[:OPTIONS]]]=FILE]... [@OFFSET=BYTES]...

KIND is ptx, elf or a number; WAY is none, lz4, zstd or a number of flags. '/' begins
another fat binary, behind eight zeros. At the end bytes (hexadecimal) may be written
over what is there, and @cut=N leaves N bytes."""

import struct
import sys

KINDS = {"ptx": 1, "elf": 2}
FLAGS = {"": 0, "none": 0, "lz4": 0x2000, "zstd": 0x8000}


def pad(data, to=8):
    return data + bytes(-len(data) % to)


def length(value):
    """What follows a length of LZ4 that does not fit into its four bits."""
    if value < 15:
        return b""
    value -= 15
    return b"\xff" * (value // 255) + bytes([value % 255])


def lz4(data):
    """A block: copies are found by the last place of each four bytes."""
    out, places, start, i = b"", {}, 0, 0

    def sequence(literals, copied, tail):
        token = min(len(literals), 15) << 4 | min(copied, 15)
        return bytes([token]) + length(len(literals)) + literals + tail + (length(copied) if tail else b"")

    # The last five bytes are no copy.
    while i < len(data) - 12:
        place = places.get(data[i:i + 4])
        places[data[i:i + 4]] = i
        if place is None or i - place > 65535:
            i += 1
            continue
        n = 4
        while i + n < len(data) - 5 and data[place + n] == data[i + n]:
            n += 1
        out += sequence(data[start:i], n - 4, struct.pack("<H", i - place))
        i += n
        start = i
    return out + sequence(data[start:], 0, b"")


def zstd(data):
    """A frame of blocks that are not compressed, a row of one byte apart."""
    frame = struct.pack("<IBQ", 0xfd2fb528, 0xe0, len(data))
    for i in range(0, len(data), 65536):
        block = data[i:i + 65536]
        last = i + 65536 >= len(data)
        same = block == block[:1] * len(block)
        frame += struct.pack("<I", len(block) << 3 | same << 1 | last)[:3] + (block[:1] if same else block)
    return frame


def entry(spec, image):
    kind, sm, way, source, options = (spec.split(":") + [""] * 3)[:5]
    flags = 0x11 | (0x100000 if sm[-1] == "a" else 0x200000 if sm[-1] == "f" else 0)
    stored = {"lz4": lz4, "zstd": zstd}.get(way, bytes)(image)
    flags |= FLAGS[way] if way in FLAGS else int(way, 0)
    isCompressed = stored != image
    texts, place = b"", [0, 0, 0]
    if source:
        place[1:] = [64, len(source)]
        texts = pad(source.encode() + b"\0")
    if kind != "elf":
        place[0] = 64 + len(texts)
        texts += struct.pack("<II", place[0] + 8, len(options)) + pad(options.encode())
    version = (0, 8) if kind == "ptx" else (8, 1)
    header = struct.pack("<HHIQIIHHIIIQQQ", KINDS.get(kind) or int(kind), 0x101, 64 + len(texts), len(pad(stored)),
                         len(stored) if isCompressed else 0, place[0], *version, int(sm.rstrip("af")), place[1], place[2],
                         flags, 0, len(image) if isCompressed else 0)
    return header + texts + pad(stored)


def main():
    binaries, changes = [b""], []
    for argument in sys.argv[2:]:
        if argument == "/":
            binaries.append(b"")
        elif argument.startswith("@"):
            changes.append(argument[1:].split("="))
        else:
            spec, file = argument.split("=", 1)
            binaries[-1] += entry(spec, open(file, "rb").read())
    data = bytearray(bytes(8).join(struct.pack("<IHHQ", 0xba55ed50, 1, 16, len(b)) + b for b in binaries))
    for place, value in changes:
        if place == "cut":
            del data[int(value):]
        else:
            new = bytes.fromhex(value)
            data[int(place):int(place) + len(new)] = new
    open(sys.argv[1], "wb").write(data)


if __name__ == "__main__":
    main()
