// RUN: ptx-opt %s --split-input-file --verify-diagnostics

ori.module attributes {sm = 90 : i32} {
  ori.func @sources {
    %a = ori.imm 1 : !ori.r
    // expected-error @+1 {{'IADD3' has 5 sources, found 2}}
    %d, %p, %q = ori.iadd3 %a, %a
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @modifier {
    %a = ori.imm 1 : !ori.r
    // expected-error @+1 {{'MOV' has no modifier 'ftz'}}
    %d = ori.mov<ftz> %a
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @value {
    // expected-error @+1 {{modifier 'sr' has no value "SR_NOTHING"}}
    %d = ori.s2r<sr = "SR_NOTHING">
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @width {
    %a = ori.imm 1 : !ori.r<2>
    // expected-error @+1 {{slot 'b' cannot hold '!ori.r<2>' (it spans 1 register)}}
    %d = ori.mov %a : (!ori.r<2>) -> (!ori.r)
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @pass_through {
    %a = ori.imm 1 : !ori.r
    %p = ori.imm true : !ori.p
    // expected-error @+1 {{expected one pass-through value per result}}
    %d = ori.mov %a if %p
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @combine {
    %a = ori.imm 1 : !ori.r
    // expected-error @+1 {{parts have 2 registers, the result has 4}}
    %d = ori.combine %a, %a : !ori.r, !ori.r -> !ori.r<4>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @extract {
    %a = ori.imm 1 : !ori.r<2>
    // expected-error @+1 {{reads past the end of the tuple}}
    %d = ori.extract %a[2] : !ori.r<2> -> !ori.r
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @immediate {
    // expected-error @+1 {{value does not fit in 32 bits}}
    %a = ori.imm 0x123456789 : !ori.r
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {argument_regs = array<i32: 4>, function_type = (!ori.r) -> !ori.r, result_regs = array<i32: 4>, sym_visibility = "private"} {}
  ori.func @k attributes {kernel, sym_visibility = "private"} {}
  ori.func @caller {
    %a = ori.imm 1 : !ori.r
    %p = ori.imm true : !ori.p
    // expected-error @+1 {{'ori.call' op @g is no function}}
    ori.call @g() [] -> [] : () -> ()
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @k attributes {kernel, sym_visibility = "private"} {}
  ori.func @caller {
    // expected-error @+1 {{'ori.call' op @k is a kernel}}
    ori.call @k() [] -> [] : () -> ()
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {function_type = () -> ()} {
    ori.ret
  }
  ori.func @caller {
    // expected-error @+1 {{'ori.call' op and @f differ in 'few_registers'}}
    ori.call @f() [] -> [] few_registers : () -> ()
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {argument_regs = array<i32: 4>, function_type = (!ori.r) -> !ori.r, result_regs = array<i32: 4>} {
  ^bb0(%a: !ori.r):
    ori.ret %a : !ori.r
  }
  ori.func @caller {
    %p = ori.imm true : !ori.p
    // expected-error @+1 {{'ori.call' op does not fit the type of @f}}
    %r = ori.call @f(%p) [4] -> [4] : (!ori.p) -> !ori.r
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  // expected-error @+1 {{'ori.func' op entry block does not have the arguments of the function}}
  ori.func @f attributes {argument_regs = array<i32: 4>, function_type = (!ori.r) -> ()} {
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  // expected-error @+1 {{'ori.func' op kernel has a function type}}
  ori.func @f attributes {function_type = () -> (), kernel} {
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {argument_regs = array<i32: 4>, function_type = (!ori.r) -> !ori.r, result_regs = array<i32: 4>} {
  ^bb0(%a: !ori.r):
    // expected-error @+1 {{'ori.ret' op does not return the results of the function}}
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @f attributes {kernel} {
    // expected-error @+1 {{'ori.ret' op in a kernel}}
    ori.ret
  }
}

// -----

// No file has so many registers; a constant of one would have bits without end.
ori.module attributes {sm = 90 : i32} {
  ori.func @wide attributes {kernel} {
    // expected-error @+1 {{registers come by 1 to 255}}
    %a = ori.imm 0 : !ori.r<256>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @narrow attributes {kernel} {
    // expected-error @+1 {{registers come by 1 to 255}}
    %a = ori.undef : !ori.ur<0>
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @free attributes {argument_regs = array<i32: 4>, function_type = (!ori.r<2>) -> (), sym_visibility = "private"} {}
  ori.func @caller {
    %a = ori.imm 1 : !ori.r<2>
    // expected-error @+1 {{'ori.call' op @free has no body}}
    ori.call @free(%a) [4] -> [] : (!ori.r<2>) -> ()
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @caller {
    %a = ori.imm 1 : !ori.r
    // expected-error @+1 {{'ori.call' op needs a pair of registers as target}}
    ori.call at %a : !ori.r () [] -> [] : () -> ()
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  // expected-error @+1 {{'ori.func' op needs a register for each argument and result}}
  ori.func @f attributes {argument_regs = array<i32: 4, 5>, function_type = (!ori.r) -> ()} {
  ^bb0(%a: !ori.r):
    ori.ret
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @fixed attributes {kernel} {
    // expected-error @+1 {{'ori.stack_pointer' op in a function without 'dynamic_stack'}}
    %a = ori.stack_pointer : !ori.r
    ori.exit
  }
}

// -----

ori.module attributes {sm = 90 : i32} {
  ori.func @pair attributes {dynamic_stack, kernel} {
    %a = ori.imm 0 : !ori.r<2>
    // expected-error @+1 {{'ori.set_stack_pointer' op needs one register for the stack pointer}}
    ori.set_stack_pointer %a : !ori.r<2>
    ori.exit
  }
}
