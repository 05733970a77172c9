// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-verify-allocation{max-registers=32})))' --split-input-file --verify-diagnostics

ori.module attributes {sm = 90 : i32} {
  ori.func @right attributes {kernel, block_regs = array<i32: 3>} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(2)
    ori.bra ^bb1(%x : !ori.r)
  ^bb1(%i: !ori.r):
    %j, %j1, %j2 = ori.iadd3 %i, %i, %zero, %true, %true regs(4, -1, -1)
    ori.sts %j, %n, %i
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @overlap attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(2)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(2)
    // expected-error@below {{allocation: register 2 does not hold the value that is read here}}
    ori.sts %x, %n, %y
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @no_register attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    // expected-error@below {{allocation: a value that is read has no register}}
    %x = ori.s2r<sr = "SR_TID.X">
    ori.sts %x, %n, %x
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @alignment attributes {kernel} {
    %true = ori.imm true : !ori.p
    %d = ori.imm 0 : !ori.ur<2>
    %x = ori.s2r<sr = "SR_TID.X"> regs(3)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(4)
    // expected-error@below {{allocation: a tuple of 2 registers starts at 3}}
    %p = ori.combine %x, %y regs 4 : !ori.r, !ori.r -> !ori.r<2>
    ori.stg %p, %d, %x
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @budget attributes {kernel} {
    %n = ori.imm 0 : !ori.ur
    // expected-error@below {{allocation: register 30 of a value with 1 is beyond the limit of 30}}
    %x = ori.s2r<sr = "SR_TID.X"> regs(30)
    ori.sts %x, %n, %x
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @tied attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(2)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(3)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(0, -1)
    // expected-error@below {{allocation: a result and the value that it is tied to are in different registers}}
    %a = ori.mov %x if %c else(%y) regs(4)
    ori.sts %a, %n, %x
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @across attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(2)
    %c, %c1 = ori.isetp<cmp = "GT"> %x, %zero, %true, %true regs(0, -1)
    ori.cond_bra %c, ^bb1, ^bb2
  ^bb1:
    %y = ori.s2r<sr = "SR_TID.Y"> regs(2)
    ori.sts %y, %n, %y
    // expected-error@below {{allocation: register 2 does not hold a value that a successor reads}}
    ori.bra ^bb2
  ^bb2:
    ori.sts %x, %n, %x
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @argument attributes {kernel, block_regs = array<i32: 3>} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(2)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(3)
    // expected-error@below {{allocation: a block argument overwrites register 2, which a successor reads}}
    ori.bra ^bb1(%y : !ori.r)
  ^bb1(%i: !ori.r):
    ori.sts %x, %n, %i
    ori.exit
  }
}

// -----

// While lanes 0 to 15 add up, the others are on their way to %constant.
ori.module attributes {sm = 90 : i32} {
  ori.func @apart attributes {kernel, diverges} {
    %t = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(2)
    %constant = ori.uldc<offset = 536> %n regs(4)
    %half = ori.imm 16 : !ori.r
    %low, %high = ori.isetp<cmp = "LT", u32> %x, %half, %t, %t regs(0, -1)
    ori.cond_bra %low, ^bb1, ^bb2
  ^bb1:
    // expected-error@below {{allocation: uniform register 4 is written while other threads of the warp may still read something else there}}
    %sum = ori.redux<op = "SUM"> %x regs(4)
    %y = ori.mov %sum regs(3) : (!ori.ur) -> (!ori.r)
    ori.sts %x, %n, %y
    ori.exit
  ^bb2:
    %z = ori.mov %constant regs(3) : (!ori.ur) -> (!ori.r)
    ori.sts %x, %n, %z
    ori.exit
  }
}
