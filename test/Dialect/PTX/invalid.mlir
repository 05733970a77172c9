// RUN: ptx-opt %s --split-input-file --verify-diagnostics

ptx.module version 83 target "sm_90" address_size 64 {
  // expected-error @+1 {{state space must be global, const or shared}}
  ptx.global internal "local" @x : "u32" size 4 align 4
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  // expected-error @+1 {{initial value is larger than the variable}}
  ptx.global internal "global" @x : "u32" size 2 align 4 {init = "abc"}
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  // expected-error @+1 {{an address lies outside of the variable}}
  ptx.global internal "const" @x : "u64" size 8 align 8 {relocations = [#ptx.reloc<offset = 4, symbol = @x>]}
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  // expected-error @+1 {{an address has 1, 4 or 8 bytes and is shifted by whole ones, at most 7}}
  ptx.global internal "const" @x : "u64" size 8 align 8 {relocations = [#ptx.reloc<offset = 0, symbol = @x, size = 1, shift = 64>]}
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  // expected-error @+1 {{an entry has no arguments and results}}
  ptx.entry visible @k (i32) -> () {
  ^bb0(%a: i32):
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  // expected-error @+1 {{inputs do not match the `.reg` parameters}}
  ptx.func visible @f (i32) -> () {
  ^bb0(%a: i32):
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i32
    // expected-error @+1 {{modifier '.sat' does not apply to 'add.u32'}}
    %d = ptx.add sat.u32 %c, %c
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i32
    // expected-error @+1 {{unknown or misplaced modifier 'foo' of 'ptx.add'}}
    %d = ptx.add foo.u32 %c, %c
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i64
    // expected-error @+1 {{result #0 must be i32, but is 'i64'}}
    %d = ptx.add u32 %c, %c : (i64, i64) -> i64
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i64
    // expected-error @+1 {{result #0 must be i32 or wider, but is 'i16'}}
    %d = ptx.ld global.u32 %c : (i64) -> i16
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i16
    // expected-error @+1 {{operand #0 must be an i32 or i64 address}}
    %d = ptx.ld global.u32 %c : (i16) -> i32
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i32
    // expected-error @+1 {{wrong number of operands}}
    %d = ptx.mad lo.s32 %c, %c
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i64
    // expected-error @+1 {{wrong number of results}}
    %d:3 = ptx.ld global.v2.u32 %c
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i32
    // expected-error @+1 {{needs a guard and a pass-through per result}}
    "ptx.membar"() <{mods = 4611686018427387905 : i64}> : () -> ()
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    // expected-error @+1 {{unknown special register 'nosuch'}}
    %d = ptx.read_sreg nosuch : i32
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    // expected-error @+1 {{result must be i64}}
    %d = ptx.read_sreg clock64 : i32
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    // expected-error @+1 {{the function has no 'params' number 0}}
    %d = ptx.param_address input 0 : i64
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    // expected-error @+1 {{no variable or function @nosuch}}
    %d = ptx.address_of @nosuch : i64
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    // expected-error @+1 {{no function @nosuch}}
    ptx.call @nosuch rets [] args [] () : () -> ()
    ptx.ret
  }
}

// -----

ptx.module version 83 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %c = ptx.const 5 : i32
    // expected-error @+1 {{elements must have the bits of the result together}}
    %d = ptx.pack %c, %c : i32, i32 -> i32
    ptx.ret
  }
}

// -----

ptx.module version 90 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    // expected-error @+1 {{'event' must be 0 to 15, but is 16}}
    ptx.pmevent event 16
    ptx.ret
  }
}

// -----

ptx.module version 90 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %x = ptx.const 5 : i32
    // expected-error @+1 {{'b9' cannot be 'aPart'}}
    %c = ptx.vadd s32.u32.s32 %x, %x aPart b9
    ptx.ret
  }
}

// -----

ptx.module version 90 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %x = ptx.const 5 : i32
    // expected-error @+1 {{modifier '.h0' does not apply to 'vadd}}
    %c = ptx.vadd s32.u32.s32.add %x, %x, %x, %x dstPart h0
    ptx.ret
  }
}

// -----

ptx.module version 90 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %t = ptx.const 5 : i64
    %x = ptx.const 5 : i32
    // expected-error @+1 {{wrong number of operands}}
    %c:4 = ptx.tex _2d.v4.f32.f32 %t, %x
    ptx.ret
  }
}

// -----

ptx.module version 90 target "sm_90" address_size 64 {
  ptx.entry visible @k () -> () {
    %a = ptx.const 5 : i64
    // expected-error @+1 {{'size' must be 4, 8 or 16, but is 12}}
    ptx.cp.async ca.shared.global %a, %a size 12
    ptx.ret
  }
}
