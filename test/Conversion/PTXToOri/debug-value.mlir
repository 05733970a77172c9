// RUN: ptx-opt %s | ptx-opt | FileCheck %s --check-prefix=PTX
// RUN: ptx-opt %s --convert-ptx-to-ori=arch=sm_90 | FileCheck %s
// RUN: ptx-translate --export-ptx %s | FileCheck %s --check-prefix=TEXT

// What a debugger is told is no text of PTX. A constant, also of the constant
// bank, gets a register for it; what the module says of local variables is there
// only in code for a debugger.

// PTX: ptx.debug_value "%rd1" "u64", %{{.*}} : i64
// PTX: ptx.debug_value "%r2" "b32"{{$}}
// TEXT-NOT: debug

// CHECK: ori.func @k
// CHECK-SAME: debug_locals = {a = 0 : i64, b = 8 : i64}
// CHECK: %[[P:.*]] = ori.cbank 0[528] : !ori.r<2>
// CHECK: %[[C:.*]] = ori.copy %[[P]]
// CHECK: ori.debug_value "%rd1" "u64", %[[C]] : !ori.r<2>
// CHECK: %[[X:.*]] = ori.s2r
// CHECK: ori.debug_value "%r1" "b32", %[[X]] : !ori.r
// CHECK: ori.debug_value "%r2" "b32"{{$}}
module {
  ptx.module version 80 target "sm_90" address_size 64 attributes {debug} {
    ptx.entry visible @k () -> () attributes {locals = [#ptx.var<name = "a", dataType = b8, size = 8, align = 4, count = 8>, #ptx.var<name = "b", dataType = b8, size = 8, align = 8, count = 8>], params = [#ptx.var<name = "p", dataType = u64, size = 8, align = 8>]} {
      %0 = ptx.param_address input 0 : i64
      %1 = ptx.ld param.u64 %0
      ptx.debug_value "%rd1" "u64", %1 : i64
      %2 = ptx.read_sreg tid.x : i32
      ptx.debug_value "%r1" "b32", %2 : i32
      ptx.debug_value "%r2" "b32"
      ptx.st global.u32 %1, %2
      ptx.ret
    }
  }
}
