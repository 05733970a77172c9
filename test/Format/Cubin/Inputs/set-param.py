"""Copies a cubin; the words of its first KPARAM_INFO record are changed by a mask.

    set-param.py IN OUT MASK"""

import sys

old, new, mask = sys.argv[1], sys.argv[2], int(sys.argv[3], 0)
data = bytearray(open(old, "rb").read())
# EIFMT_SVAL, EIATTR_KPARAM_INFO, 12 bytes.
at = data.index(b"\x04\x17\x0c\x00")
word = int.from_bytes(data[at + 12:at + 16], "little") | mask
data[at + 12:at + 16] = word.to_bytes(4, "little")
open(new, "wb").write(data)
