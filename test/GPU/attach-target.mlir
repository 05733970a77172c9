// REQUIRES: mlir-opt
// UNSUPPORTED: sanitized
// RUN: mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-attach-ptx-target{chip=sm_80 opt=1 modules=^k link=a.bc,b.bc options=-lineinfo})' | FileCheck %s
// RUN: mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-attach-ptx-target,gpu-attach-ptx-target{chip=sm_90})' | FileCheck %s --check-prefix=TWICE
// RUN: not mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-attach-ptx-target{chip=sm_1})' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not mlir-opt %plugin %s --pass-pipeline='builtin.module(gpu-attach-ptx-target{modules=*})' 2>&1 | FileCheck %s --check-prefix=REGEX
// CHECK: gpu.module @k1 [#nvvm.target, #ptx.target<chip = "sm_80", opt = 1, link = ["a.bc", "b.bc"], options = "-lineinfo">]
// CHECK: gpu.module @k2 [#ptx.target<chip = "sm_80"
// CHECK: gpu.module @other {
// The same target is one.
// TWICE: gpu.module @k1 [#nvvm.target, #ptx.target]
// TWICE: gpu.module @other [#ptx.target]
// CHIP: there is no code for 'sm_1'
// REGEX: '*' is no regular expression
gpu.module @k1 [#nvvm.target] {
}
gpu.module @k2 {
}
gpu.module @other {
}
