"""A function with 100 dependences that keep their entry on sm_90, twice, and after each
hundred one that does not."""

PAIRS = [
    ('sass.cs2r "@P0 CS2R R4, SR_CLOCKLO {stall:%d}"', 'sass.imad "IMAD.IADD R6, R7, 0x1, -R5 {stall:15, yield}"', 6, 2),
    ('sass.iadd3 "IADD3 R8, R9, R9, RZ {stall:%d}"', 'sass.lop3 "LOP3.LUT R10, R8, R9, RZ, 0xfc, !PT {stall:15, yield}"', 4, 3),
]
print("sass.module attributes {sm = 90 : i32} {\n  sass.func @odd attributes {kernel} {")
for first, second, entry, odd in PAIRS:
    for stall in [entry] * 100 + [odd]:
        print("    %s\n    %s" % (first % stall, second))
print('    sass.exit "EXIT {stall:5}"\n    sass.end\n  }\n}')
