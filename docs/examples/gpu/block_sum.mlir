// y[b] = a * (the sum of the 64 elements of x of block b), in the dialects gpu,
// memref, scf and arith. The threads of a block add up in shared memory.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @block_sum(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>)
        workgroup(%sums: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c6 = arith.constant 6 : index
      %c32 = arith.constant 32 : index
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %o = arith.muli %b, %d : index
      %i = arith.addi %o, %t : index
      %v = memref.load %x[%i] : memref<?xf32>
      memref.store %v, %sums[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.for %k = %c0 to %c6 step %c1 {
        %half = arith.shrui %c32, %k : index
        %adds = arith.cmpi ult, %t, %half : index
        scf.if %adds {
          %j = arith.addi %t, %half : index
          %p = memref.load %sums[%t] : memref<64xf32, #gpu.address_space<workgroup>>
          %q = memref.load %sums[%j] : memref<64xf32, #gpu.address_space<workgroup>>
          %s = arith.addf %p, %q : f32
          memref.store %s, %sums[%t] : memref<64xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
      }
      %first = arith.cmpi eq, %t, %c0 : index
      scf.if %first {
        %s = memref.load %sums[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
        %r = arith.mulf %a, %s : f32
        memref.store %r, %y[%b] : memref<?xf32>
      }
      gpu.return
    }
  }
}
