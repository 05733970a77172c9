// Which loads may be moved in front of everything from the begin of a block on:
// a remark where they become fewer.
// DEFINE: %{passes} = test-ori-passed-operations
// DEFINE: %{test} = ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(%{passes})))' -o /dev/null 2>&1
// RUN: %{test} | FileCheck %s --implicit-check-not=remark:
// REDEFINE: %{passes} = test-ori-passed-operations{wrong=true}
// RUN: %{test} | not FileCheck %s --implicit-check-not=remark:

ori.module attributes {sm = 90 : i32} {

// Loads pass loads, and stores to other spaces.
ori.func @stores attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  %a = ori.lds %x, %u
  // CHECK: remark: passed by loads of: global local invariant{{$}}
  ori.sts %x, %u, %a
  %b, %bp = ori.ldg<offset = 8> %p, %d, %t
  // CHECK: remark: passed by loads of: local invariant{{$}}
  ori.stg %p, %d, %b
  ori.sts %x, %u, %b
  ori.exit
}

// Behind a barrier of the block others have written; nobody writes what does not
// change. Nothing passes a fence of memory.
ori.func @barriers attributes {kernel} {
  %zero = ori.imm 0 : !ori.r
  %t = ori.imm true : !ori.p
  // CHECK: remark: passed by loads of: invariant{{$}}
  ori.bar %zero, %zero, %t
  // CHECK: remark: passed by loads of: nothing{{$}}
  ori.membar
  ori.exit
}

}
