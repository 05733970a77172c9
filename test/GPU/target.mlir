// #ptx.target: what its text is, and what gpu-module-to-binary makes of it in
// each format.
// REQUIRES: mlir-opt
// UNSUPPORTED: sanitized
// RUN: mlir-opt %plugin %s | mlir-opt %plugin | FileCheck %s --check-prefix=TEXT
// RUN: ptx-opt %plugin %s | FileCheck %s --check-prefix=TEXT
// RUN: rm -rf %t && mkdir -p %t
// RUN: mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-module-to-binary{format=isa})' | FileCheck %s --check-prefix=ISA
// RUN: mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-module-to-binary{format=isa},gpu-write-objects{prefix=%t/})' -o /dev/null
// RUN: ptx-translate --import-ptx %t/k.ptx | FileCheck %s --check-prefix=PTX
// RUN: mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-module-to-binary,gpu-write-objects{prefix=%t/})' | FileCheck %s --check-prefix=BIN
// RUN: ptx-translate --cubin-to-sass %t/k.cubin | FileCheck %s --check-prefix=CUBIN
// RUN: ptx-translate --cubin-to-sass %t/k.1.cubin | FileCheck %s --check-prefix=CUBIN1
// RUN: ptx-run %t/k.cubin --block=32 --arg=buf:zero,128:print=u32,3 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-module-to-binary{format=llvm},gpu-write-objects{prefix=%t/})' -o /dev/null
// RUN: llvm-dis %t/k.bc -o - | FileCheck %s --check-prefix=LLVM

// TEXT: gpu.module @k [#ptx.target<chip = "sm_80">, #ptx.target<opt = 0, options = "-lineinfo">]
// ISA: gpu.binary @k [#gpu.object<#ptx.target<chip = "sm_80">, kernels = <[#gpu.kernel_metadata<"threads"
// ISA-SAME: assembly = "{{.*}}.target sm_80
// ISA-SAME: #ptx.target<opt = 0, options = "-lineinfo">
// ISA-SAME: .target sm_90
// PTX: ptx.entry visible @threads
// BIN: bin = "\7FELF
// CUBIN: sm = 80
// CUBIN1: sm = 90
// RESULT: 0 1 2
// LLVM: target triple = "nvptx64-nvidia-cuda"
// LLVM: define ptx_kernel void @threads
module attributes {gpu.container_module} {
  gpu.module @k [#ptx.target<chip = "sm_80">, #ptx.target<opt = 0, options = "-lineinfo">] {
    llvm.func @threads(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %q = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %t, %q : i32, !llvm.ptr<1>
      llvm.return
    }
  }
}
