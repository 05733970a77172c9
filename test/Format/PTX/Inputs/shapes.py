"""PTX with extreme control flow: shapes.py SHAPE BLOCKS."""
import sys

shape, count = sys.argv[1], int(sys.argv[2])
half = count // 2
body = []
if shape == "diamonds":
    for i in range(half):
        body.append(f"@%p1 bra L{i}; add.u32 %r2, %r2, 1; L{i}: add.u32 %r3, %r2, %r3;")
elif shape == "nested-ifs":
    body += [f"add.u32 %r2, %r2, 1; @%p1 bra L{i};" for i in range(half)]
    body += [f"L{i}: add.u32 %r3, %r2, %r3;" for i in reversed(range(half))]
elif shape == "nested-loops":
    body += [f"L{i}: add.u32 %r2, %r2, 1;" for i in range(half)]
    body += [f"add.u32 %r3, %r2, %r3; @%p1 bra L{i};" for i in reversed(range(half))]
elif shape == "one-exit":
    body += [f"add.u32 %r{i + 4}, %r{i + 3}, 1; @%p1 bra L;" for i in range(count)]
    body.append("L:")
print(f""".version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{{
.reg .pred %p<2>; .reg .b64 %rd<2>; .reg .b32 %r<{count + 8}>;
ld.param.u64 %rd1, [a];
ld.global.v2.u32 {{%r2, %r3}}, [%rd1];
setp.eq.u32 %p1, %r2, %r3;""")
print("\n".join(body))
print("st.global.u32 [%rd1], %r3; ret; }")
