"""A kernel that holds 246 values beside eleven that have registers already: more than there
are, with what has none yet not too many."""

values, pinned = 246, 11
print("""ori.module attributes {sm = 90 : i32} {
ori.func @k attributes {kernel} {
%none = ori.imm 0 : !ori.ur
%x = ori.s2r<sr = "SR_TID.X">""")
for i in range(pinned):
    print(f"%a{i} = ori.lds<offset = {4 * i}> %x, %none regs({i + 2})")
for i in range(values):
    print(f"%v{i} = ori.lds<offset = {4 * (pinned + i)}> %x, %none")
for i in range(values):
    print(f"ori.sts<offset = {4 * i}> %x, %none, %v{i}")
for i in range(pinned):
    print(f"ori.sts<offset = {4 * (values + i)}> %x, %none, %a{i}")
print("ori.exit\n}\n}")
