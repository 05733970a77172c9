"""Cases of bulk_cases.py that sm_100 has: atoms of swizzles, columns along one dimension."""

from bulk_cases import SHARED, Case


def atom_cases():
    """Of sm_100: a swizzle of 128 bytes that moves 32 or 64 bytes together, as it is read and
    written; the flip is for loads only."""
    for atom in ("32", "32flip", "64"):
        for kind, wide in (("u8", 128), ("f64", 8)):
            tensor = (kind, [2 * wide, 20], [wide, 16], [1, 1], 128)
            c = Case("load_atom%s_%s" % (atom, kind), tensor=tensor)
            c.atom = atom
            c.load_box(1024, [wide // 2, 2])
            yield c
            if atom != "32flip":
                c = Case("store_atom%s_%s" % (atom, kind), tensor=tensor)
                c.atom = atom
                c.load(0, 0, 2048)
                c.store_box(0, [wide // 2, 2])
                yield c


def line_cases():
    """Of sm_100: columns along one dimension, with halos."""
    # (name, mode, tensor, columns, size; start, halo and offset of each copy)
    for name, wide, tensor, columns, size, copies in (
            ("3d_w", "w", ("f16", [64, 7, 15], 0, [1, 1, 1], 128), (64, 24, [0], [0]), SHARED,
             (([0, 2, 1], 2, 0), ([0, 0, 0], 0, 0), ([0, 5, 13], 3, 0))),
            # The pixels of the halo may be those of the next image, or outside.
            ("4d_w_padded", "w", ("f16", [32, 6, 4, 8], 0, [1, 1, 1, 1], 64), (32, 31, [-1], [-1]),
             SHARED, (([0, -1, 2, 0], 2, 0), ([0, 4, 0, 2], 1, 1), ([0, -3, 3, 7], 2, 2))),
            ("4d_w_strided", "w", ("u8", [128, 9, 3, 4], 0, [1, 2, 1, 1], 128), (128, 10, [-1], [0]),
             SHARED, (([0, -1, 2, 0], 1, 0), ([0, -1, 2, 0], 0, 1), ([0, 3, 1, 2], 4, 3))),
            ("5d_w_channels", "w", ("f32", [32, 4, 3, 3, 3], 0, [1, 3, 1, 1, 1], 64, "nan"),
             (16, 12, [0], [-1]), SHARED, (([16, 1, 2, 1, 0], 5, 2), ([24, 0, 0, 2, 1], 0, 31))),
            ("3d_w128", "w128", ("f16", [32, 9, 20], 0, [1, 1, 1], 64), (32, 1, [0], [0]), 12288,
             (([0, 2, 3], 2, 0),)),
            ("4d_w128_padded", "w128", ("u16", [32, 5, 3, 16], 0, [1, 1, 1, 1], 64),
             (32, 128, [-1], [-1]), 16384, (([0, -1, 2, 2], 31, 1),)),
            ("4d_w128_strided", "w128", ("u32", [32, 7, 2, 9], 0, [1, 2, 1, 1], 128),
             (32, 1, [-1], [1]), 20480, (([0, 3, 1, 0], 3, 0),)),
            ("5d_w128", "w128", ("f16", [32, 4, 2, 2, 16], 0, [1, 1, 1, 1, 1], 64),
             (32, 1, [0], [0]), 12288, (([0, 0, 1, 1, 0], 0, 3),))):
        # Of other destinations and blocks only that there is such a form.
        for destination, group in (("shared::cta", ""), ("shared::cluster", ""),
                                   ("shared::cta", ".cta_group::1"),
                                   ("shared::cluster", ".cta_group::1")):
            if (destination, group) != ("shared::cta", "") and name not in ("3d_w", "3d_w128"):
                continue
            c = Case("load_line_%s_%s%s" % (name, destination[8:], "_group" if group else ""),
                     tensor=tensor, size=size)
            c.columns, c.wide, c.destination, c.group = columns, wide, destination, group
            c.prefetches = True
            for k, (start, halo, shift) in enumerate(copies):
                c.load_line(2048 * k, start, halo, shift)
            yield c
