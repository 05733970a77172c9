// Liveness and pressure by lane. Operation i of a function, counted from 1, reads
// at 2i and writes at 2i + 1.
// DEFINE: %{passes} =
// DEFINE: %{test} = ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(%{passes})))' -o /dev/null 2>&1
// REDEFINE: %{passes} = test-ori-live-ranges
// RUN: %{test} | FileCheck %s --check-prefix=LIVE --implicit-check-not=remark:
// REDEFINE: %{passes} = test-ori-live-ranges{wrong=true}
// RUN: %{test} | not FileCheck %s --check-prefix=LIVE --implicit-check-not=remark:
// REDEFINE: %{passes} = test-ori-register-pressure
// RUN: %{test} | FileCheck %s --check-prefix=USE --implicit-check-not=remark:
// REDEFINE: %{passes} = test-ori-register-pressure{wrong=true}
// RUN: %{test} | not FileCheck %s --check-prefix=USE --implicit-check-not=remark:

ori.module attributes {sm = 90 : i32} {

// The block has the number 0. %x, operation 3, is read last by operation 8. Of the
// pair that operation 4 loads, each lane ends where its part is taken; the part is
// in the register of its lane, and counts as one with it.
// LIVE: remark: result 0: 7-17{{$}}
// LIVE: remark: result 0: 9-11 | 9-15{{$}}
// LIVE: remark: result 0: 11-13{{$}}
// LIVE: remark: result 0: 15-17{{$}}
// USE: remark: in use: 1 R{{$}}
// USE: remark: in use: 3 R{{$}}
// USE: remark: in use: 3 R{{$}}
// USE: remark: in use: 2 R{{$}}
// USE: remark: in use: 2 R{{$}}
ori.func @lanes attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %true = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %a = ori.lds<type = "64"> %x, %n : (!ori.r, !ori.ur) -> (!ori.r<2>)
  %lo = ori.extract %a[0] : !ori.r<2> -> !ori.r
  ori.sts %x, %n, %lo
  %hi = ori.extract %a[1] : !ori.r<2> -> !ori.r
  ori.sts<offset = 8> %x, %n, %hi
  ori.exit
}

// The block of the loop has the number 6, the one behind it 10. %x is read in every
// round, so that it is live to the end of the loop; the counter only until it is
// added to, and what is added takes its place for the next round.
// LIVE: remark: result 0: 9-20{{$}}
// LIVE: remark: argument 0: 13-15{{$}}
// LIVE: remark: result 0: 15-19{{$}}
// LIVE: remark: result 0: 17-19{{$}}
// USE: remark: in use: 1 R{{$}}
// USE: remark: in use: 1 R{{$}}
// USE: remark: in use: 2 R{{$}}
// USE: remark: in use: 2 R 1 P{{$}}
// USE: remark: in use: 1 R{{$}}
ori.func @loop attributes {kernel} {
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %one = ori.imm 1 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  ori.bra ^bb1(%zero : !ori.r)
^bb1(%i: !ori.r):
  %j, %j1, %j2 = ori.iadd3 %i, %one, %zero, %true, %true
  %c, %c1 = ori.isetp<cmp = "LT"> %j, %x, %true, %true
  ori.cond_bra %c, ^bb1(%j : !ori.r), ^bb2
^bb2:
  ori.exit
}

// %x and %y are in two pairs each. A pair has the part itself that is in fewest
// pairs (%z; %x of %xy), or if it is the last one that has the part (%y of %zy).
// Else it has a copy, which counts (%x of %xz; %y of %xy).
// LIVE: remark: result 0: 9-19{{$}}
// LIVE: remark: result 0: 11-21{{$}}
// LIVE: remark: result 0: 13-17{{$}}
// LIVE: remark: result 0: 15-17 | 15-17{{$}}
// LIVE: remark: result 0: 19-23 | 19-23{{$}}
// LIVE: remark: result 0: 21-25 | 21-25{{$}}
// USE: remark: in use: 1 R{{$}}
// USE: remark: in use: 2 R{{$}}
// USE: remark: in use: 3 R{{$}}
// USE: remark: in use: 4 R{{$}}
// USE: remark: in use: 2 R{{$}}
// USE: remark: in use: 3 R{{$}}
// USE: remark: in use: 4 R{{$}}
// USE: remark: in use: 2 R{{$}}
ori.func @tuples attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %true = ori.imm true : !ori.p
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  %z = ori.s2r<sr = "SR_TID.Z">
  %xz = ori.combine %x, %z : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64"> %z, %n, %xz
  %xy = ori.combine %x, %y : !ori.r, !ori.r -> !ori.r<2>
  %zy = ori.combine %zero, %y : !ori.r, !ori.r -> !ori.r<2>
  ori.sts<type = "64"> %zero, %n, %xy
  ori.sts<type = "64"> %zero, %n, %zy
  ori.exit
}

// The register of a mask, operation 3, keeps it until the collective that the WARPSYNC
// gathers threads for, operation 6, not until a second one.
// LIVE: remark: result 0: 7-13{{$}}
// LIVE: remark: result 0: 11-17{{$}}
// LIVE: remark: result 0: 13-17{{$}}
// USE: remark: in use: 1 R{{$}}
// USE: remark: in use: 1 R{{$}}
// USE: remark: in use: 2 R{{$}}
// USE: remark: in use: 2 R{{$}}
// USE: remark: in use: 2 R{{$}}
ori.func @mask attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %true = ori.imm true : !ori.p
  %m = ori.s2r<sr = "SR_LTMASK">
  ori.warpsync<exclusive> %true, %m
  %x = ori.s2r<sr = "SR_TID.X">
  %d, %p = ori.vote<mode = "ANY"> %true
  %e, %q = ori.vote<mode = "ANY"> %true
  ori.sts %x, %n, %d
  ori.exit
}

}
