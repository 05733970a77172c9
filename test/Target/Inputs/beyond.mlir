// Registers and a barrier that the made-up SM does not have, and its encodings do.
sass.module attributes {sm = 105 : i32} {
  sass.func @beyond attributes {kernel, registers = 200 : i32} {
    sass.umov "UMOV UR31, 0x1 {stall:12, yield}"
    sass.umov "UMOV UR32, 0x1 {stall:12, yield}"
    sass.mov "MOV R198, 0x1 {stall:9, yield}"
    sass.mov "MOV R199, 0x1 {stall:9, yield}"
    sass.s2r "S2R R2, SR_TID.X {stall:3, wr:4}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}
