"""Compiles PTX with the shared library and says which year it is for it.

usage: compile-now.py libptxmlir.so IN.ptx OUT.cubin OPTION...

The tools are static programs, whose clock no library can set; what they compile
with is the same code as the library's."""

import ctypes
import sys
import time


class Input(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("size", ctypes.c_size_t),
                ("name", ctypes.c_char_p)]


def main():
    library, path, out, *words = sys.argv[1:]
    lib = ctypes.CDLL(library)
    lib.ptxmlirResultGetOutput.restype = ctypes.c_void_p
    lib.ptxmlirResultGetLog.restype = ctypes.c_char_p
    with open(path, "rb") as f:
        text = f.read()
    source = Input(text, len(text), path.encode())
    options = (ctypes.c_char_p * len(words))(*[w.encode() for w in words])
    result = ctypes.c_void_p()
    status = lib.ptxmlirCompile(ctypes.byref(source), ctypes.c_size_t(1),
                                options, ctypes.c_size_t(len(words)),
                                ctypes.byref(result))
    if status:
        sys.exit(lib.ptxmlirResultGetLog(result).decode())
    size = ctypes.c_size_t()
    data = lib.ptxmlirResultGetOutput(result, ctypes.byref(size))
    with open(out, "wb") as f:
        f.write(ctypes.string_at(data, size.value))
    lib.ptxmlirResultDestroy(result)
    print("compiled in", time.gmtime().tm_year, "at", time.strftime("%H:%M"))


if __name__ == "__main__":
    main()
