// RUN: ptx-opt %s --mlir-print-debuginfo | ptx-opt --mlir-print-debuginfo | FileCheck %s

// The location that optxas gives to instructions.
ptx.module version 90 target "sm_90" address_size 64 {
  ptx.entry visible @kernel () -> () attributes {params = []} {
    // CHECK: ptx.exit loc(#[[LINE:.*]])
    ptx.exit loc(#ptx.line<"kernel.ptx", 12, 3>)
  }
}
// CHECK: #[[LINE]] = #ptx.line<"kernel.ptx", 12, 3>
