// What a reduction gives is in a uniform register, which the threads of the next mask
// overwrite: what is computed of it stays in front of where they run, however few
// registers that leaves. What all threads have in common is there any time.
// RUN: ptx-opt %s --pass-pipeline='builtin.module(ori.module(ori.func(ori-do-remat{goal=6})))' | FileCheck %s

// CHECK-LABEL: @reduction
// CHECK: ori.redux
// CHECK-NEXT: ori.mov %{{.*}} : (!ori.ur) -> (!ori.r)
// CHECK: ori.bar
// CHECK: %[[N:.*]] = ori.mov %{{.*}} : (!ori.ur) -> (!ori.r)
// CHECK-NEXT: ori.sts<offset = 8> %{{.*}}, %{{.*}}, %[[N]]
// CHECK-NOT: ori.mov
ori.module attributes {sm = 90 : i32} {
ori.func @reduction attributes {kernel} {
  %u = ori.imm 0 : !ori.ur
  %n = ori.imm 0 : !ori.ur
  %pt = ori.imm true : !ori.p
  %k = ori.imm 3 : !ori.r
  %zero = ori.imm 0 : !ori.r
  %x = ori.s2r<sr = "SR_TID.X">
  %c = ori.uldc<offset = 528> %n
  %d = ori.mov %c : (!ori.ur) -> (!ori.r)
  ori.warpsync<exclusive> %pt, %x
  %m = ori.redux<op = "MIN", s32> %x
  %r = ori.mov %m : (!ori.ur) -> (!ori.r)
  %a0 = ori.lds<offset = 16> %x, %u
  %a1 = ori.lds<offset = 20> %x, %u
  %a2 = ori.lds<offset = 24> %x, %u
  %a3 = ori.lds<offset = 28> %x, %u
  %a4 = ori.lds<offset = 32> %x, %u
  %a5 = ori.lds<offset = 36> %x, %u
  %a6 = ori.lds<offset = 40> %x, %u
  %a7 = ori.lds<offset = 44> %x, %u
  %a8 = ori.lds<offset = 48> %x, %u
  %a9 = ori.lds<offset = 52> %x, %u
  %a10 = ori.lds<offset = 56> %x, %u
  %a11 = ori.lds<offset = 60> %x, %u
  %a12 = ori.lds<offset = 64> %x, %u
  %a13 = ori.lds<offset = 68> %x, %u
  %a14 = ori.lds<offset = 72> %x, %u
  %a15 = ori.lds<offset = 76> %x, %u
  %a16 = ori.lds<offset = 80> %x, %u
  %a17 = ori.lds<offset = 84> %x, %u
  %a18 = ori.lds<offset = 88> %x, %u
  %a19 = ori.lds<offset = 92> %x, %u
  %a20 = ori.lds<offset = 96> %x, %u
  %a21 = ori.lds<offset = 100> %x, %u
  %a22 = ori.lds<offset = 104> %x, %u
  %a23 = ori.lds<offset = 108> %x, %u
  ori.bar %zero, %zero, %pt
  ori.sts<offset = 16> %x, %u, %a0
  ori.sts<offset = 20> %x, %u, %a1
  ori.sts<offset = 24> %x, %u, %a2
  ori.sts<offset = 28> %x, %u, %a3
  ori.sts<offset = 32> %x, %u, %a4
  ori.sts<offset = 36> %x, %u, %a5
  ori.sts<offset = 40> %x, %u, %a6
  ori.sts<offset = 44> %x, %u, %a7
  ori.sts<offset = 48> %x, %u, %a8
  ori.sts<offset = 52> %x, %u, %a9
  ori.sts<offset = 56> %x, %u, %a10
  ori.sts<offset = 60> %x, %u, %a11
  ori.sts<offset = 64> %x, %u, %a12
  ori.sts<offset = 68> %x, %u, %a13
  ori.sts<offset = 72> %x, %u, %a14
  ori.sts<offset = 76> %x, %u, %a15
  ori.sts<offset = 80> %x, %u, %a16
  ori.sts<offset = 84> %x, %u, %a17
  ori.sts<offset = 88> %x, %u, %a18
  ori.sts<offset = 92> %x, %u, %a19
  ori.sts<offset = 96> %x, %u, %a20
  ori.sts<offset = 100> %x, %u, %a21
  ori.sts<offset = 104> %x, %u, %a22
  ori.sts<offset = 108> %x, %u, %a23
  ori.sts<offset = 8> %x, %u, %d
  ori.sts<offset = 12> %x, %u, %r
  ori.exit
}
}
