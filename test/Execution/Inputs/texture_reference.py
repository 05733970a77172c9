"""What textures and surfaces hold and what is read of them, in exact numbers: the model
of docs/execution.md once more, for the cases of texture_cases.py."""

import copy
import math
import struct
from fractions import Fraction

KINDS = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i", "f16": "e", "f32": "f"}


def f32_bits(value):
    """An exact number rounded to f32."""
    if value == 0:
        return 0
    sign = 0x80000000 if value < 0 else 0
    value = abs(Fraction(value))
    exponent = -149
    while value >= Fraction(2) ** (exponent + 24):
        exponent += 1
    scaled = value / Fraction(2) ** exponent
    digits = math.floor(scaled)
    rest = scaled - digits
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and digits & 1):
        digits += 1
    return sign | struct.unpack("<I", struct.pack("<f", float(digits * Fraction(2) ** exponent)))[0]


def f32(bits):
    return struct.unpack("<f", struct.pack("<I", bits & 0xffffffff))[0]


def bits_of(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


class Image:
    """`shape` is that of the instructions; `size` (width, height, depth), of arrays and cubes
    the last one the number of slices."""

    def __init__(self, shape, element, size, rng, layers=1, modes=("clamp",), linear=False,
                 normalized=False, fraction=False, surface=False, pad=0, levels=0, samples=0):
        self.shape, self.element, self.layers, self.surface = shape, element, layers, surface
        self.kind, self.channels = element.split("x")[0], int((element + "x1").split("x")[1])
        self.dims = {"1d": 1, "a1d": 1, "3d": 3}.get(shape, 2)
        self.size = list(size) + [1] * (3 - len(size))
        self.cube = "cube" in shape
        self.array = shape[0] == "a"
        self.slices = self.size[2] if self.dims == 3 else layers * (6 if self.cube else 1)
        self.modes = (list(modes) * 3)[:3]
        self.linear, self.normalized, self.fraction = linear, normalized, fraction
        self.channel_bytes = struct.calcsize(KINDS[self.kind])
        self.texel_bytes = self.channel_bytes * self.channels
        self.levels, self.samples, self.start = levels, samples, 0
        self.place_bytes = self.texel_bytes * max(samples, 1)
        self.pitch = self.size[0] * self.place_bytes + pad
        end = self.part(max(levels, 1)).start
        self.data = bytearray(rng.randbytes(end))
        if self.kind[0] == "f":
            for at in range(0, len(self.data), self.channel_bytes):
                self.data[at:at + self.channel_bytes] = struct.pack(
                    "<" + KINDS[self.kind], rng.choice([0.0, -1.0, 0.5]) if rng.random() < 0.1
                    else rng.uniform(-8, 8))

    def part(self, level=0, sample=0):
        """What of the image a fetch of one level or one sample reads."""
        part = copy.copy(self)
        for _ in range(level):
            part.start += part.pitch * part.size[1] * part.slices
            part.size = [max(1, n >> 1) for n in part.size]
            part.pitch = part.size[0] * part.place_bytes
            part.slices = part.size[2] if part.dims == 3 else part.slices
        part.start += sample * part.texel_bytes
        return part

    def spec(self, buffer):
        text = "%s:%d,%s,dim=%s" % ("surface" if self.surface else "texture", buffer, self.element,
                                    "x".join(map(str, self.size[:self.dims])))
        text += ",layers=%d" % self.layers if self.array else ""
        text += ",cube" if self.cube else ""
        text += ",levels=%d" % self.levels if self.levels else ""
        text += ",samples=%d" % self.samples if self.samples else ""
        if self.pitch != self.size[0] * self.place_bytes:
            text += ",pitch=%d" % self.pitch
        return text if self.surface else text + self.sampler_spec(",") + (
            ",read=fraction" if self.fraction else "")

    def sampler_spec(self, start=""):
        return start + "address=%s%s%s" % ("x".join(self.modes), ",filter=linear" * self.linear,
                                           ",coords=normalized" * self.normalized)

    def texel(self, at, layer_slice=0):
        """Four components: whole numbers, or f32 bits; `at` has None outside."""
        fills = [0, 0, 0, bits_of(1.0) if self.fraction or self.kind[0] == "f" else 1]
        inside = all(i is not None and 0 <= i < self.size[k] for k, i in enumerate(at[:self.dims]))
        x, y, z = list(at[:self.dims]) + [0] * (3 - self.dims)
        for c in range(self.channels):
            fills[c] = 0
            if not inside:
                continue
            start = (self.start + ((z + layer_slice) * self.size[1] + y) * self.pitch
                     + x * self.place_bytes + c * self.channel_bytes)
            v = struct.unpack_from("<" + KINDS[self.kind], self.data, start)[0]
            if self.kind[0] == "f":
                fills[c] = bits_of(v)
            elif self.fraction:
                bits = 8 * self.channel_bytes
                most = (1 << (bits - (self.kind[0] == "s"))) - 1
                fills[c] = f32_bits(max(Fraction(v, most), Fraction(-1)))
            else:
                fills[c] = v & 0xffffffff
        return fills

    def axis(self, k, x, offset, linear):
        """Indices (None: border) and shares in 1/256 of the texels of an axis."""
        n = self.size[k]
        mode = self.modes[k]
        normalized = self.normalized or self.cube
        if self.cube or (not normalized and mode in ("wrap", "mirror")):
            mode = "clamp"
        p = (Fraction(0) if x != x else Fraction(x)) * (n if normalized else 1) + offset
        if mode == "wrap":
            p %= n
        elif mode == "mirror":
            p %= 2 * n
            p = 2 * n - p if p > n else p
        elif mode == "clamp_ogl":
            p = min(max(p, Fraction(0)), Fraction(n))
        if linear:
            left = p - Fraction(1, 2)
            first = math.floor(left)
            share = math.floor((left - first) * 256 + Fraction(1, 2))
            taps = [(first, 256 - share), (first + 1, share)]
        else:
            i = math.floor(p)
            taps = [(min(i, n - 1) if mode in ("clamp_ogl", "mirror") else i, 256)]

        def address(i):
            if mode == "wrap":
                return i % n
            if mode in ("clamp", "mirror"):
                return min(max(i, 0), n - 1)
            return i if 0 <= i < n else None
        return [(address(i), share) for i, share in taps]

    def face(self, v):
        x, y, z = map(Fraction, v)
        if abs(x) >= abs(y) and abs(x) >= abs(z):
            f, m, s, t = (1, -x, z, -y) if x < 0 else (0, x, -z, -y)
        elif abs(y) >= abs(z):
            f, m, s, t = (3, -y, x, -z) if y < 0 else (2, y, x, z)
        else:
            f, m, s, t = (5, -z, -x, -y) if z < 0 else (4, z, x, -y)
        return f, [(s / m + 1) / 2, (t / m + 1) / 2]

    def place(self, coords):
        """(slice, coordinates) of a fetch."""
        coords = list(coords)
        layer = min(coords.pop(0), self.layers - 1) if self.array else 0
        if not self.cube:
            return layer, coords
        f, coords = self.face(coords)
        return 6 * layer + f, coords

    def sample(self, coords, offsets=(0, 0, 0)):
        layer, coords = self.place(coords)
        axes = [self.axis(k, coords[k], offsets[k], self.linear) for k in range(self.dims)]
        if not self.linear:
            return self.texel([a[0][0] for a in axes], layer)
        sums = [Fraction(0)] * 4
        taps = [([], 1)]
        for a in axes:
            taps = [(at + [i], weight * share) for at, weight in taps for i, share in a]
        for at, weight in taps:
            for c, bits in enumerate(self.texel(at, layer)):
                sums[c] += Fraction(f32(bits)) * weight
        return [f32_bits(s / 256 ** self.dims) for s in sums]

    def load(self, coords, offsets=(0, 0, 0)):
        layer, coords = self.place(coords)
        return self.texel([c + o for c, o in zip(coords, offsets)], layer)

    def gather(self, coords, component, offsets=(0, 0, 0)):
        layer, coords = self.place(coords)
        x, y = [self.axis(k, coords[k], offsets[k], True) for k in range(2)]
        return [self.texel([x[i][0], y[j][0]], layer)[component]
                for i, j in ((0, 1), (1, 1), (1, 0), (0, 0))]

    def locate(self, coords, size, clamp, texels=False):
        """Where an access of a surface begins; None outside."""
        coords = list(coords)
        z = coords.pop(0) if self.array else 0
        x = coords.pop(0) * (self.texel_bytes if texels else 1)
        y = coords.pop(0) if coords else 0
        z = coords.pop(0) if coords else z
        at = []
        for v, most in ((x, self.size[0] * self.texel_bytes - size), (y, self.size[1] - 1),
                        (z, self.slices - 1)):
            if not 0 <= v <= most:
                if clamp != "clamp":
                    return None
                v = min(max(v, 0), most)
            at.append(v)
        return (at[2] * self.size[1] + at[1]) * self.pitch + at[0] - at[0] % size
