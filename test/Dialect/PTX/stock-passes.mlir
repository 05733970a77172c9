// RUN: ptx-opt %s --pass-pipeline='builtin.module(any(any(canonicalize{region-simplify=normal},cse)))' | FileCheck %s
// RUN: ptx-opt %s --pass-pipeline='builtin.module(any(any(loop-invariant-code-motion)))' | FileCheck %s --check-prefix=MOTION

// What MLIR's passes may do with PTX, and what not: convergent and volatile
// operations stay as many, where and as ordered as they were.

ptx.module version 83 target "sm_90" address_size 64 {
  // CHECK-LABEL: ptx.entry visible @convergent
  // MOTION-LABEL: ptx.entry visible @convergent
  ptx.entry visible @convergent () -> () attributes {params = [#ptx.var<name = "a", dataType = u64, size = 8, align = 8>]} {
    %c = ptx.const 1 : i32
    %mask = ptx.const -1 : i32
    %a = ptx.param_address input 0 : i64
    %p = ptx.ld param.u64 %a
    %x = ptx.ld global.u32 %p
    %true = ptx.const true
    // Equal operations are not merged.
    // CHECK: ptx.activemask
    // CHECK-NEXT: ptx.activemask
    // CHECK-NEXT: ptx.shfl
    // CHECK-NEXT: ptx.shfl
    // CHECK-NEXT: ptx.vote
    // CHECK-NEXT: ptx.bar sync
    // CHECK-NEXT: ptx.bar sync
    %m0 = ptx.activemask b32
    %m1 = ptx.activemask b32
    %s0 = ptx.shfl sync.idx.b32 %x, %c, %c, %mask
    %s1 = ptx.shfl sync.idx.b32 %x, %c, %c, %mask
    // Nor removed without use.
    %v = ptx.vote sync.any.pred %true, %mask
    ptx.bar sync %c
    ptx.bar sync %c
    %q = ptx.setp eq.s32 %s0, %s1
    // CHECK: ptx.cond_bra
    ptx.cond_bra %q, ^bb1, ^bb2
  ^bb1:
    // Not merged over paths, nor made to depend on the branch.
    // CHECK: ptx.bar.warp
    ptx.bar.warp sync %m0
    ptx.bra ^bb3
  ^bb2:
    // CHECK: ptx.bar.warp
    ptx.bar.warp sync %m1
    ptx.bra ^bb3
  ^bb3:
    ptx.st global.u32 %p, %s0
    ptx.ret
  }

  // CHECK-LABEL: ptx.entry visible @reads
  ptx.entry visible @reads () -> () attributes {params = [#ptx.var<name = "a", dataType = u64, size = 8, align = 8>]} {
    // Pure reads are merged: one of each.
    // CHECK-COUNT-1: ptx.param_address
    // CHECK-NEXT: ptx.ld param.u64
    // CHECK-NEXT: ptx.read_sreg tid.x
    // CHECK-NEXT: ptx.ld global.nc.u32
    %a0 = ptx.param_address input 0 : i64
    %p0 = ptx.ld param.u64 %a0
    %a1 = ptx.param_address input 0 : i64
    %p1 = ptx.ld param.u64 %a1
    %t0 = ptx.read_sreg tid.x : i32
    %t1 = ptx.read_sreg tid.x : i32
    %n0 = ptx.ld global.nc.u32 %p0
    %n1 = ptx.ld global.nc.u32 %p1
    // Volatile ones are not.
    // CHECK: ptx.read_sreg clock
    // CHECK-NEXT: ptx.read_sreg clock
    // CHECK-NEXT: ptx.ld volatile.global.u32
    // CHECK-NEXT: ptx.ld volatile.global.u32
    %c0 = ptx.read_sreg clock : i32
    %c1 = ptx.read_sreg clock : i32
    %v0 = ptx.ld volatile.global.u32 %p0
    %v1 = ptx.ld volatile.global.u32 %p0
    // A store lies between these two.
    // CHECK: ptx.ld global.u32
    // CHECK-NEXT: ptx.st
    // CHECK-NEXT: ptx.ld global.u32
    %l0 = ptx.ld global.u32 %p0
    ptx.st global.v2.u32 %p1, %t0, %t1
    %l1 = ptx.ld global.u32 %p0
    // CHECK: ptx.atom
    // CHECK-NEXT: ptx.atom
    %x0 = ptx.atom global.add.u32 %p0, %t0
    %x1 = ptx.atom global.add.u32 %p0, %t0
    ptx.st global.v4.u32 %p0, %n0, %n1, %l0, %l1
    ptx.ret
  }

  // The loop's barrier and vote stay in the loop, the pure addition may leave.
  // MOTION-LABEL: ptx.entry visible @loop
  ptx.entry visible @loop () -> () attributes {params = [#ptx.var<name = "a", dataType = u64, size = 8, align = 8>]} {
    %c = ptx.const 1 : i32
    %mask = ptx.const -1 : i32
    %true = ptx.const true
    %a = ptx.param_address input 0 : i64
    %p = ptx.ld param.u64 %a
    ptx.bra ^bb1(%c : i32)
  // MOTION: ^bb1
  ^bb1(%i: i32):
    // MOTION: ptx.bar sync
    // MOTION: ptx.vote sync.ballot.b32
    ptx.bar sync %c
    %v = ptx.vote sync.ballot.b32 %true, %mask
    %j = ptx.add s32 %i, %v
    %q = ptx.setp lt.s32 %j, %mask
    // MOTION: ptx.cond_bra
    ptx.cond_bra %q, ^bb1(%j : i32), ^bb2
  ^bb2:
    ptx.st global.u32 %p, %j
    ptx.ret
  }
}
