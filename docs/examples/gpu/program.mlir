// A program of host and device code: the host fills x, the device adds a * x to y
// in its own memory and y to z in memory of the host, the host prints z.
module attributes {gpu.container_module} {
  func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %half = arith.constant 0.5 : f32
    %x = memref.alloc() : memref<8xf32>
    %z = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      memref.store %f, %x[%i] : memref<8xf32>
      memref.store %half, %z[%i] : memref<8xf32>
    }
    %dx = gpu.alloc () : memref<8xf32>
    %dy = gpu.alloc () : memref<8xf32>
    gpu.memcpy %dx, %x : memref<8xf32>, memref<8xf32>
    gpu.memcpy %dy, %x : memref<8xf32>, memref<8xf32>
    gpu.launch_func @kernels::@saxpy blocks in (%c2, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%half : f32, %dx : memref<8xf32>, %dy : memref<8xf32>)
    %zc = memref.cast %z : memref<8xf32> to memref<*xf32>
    gpu.host_register %zc : memref<*xf32>
    gpu.launch_func @kernels::@saxpy blocks in (%c2, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%half : f32, %dy : memref<8xf32>, %z : memref<8xf32>)
    gpu.memcpy %x, %dy : memref<8xf32>, memref<8xf32>
    gpu.dealloc %dx : memref<8xf32>
    gpu.dealloc %dy : memref<8xf32>
    %xc = memref.cast %x : memref<8xf32> to memref<*xf32>
    call @printMemrefF32(%xc) : (memref<*xf32>) -> ()
    call @printMemrefF32(%zc) : (memref<*xf32>) -> ()
    return
  }

  gpu.module @kernels {
    gpu.func @saxpy(%a: f32, %x: memref<8xf32>, %y: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %o = arith.muli %b, %d : index
      %i = arith.addi %o, %t : index
      %v = memref.load %x[%i] : memref<8xf32>
      %w = memref.load %y[%i] : memref<8xf32>
      %p = arith.mulf %a, %v : f32
      %s = arith.addf %p, %w : f32
      memref.store %s, %y[%i] : memref<8xf32>
      gpu.return
    }
  }
}
