"""Rounds in which each of 16 words comes from three of the round before.

In the order of the source all three parts of all words are in registers at
once; one word after the other, hardly more than 16.
"""

WORDS, ROUNDS, PARTS = 16, 3, 3

print("ori.module attributes {sm = 90 : i32} {")
print("  ori.func @rounds attributes {kernel, max_registers = 24 : i32} {")
print("    %n = ori.imm 0 : !ori.ur")
print("    %p = ori.imm 0 : !ori.p")
print('    %x = ori.s2r<sr = "SR_TID.X">')
for i in range(WORDS):
    print(f"    %w0_{i} = ori.lds<offset = {4 * i}> %x, %n")
for r in range(ROUNDS):
    for k in range(PARTS):
        for i in range(WORDS):
            word = f"%w{r}_{(i + k) % WORDS}"
            print(f"    %t{r}_{k}_{i} = ori.lds<offset = {1024 + 256 * k}> {word}, %n")
    for i in range(WORDS):
        parts = ", ".join(f"%t{r}_{k}_{i}" for k in range(PARTS))
        print(
            f"    %w{r + 1}_{i}, %q{r}_{i} = ori.lop3<lut = 150> {parts}, %p"
            " : (!ori.r, !ori.r, !ori.r, !ori.p) -> (!ori.r, !ori.p)"
        )
for i in range(WORDS):
    print(f"    ori.sts<offset = {2048 + 4 * i}> %x, %n, %w{ROUNDS}_{i}")
print("    ori.exit")
print("  }")
print("}")
