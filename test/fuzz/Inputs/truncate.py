"""truncate.py FILE FOLDER: the starts of a file, of 40 lengths, and itself with each of
40 bytes changed, as files of the folder."""
import pathlib
import sys

data = pathlib.Path(sys.argv[1]).read_bytes()
for i in range(40):
    at = len(data) * i // 40
    pathlib.Path(sys.argv[2], "start%d" % i).write_bytes(data[:at])
    changed = bytearray(data)
    changed[at] ^= 0xff
    pathlib.Path(sys.argv[2], "changed%d" % i).write_bytes(changed)
