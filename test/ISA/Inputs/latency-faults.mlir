// Three faults: a sum read a cycle too early, the same around a loop, and an
// instruction of fixed latency that sets a barrier. The rest is right: lanes that
// exclude each other depend on nothing, a wait ends a dependence on a load, and a
// stall of 0 is two cycles.
sass.module attributes {sm = 90 : i32} {
  sass.func @faults attributes {kernel} {
    sass.iadd3 "IADD3 R1, R0, 0x1, RZ {stall:3}"
    sass.lop3 "LOP3.LUT R2, R1, R0, RZ, 0x3c, !PT {stall:5}"
    sass.iadd3 "@P0 IADD3 R3, R0, 0x1, RZ {stall:1}"
    sass.iadd3 "@!P0 IADD3 R4, R3, 0x1, RZ {stall:5}"
    sass.ldg "LDG.E R6, [R8] {stall:2, wr:0}"
    sass.iadd3 "IADD3 R7, R6, 0x1, RZ {stall:5, wait:0b000001}"
    sass.iadd3 "IADD3 R7, R7, 0x1, RZ {stall:4, wr:1}"
    sass.iadd3 "IADD3 R13, R0, 0x1, RZ {stall:2}"
    sass.errbar "ERRBAR {stall:0}"
    sass.lop3 "LOP3.LUT R2, R13, R0, RZ, 0x3c, !PT {stall:5}"
    sass.fallthrough ^bb1
  ^bb1:
    sass.ffma "FFMA R10, R11, R12, R12 {stall:5}"
    sass.iadd3 "IADD3 R11, R0, 0x1, RZ {stall:3}"
    sass.bra "@P0 BRA .+0x10 {stall:1}" ^bb1, ^bb2
  ^bb2:
    sass.exit "EXIT {stall:5}"
    sass.end
  }
}
