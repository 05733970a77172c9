// RUN: ptx-opt %s | ptx-opt | FileCheck %s
// RUN: ptx-opt %s --mlir-print-op-generic | ptx-opt | FileCheck %s

// CHECK: ptx.module version 86 target "sm_90a" address_size 64 options ["debug"] {
ptx.module version 86 target "sm_90a" address_size 64 options ["debug"] {
  // CHECK: ptx.global visible "global" @table : "u32" size 16 align 4 {init = "\01\00"}
  ptx.global visible "global" @table : "u32" size 16 align 4 {init = "\01\00"}
  // CHECK: ptx.global internal "const" @pointers : "u64" size 8 align 8 {relocations = [#ptx.reloc<offset = 0, symbol = @table, addend = 4, generic = true>]}
  ptx.global internal "const" @pointers : "u64" size 8 align 8 {relocations = [#ptx.reloc<offset = 0, symbol = @table, addend = 4, generic = true>]}
  // CHECK: ptx.func extern @callee () -> ()
  ptx.func extern @callee () -> () attributes {params = [#ptx.var<name = "p", dataType = b64, size = 8, align = 8>], returns = [#ptx.var<name = "r", dataType = b32, size = 4, align = 4>], sym_visibility = "private"} {
  }
  // CHECK: ptx.entry visible @kernel () -> () attributes {call_params = {{.*}}maxntid = array<i32: 128, 1, 1>, params = [#ptx.var<name = "a", dataType = u64, size = 8, align = 8, pointer = true, pointerSpace = shared_cluster, pointerAlign = 16>]} {
  ptx.entry visible @kernel () -> () attributes {
      params = [#ptx.var<name = "a", dataType = u64, size = 8, align = 8, pointer = true, pointerSpace = shared_cluster, pointerAlign = 16>],
      call_params = [#ptx.var<name = "p", dataType = b64, size = 8, align = 8>, #ptx.var<name = "r", dataType = b32, size = 4, align = 4>],
      locals = [#ptx.var<name = "l", dataType = b8, size = 8, align = 4, count = 8>],
      maxntid = array<i32: 128, 1, 1>} {
    // CHECK: %[[C:.*]] = ptx.const 5 : i32
    %c = ptx.const 5 : i32
    // CHECK: ptx.const true
    %true = ptx.const true
    // CHECK: ptx.undef : i64
    %undef = ptx.undef : i64
    // CHECK: %[[A:.*]] = ptx.param_address input 0 : i64
    %a = ptx.param_address input 0 : i64
    // CHECK: ptx.param_address call 1 offset 4 : i32
    %a1 = ptx.param_address call 1 offset 4 : i32
    // CHECK: ptx.local_address 0 offset -4 : i64
    %l = ptx.local_address 0 offset -4 : i64
    // CHECK: ptx.address_of @table offset 8 : i64
    %t = ptx.address_of @table offset 8 : i64
    // CHECK: ptx.read_sreg clock64 : i64
    %clock = ptx.read_sreg clock64 : i64
    // CHECK: %[[P:.*]] = ptx.ld param.u64 %[[A]]
    %p = ptx.ld param.u64 %a
    // CHECK: %[[X:.*]]:4 = ptx.ld global.nc.v4.u32 %[[P]] offset 16
    %x:4 = ptx.ld global.nc.v4.u32 %p offset 16
    // CHECK: ptx.ld global.L1_no_allocate.L2_128B.s8 %[[P]] : (i64) -> i64
    %wide = ptx.ld global.L1_no_allocate.L2_128B.s8 %p : (i64) -> i64
    // CHECK: %[[Q:.*]], %{{.*}} = ptx.setp lt.and.s32 %[[X]]#0, %[[C]], %{{.*}}
    %q, %r = ptx.setp lt.and.s32 %x#0, %c, %true
    // CHECK: %[[D:.*]] = ptx.add rn.ftz.f32 %[[X]]#0, %[[X]]#1 guard not %[[Q]] else %[[X]]#2
    %d = ptx.add rn.ftz.f32 %x#0, %x#1 guard not %q else %x#2
    // CHECK: ptx.add cc.u32
    %sum, %carry = ptx.add cc.u32 %x#0, %x#1
    // CHECK: ptx.addc u32
    %high = ptx.addc u32 %x#2, %x#3, %carry
    // CHECK: ptx.lop3 b32 %{{.*}}, %{{.*}}, %{{.*}} lut 150
    %xor = ptx.lop3 b32 %x#0, %x#1, %x#2 lut 150
    // CHECK: ptx.st global.v2.u32 %[[P]], %{{.*}}, %{{.*}} offset -8 guard %[[Q]]
    ptx.st global.v2.u32 %p, %xor, %high offset -8 guard %q
    // CHECK: ptx.activemask b32
    %mask = ptx.activemask b32
    // CHECK: ptx.membar gl
    ptx.membar gl
    // CHECK: ptx.brkpt guard %[[Q]]
    ptx.brkpt guard %q
    // CHECK: ptx.brkpt{{$}}
    ptx.brkpt
    // CHECK: %{{.*}}, %{{.*}} = ptx.shfl sync.idx.b32
    %s, %sp = ptx.shfl sync.idx.b32 %d, %c, %c, %mask
    // CHECK: ptx.cp.async ca.shared.global %{{.*}}, %{{.*}} size 16 offset 4 offset1 8 : (i32, i64) -> ()
    ptx.cp.async ca.shared.global %c, %p size 16 offset 4 offset1 8 : (i32, i64) -> ()
    // CHECK: ptx.cp.async.wait_group pending 2
    ptx.cp.async.wait_group pending 2
    // CHECK: %[[W:.*]] = ptx.pack %{{.*}}, %{{.*}} : i32, i32 -> i64
    %w = ptx.pack %s, %c : i32, i32 -> i64
    // CHECK: ptx.unpack %[[W]] : i64 -> i16, i16, i16, i16
    %u:4 = ptx.unpack %w : i64 -> i16, i16, i16, i16
    // CHECK: ptx.call uni @callee rets [1] args [0]() : () -> ()
    ptx.call uni @callee rets [1] args [0] () : () -> ()
    // CHECK: ptx.cond_bra uni %[[Q]], ^bb1(%{{.*}} : i32), ^bb2
    ptx.cond_bra uni %q, ^bb1(%s : i32), ^bb2
  // CHECK: ^bb1(%[[ARG:.*]]: i32):
  ^bb1(%arg: i32):
    // CHECK: ptx.brx %[[ARG]], [^bb1(%{{.*}} : i32), ^bb2, ^bb3]
    ptx.brx %arg, [^bb1(%c : i32), ^bb2, ^bb3]
  ^bb2:
    // CHECK: ptx.exit
    ptx.exit
  ^bb3:
    // CHECK: ptx.trap
    ptx.trap
  }
  // CHECK: ptx.func internal @function (i32) -> i32
  ptx.func internal @function (i32) -> i32 attributes {
      params = [#ptx.var<name = "x", dataType = b32, size = 4, align = 1, inRegister = true>],
      returns = [#ptx.var<name = "y", dataType = b32, size = 4, align = 1, inRegister = true>]} {
  ^bb0(%x: i32):
    // CHECK: ptx.ret %{{.*}} : i32
    ptx.ret %x : i32
  }
}
