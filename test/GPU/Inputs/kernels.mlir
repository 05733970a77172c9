// Kernels in the gpu dialect: exchanges between lanes, atomics, shared memory in
// two dimensions, loops, narrow and wide types, a function that is called.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @warp_sum(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %width = arith.constant 32 : i32
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %c5 = arith.constant 5 : index
      %one = arith.constant 1 : i32
      %v = memref.load %x[%t] : memref<64xf32>
      %sum = scf.for %k = %c0 to %c5 step %c1 iter_args(%s = %v) -> f32 {
        %shift = arith.index_cast %k : index to i32
        %mask = arith.shli %one, %shift : i32
        %other, %valid = gpu.shuffle xor %s, %mask, %width : f32
        %next = arith.addf %s, %other : f32
        scf.yield %next : f32
      }
      memref.store %sum, %y[%t] : memref<64xf32>
      gpu.return
    }
    gpu.func @histogram(%x: memref<64xi32>, %bins: memref<16xi32>) kernel {
      %t = gpu.thread_id x
      %mask = arith.constant 15 : i32
      %one = arith.constant 1 : i32
      %v = memref.load %x[%t] : memref<64xi32>
      %low = arith.andi %v, %mask : i32
      %bin = arith.index_cast %low : i32 to index
      %old = memref.atomic_rmw addi %one, %bins[%bin] : (i32, memref<16xi32>) -> i32
      gpu.return
    }
    gpu.func @transpose(%x: memref<8x8xf32>, %y: memref<8x8xf32>)
        workgroup(%tile: memref<8x8xf32, #gpu.address_space<workgroup>>) kernel {
      %t = gpu.thread_id x
      %c8 = arith.constant 8 : index
      %i = arith.divui %t, %c8 : index
      %j = arith.remui %t, %c8 : index
      %v = memref.load %x[%i, %j] : memref<8x8xf32>
      memref.store %v, %tile[%i, %j] : memref<8x8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %w = memref.load %tile[%j, %i] : memref<8x8xf32, #gpu.address_space<workgroup>>
      memref.store %w, %y[%i, %j] : memref<8x8xf32>
      gpu.return
    }
    gpu.func @narrow_and_wide(%h: memref<64xf16>, %b: memref<64xi8>, %d: memref<64xf64>) kernel {
      %t = gpu.thread_id x
      %hv = memref.load %h[%t] : memref<64xf16>
      %bv = memref.load %b[%t] : memref<64xi8>
      %dv = memref.load %d[%t] : memref<64xf64>
      %hd = arith.extf %hv : f16 to f64
      %bd = arith.sitofp %bv : i8 to f64
      %p = arith.mulf %hd, %bd : f64
      %s = arith.addf %p, %dv : f64
      %q = arith.divf %s, %hd : f64
      memref.store %q, %d[%t] : memref<64xf64>
      %n = arith.truncf %s : f64 to f16
      memref.store %n, %h[%t] : memref<64xf16>
      %c = arith.fptosi %hv : f16 to i8
      memref.store %c, %b[%t] : memref<64xi8>
      gpu.return
    }
    gpu.func @collatz(%x: memref<64xi32>, %y: memref<64xi32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %mask = arith.constant 255 : i32
      %most = arith.constant 200 : i32
      %v = memref.load %x[%t] : memref<64xi32>
      %low = arith.andi %v, %mask : i32
      %start = arith.ori %low, %one : i32
      %n, %steps = scf.while (%a = %start, %c = %zero) : (i32, i32) -> (i32, i32) {
        %more = arith.cmpi ne, %a, %one : i32
        %few = arith.cmpi ult, %c, %most : i32
        %go = arith.andi %more, %few : i1
        scf.condition(%go) %a, %c : i32, i32
      } do {
      ^bb0(%a: i32, %c: i32):
        %odd = arith.andi %a, %one : i32
        %isOdd = arith.cmpi eq, %odd, %one : i32
        %next = scf.if %isOdd -> i32 {
          %m = func.call @triple(%a) : (i32) -> i32
          scf.yield %m : i32
        } else {
          %m = arith.shrui %a, %one : i32
          scf.yield %m : i32
        }
        %d = arith.addi %c, %one : i32
        scf.yield %next, %d : i32, i32
      }
      memref.store %steps, %y[%t] : memref<64xi32>
      gpu.return
    }
    func.func @triple(%a: i32) -> i32 attributes {passthrough = ["noinline"]} {
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %m = arith.muli %a, %three : i32
      %p = arith.addi %m, %one : i32
      return %p : i32
    }
  }
}
