// Functions of libdevice: linked if the attribute or the toolkit names it; without,
// the compiler says what is missing. The sines of the exponentials of 0 to 2.
// REQUIRES: mlir-opt, libdevice
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && mkdir -p %t
// RUN: mlir-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1}))' -o %t/nvvm.mlir
// RUN: mlir-opt %plugin %t/nvvm.mlir --pass-pipeline='builtin.module(gpu-attach-ptx-target{link=%cuda_home/nvvm/libdevice/libdevice.10.bc},gpu-module-to-binary,gpu-write-objects{prefix=%t/link_})' -o /dev/null
// RUN: ptx-run %t/link_k.cubin --block=64 --arg=buf:iota,f32,64 --arg=buf:zero,256:print=f32,3 | FileCheck %s
// RUN: mlir-opt %plugin %t/nvvm.mlir --pass-pipeline='builtin.module(gpu-attach-ptx-target,gpu-module-to-binary{toolkit=%cuda_home},gpu-write-objects{prefix=%t/toolkit_})' -o /dev/null
// RUN: cmp %t/link_k.cubin %t/toolkit_k.cubin
// CHECK: arg1: 0.841471{{[0-9]*}} 0.41078{{[0-9]*}} 0.89385
// RUN: not mlir-opt %plugin %t/nvvm.mlir --pass-pipeline='builtin.module(gpu-attach-ptx-target,gpu-module-to-binary)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: no code for #ptx.target:
// MISSING-NEXT: k.ptx:{{.*}}: error: unresolved extern function '__nv_expf'
gpu.module @k {
  gpu.func @exps(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<64xf32>
    %e = math.exp %v : f32
    %s = math.sin %e : f32
    memref.store %s, %y[%t] : memref<64xf32>
    gpu.return
  }
}
