import array
import ctypes
import sys

import ptx_mlir

text = open(sys.argv[1]).read()
cubin = ptx_mlir.compile(text, arch="sm_90")
print(repr(cubin))
results = []
for run, code in ((ptx_mlir.run, cubin), (ptx_mlir.interpret, text)):
    a, b, c = array.array("f", range(4)), array.array("f", range(0, 40, 10)), array.array("f", [0] * 4)
    run(code, [a, b, c, ctypes.c_int(4)], block=32)
    results.append(str(list(c)))
print(*results)
try:
    ptx_mlir.compile("bogus", name="k.ptx")
except ptx_mlir.InputError as e:
    print(e)
