// Which accesses stay behind which: by space, by base and by bytes. Accesses are
// numbered from the last fence on.
// DEFINE: %{passes} = test-ori-memory-dependence
// DEFINE: %{test} = ptx-opt-test %s --pass-pipeline='builtin.module(ori.module(ori.func(%{passes})))' -o /dev/null 2>&1
// RUN: %{test} | FileCheck %s --implicit-check-not=remark:
// REDEFINE: %{passes} = test-ori-memory-dependence{wrong=true}
// RUN: %{test} | not FileCheck %s --implicit-check-not=remark:

ori.module attributes {sm = 90 : i32} {

// Of one base, bytes that do not meet are apart; another base may be anywhere in
// the space. Loads do not order each other.
ori.func @places attributes {kernel} {
  %n = ori.imm 0 : !ori.ur
  %x = ori.s2r<sr = "SR_TID.X">
  %y = ori.s2r<sr = "SR_TID.Y">
  // CHECK: remark: access 0: writes shared{{$}}
  ori.sts %x, %n, %x
  // CHECK: remark: access 1: reads shared{{$}}
  %a = ori.lds<offset = 4> %x, %n
  // CHECK: remark: access 2: reads shared, behind 0{{$}}
  %b = ori.lds<type = "64"> %x, %n : (!ori.r, !ori.ur) -> (!ori.r<2>)
  // CHECK: remark: access 3: reads shared, behind 0{{$}}
  %c = ori.lds<offset = 64> %y, %n
  // CHECK: remark: access 4: writes shared, behind 1 2 3{{$}}
  ori.sts<offset = 4> %x, %n, %y
  ori.exit
}

// Spaces do not meet. A strong access comes behind all before it, of any space,
// and what follows comes behind it.
ori.func @spaces attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  // CHECK: remark: access 0: writes shared{{$}}
  ori.sts %x, %u, %x
  // CHECK: remark: access 1: reads global{{$}}
  %a, %ap = ori.ldg<offset = 8> %p, %d, %t
  // CHECK: remark: access 2: reads invariant{{$}}
  %i, %ip = ori.ldg<order = "CONSTANT", offset = 8> %p, %d, %t
  // CHECK: remark: access 3: writes global shared local tensor invariant, behind 0 1 2{{$}}
  %s, %sp = ori.ldg<order = "STRONG.SYS", offset = 16> %p, %d, %t
  // CHECK: remark: access 4: reads shared, behind 3{{$}}
  %b = ori.lds<offset = 16> %x, %u
  ori.exit
}

// A load that is strong for its cache operator only is one like others.
ori.func @cache_operators attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  // CHECK: remark: access 0: writes shared{{$}}
  ori.sts %x, %u, %x
  // CHECK: remark: access 1: reads global{{$}}
  %a, %ap = ori.ldg<order = "STRONG.GPU"> %p, %d, %t {weak}
  // CHECK: remark: access 2: writes global, behind 1{{$}}
  ori.stg %p, %d, %x
  // CHECK: remark: access 3: reads global, behind 2{{$}}
  %b, %bp = ori.ldg<order = "STRONG.SM"> %p, %d, %t {weak}
  // CHECK: remark: access 4: reads shared, behind 0{{$}}
  %c = ori.lds %x, %u
  ori.exit
}

}

ori.module attributes {sm = 100 : i32} {

// An access of 256 bits meets what is 16 to 31 bytes behind its address, too,
// whichever words it takes; the row of a matrix has 16 bytes, whatever a thread
// gets of it.
ori.func @wide attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %d = ori.imm 0 : !ori.ur<2>
  %t = ori.imm true : !ori.p
  %x = ori.s2r<sr = "SR_TID.X">
  %p = ori.combine %x, %x : !ori.r, !ori.r -> !ori.r<2>
  %q = ori.combine %x, %x, %x, %x : !ori.r, !ori.r, !ori.r, !ori.r -> !ori.r<4>
  // CHECK: remark: access 0: writes global{{$}}
  ori.stg<desc, offset = 28> %p, %d, %x
  // CHECK: remark: access 1: writes global{{$}}
  ori.stg<desc, offset = 32> %p, %d, %x
  // CHECK: remark: access 2: reads global, behind 0{{$}}
  %a:2 = ori.ldg.256<desc> %p, %d, %t
  // CHECK: remark: access 3: reads global, behind 0{{$}}
  %b:2 = ori.ldg.256<desc, mask = 15> %p, %d, %t
  // CHECK: remark: access 4: writes global, behind 0 1 2 3{{$}}
  ori.stg.256<desc, offset = 24> %p, %d, %q, %q
  // CHECK: remark: access 5: reads global, behind 4{{$}}
  %c, %cp = ori.ldg<type = "64", desc, offset = 48> %p, %d, %t
  // CHECK: remark: access 6: writes shared{{$}}
  ori.sts<offset = 12> %x, %u, %x
  // CHECK: remark: access 7: reads shared, behind 6{{$}}
  %m = ori.ldsm %x, %u
  // CHECK: remark: access 8: reads shared{{$}}
  %n = ori.ldsm<offset = 16> %x, %u
  ori.exit
}

}
