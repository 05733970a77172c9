// RUN: ptx-opt %s | ptx-opt | FileCheck %s
// RUN: ptx-opt %s --mlir-print-op-generic | ptx-opt | FileCheck %s

// What textures, video instructions and the like print: parts of registers,
// flags of optional operands, operations without operands.

// CHECK: attributes {pragmas = ["x"]}
ptx.module version 90 target "sm_100a" address_size 64 attributes {pragmas = ["x"]} {
  // CHECK: ptx.global internal "global" @image : "texref" size 8 align 8 {opaque_init = {width = 4 : i64}, unified = array<i64: 1, 2>}
  ptx.global internal "global" @image : "texref" size 8 align 8 {opaque_init = {width = 4 : i64}, unified = array<i64: 1, 2>}
  // CHECK: ptx.section ".debug_str" "text"
  ptx.section ".debug_str" "text"
  // CHECK: ptx.entry visible @k
  ptx.entry visible @k () -> () {
    %t = ptx.address_of @image : i64
    %x = ptx.const 1 : i32
    %p = ptx.const true
    %q = ptx.const 7 : i128
    // CHECK: %[[A:.*]]:4 = ptx.tex _1d.v4.f32.f32 %[[T:[^,]*]], %[[X:[^ ]*]]
    %a:4 = ptx.tex _1d.v4.f32.f32 %t, %x
    // CHECK: :5 = ptx.tex level.2d.v4.f32.f32 %[[T]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]] hasOffsets 1
    %b:5 = ptx.tex level.2d.v4.f32.f32 %t, %x, %x, %x, %x, %x hasOffsets 1
    // CHECK: ptx.vadd s32.u32.s32 %{{.*}}, %{{.*}}, %{{.*}} dstPart h1 aPart b0
    %c = ptx.vadd s32.u32.s32 %x, %x, %x dstPart h1 aPart b0
    // CHECK: ptx.vadd4 u32.u32.u32.add %{{.*}}, %{{.*}}, %{{.*}} mask b310 bBytes 5
    %d = ptx.vadd4 u32.u32.u32.add %c, %x, %x mask b310 bBytes 5
    // CHECK: ptx.createpolicy.fractional L2_evict_last.b64 ()
    %e = ptx.createpolicy.fractional L2_evict_last.b64 ()
    // CHECK: ptx.createpolicy.fractional L2_evict_last.b64 %{{.*}}
    %f = ptx.createpolicy.fractional L2_evict_last.b64 %x
    // CHECK: :4 = ptx.clusterlaunchcontrol.query_cancel get_first_ctaid.v4.b32.b128
    %g:4 = ptx.clusterlaunchcontrol.query_cancel get_first_ctaid.v4.b32.b128 %q
    // CHECK: ptx.max abs.f32 %{{.*}}, %{{.*}}, %{{.*}} hasC yes
    %h = ptx.max abs.f32 %x, %x, %x hasC yes
    // CHECK: ptx.pmevent event 3
    ptx.pmevent event 3
    // CHECK: ptx.vadd2 u32.u32.u32 {{.*}} aHalves h32 guard not %{{.*}} else %{{.*}}
    %i = ptx.vadd2 u32.u32.u32 %x, %x, %x aHalves h32 guard not %p else %d
    // CHECK: ptx.st.async release.gpu.global.u32 %{{.*}}, %{{.*}} offset 8
    ptx.st.async release.gpu.global.u32 %t, %i offset 8
    ptx.ret
  }
}
