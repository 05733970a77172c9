// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-verify-allocation)))' --split-input-file --verify-diagnostics

ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {argument_regs = array<i32: 4>, block_regs = array<i32: 5>, function_type = (!ori.r) -> !ori.r, result_regs = array<i32: 4>} {
  ^bb0(%a: !ori.r):
    ori.ret %a : !ori.r
  }
  ori.func @right attributes {calls, kernel} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(16)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(3)
    %r = ori.call @f(%y) [4] -> [4] regs [5] : (!ori.r) -> !ori.r
    ori.sts %x, %n, %r
    ori.exit
  }
}

// -----

// R16 and R36 outlive the call of a function, R32 does not.
ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {function_type = () -> ()} {
    ori.ret
  }
  ori.func @lost attributes {calls, kernel} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(32)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(36)
    ori.call @f() [] -> [] : () -> ()
    // expected-error@below {{allocation: register 32 does not hold the value that is read here}}
    ori.sts %y, %n, %x
    ori.exit
  }
}

// -----

// It outlives that of one of the driver, but R20 does not.
ori.module attributes {sm = 90 : i32} {
  ori.func @free attributes {argument_regs = array<i32: 4>, function_type = (!ori.r<2>) -> (), sym_visibility = "private"} {}
  ori.func @system attributes {calls, kernel} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(32)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(20)
    %a = ori.imm 0 : !ori.r<2>
    %t = ori.cbank 4[0] : !ori.r<2>
    ori.call system @free at %t : !ori.r<2> (%a) [4] -> [] : (!ori.r<2>) -> ()
    ori.sts %x, %n, %x
    // expected-error@below {{allocation: register 20 does not hold the value that is read here}}
    ori.sts %x, %n, %y
    ori.exit
  }
}

// -----

// Nor that of a function with few registers, which has them to itself.
ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {few_registers, function_type = () -> ()} {
    ori.ret
  }
  ori.func @few attributes {calls, kernel} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(32)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(15)
    ori.call @f() [] -> [] few_registers : () -> ()
    ori.sts %x, %n, %x
    // expected-error@below {{allocation: register 15 does not hold the value that is read here}}
    ori.sts %x, %n, %y
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @few attributes {few_registers, function_type = () -> ()} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(15)
    // expected-error@below {{allocation: R16 is preserved by a function with few registers}}
    %y = ori.s2r<sr = "SR_TID.Y"> regs(16)
    ori.sts %x, %n, %y
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {function_type = () -> ()} {
    ori.ret
  }
  ori.func @predicate attributes {calls, kernel} {
    %n = ori.imm 0 : !ori.ur
    %zero = ori.imm 0 : !ori.r
    %true = ori.imm true : !ori.p
    %x = ori.s2r<sr = "SR_TID.X"> regs(16)
    %p, %q = ori.isetp %x, %zero, %true, %true regs(0, -1)
    ori.call @f() [] -> [] : () -> ()
    // expected-error@below {{allocation: register 0 does not hold the value that is read here}}
    %s = ori.sel %x, %zero, %p regs(4)
    ori.sts %x, %n, %s
    ori.exit
  }
}

// -----

// R1 is the stack pointer where there are calls.
ori.module attributes {sm = 90 : i32} {
  ori.func @stack attributes {calls, kernel} {
    %n = ori.imm 0 : !ori.ur
    // expected-error@below {{allocation: R1 is the stack pointer}}
    %x = ori.s2r<sr = "SR_TID.X"> regs(1)
    ori.sts %x, %n, %x
    ori.exit
  }
}

// -----

// A device function leaves UR36 to its callers.
ori.module attributes {sm = 90 : i32} {
  ori.func @uniform attributes {function_type = () -> ()} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(0)
    // expected-error@below {{allocation: register 36 of a value with 1 is beyond the limit of 36}}
    %u = ori.uldc<offset = 520> %n regs(36)
    ori.sts %x, %u, %x
    ori.ret
  }
}

// -----

// Where the stack pointer moves, another register has the begin of the frame:
// R2, or R16 in a function with calls.
ori.module attributes {sm = 90 : i32} {
  ori.func @leaf attributes {dynamic_stack, kernel} {
    %n = ori.imm 0 : !ori.ur
    %x = ori.s2r<sr = "SR_TID.X"> regs(16)
    // expected-error@below {{allocation: R2 has the begin of the frame}}
    %y = ori.s2r<sr = "SR_TID.Y"> regs(2)
    ori.sts %y, %n, %x
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @calls attributes {calls, dynamic_stack, kernel} {
    %n = ori.imm 0 : !ori.ur
    // expected-error@below {{allocation: R16 has the begin of the frame}}
    %x = ori.s2r<sr = "SR_TID.X"> regs(16)
    %y = ori.s2r<sr = "SR_TID.Y"> regs(2)
    ori.sts %y, %n, %x
    ori.exit
  }
}
