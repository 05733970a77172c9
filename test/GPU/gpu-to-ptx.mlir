// Device code to the ptx dialect: what has a gpu.module, and what is device code
// itself. Host code goes.
// REQUIRES: mlir-opt
// UNSUPPORTED: sanitized
// RUN: mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-to-ptx{chip=sm_80})' -split-input-file | FileCheck %s

// CHECK: module {
// CHECK-NEXT: ptx.module version {{[0-9]+}} target "sm_80"
// CHECK: ptx.entry visible @first
// CHECK: ptx.module version {{[0-9]+}} target "sm_90a"
// CHECK: ptx.entry visible @second
// CHECK-NOT: @host
// CHECK: -----
module attributes {gpu.container_module, dlti.dl_spec = #dlti.dl_spec<index = 64 : i64>} {
  llvm.func @host() { llvm.return }
  gpu.module @a {
    llvm.func @first(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      llvm.store %t, %p : i32, !llvm.ptr<1>
      llvm.return
    }
  }
  // Its own target comes before the pass's.
  gpu.module @b [#nvvm.target<chip = "sm_75">, #ptx.target<chip = "sm_90a">] {
    llvm.func @second(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      llvm.store %t, %p : i32, !llvm.ptr<1>
      llvm.return
    }
  }
}

// -----

// CHECK: ptx.module version {{[0-9]+}} target "sm_80"
// CHECK: ptx.entry visible @third
// CHECK: ptx.read_sreg tid.x
// CHECK: ptx.st global
llvm.func @third(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  llvm.store %t, %p : i32, !llvm.ptr<1>
  llvm.return
}
