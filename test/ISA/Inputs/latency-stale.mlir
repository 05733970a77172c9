// No code of ptxas reads a 32-bit CS2R in a matrix instruction, so that the entry
// is not measured. Here 20 such reads leave more cycles than it.
sass.module attributes {sm = 90 : i32} {
  sass.func @slack attributes {kernel} {
    sass.cs2r "CS2R.32 R4, SR_CLOCKLO {stall:15, yield}"
    sass.nop "NOP {stall:15, yield}"
    sass.hmma.16816 "HMMA.16816.F32 R20, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R24, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R28, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R32, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R36, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R40, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R44, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R48, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R52, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R56, R4, R2, RZ {stall:15, yield}"
    sass.cs2r "CS2R.32 R4, SR_CLOCKLO {stall:15, yield}"
    sass.nop "NOP {stall:15, yield}"
    sass.hmma.16816 "HMMA.16816.F32 R60, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R64, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R68, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R72, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R76, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R80, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R84, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R88, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R92, R4, R2, RZ {stall:1}"
    sass.hmma.16816 "HMMA.16816.F32 R96, R4, R2, RZ {stall:15, yield}"
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}
