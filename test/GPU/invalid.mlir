// Wrong targets, and code that the compiler refuses: diagnostics, no crash.
// REQUIRES: mlir-opt
// UNSUPPORTED: sanitized
// RUN: mlir-opt %plugin %s --gpu-module-to-binary -split-input-file -verify-diagnostics

// expected-error@+1 {{there is no code for 'sm_1'}}
gpu.module @a [#ptx.target<chip = "sm_1">] {
}

// -----

// expected-error@+1 {{the level of optimization is 0 to 3, not 4}}
gpu.module @a [#ptx.target<opt = 4>] {
}

// -----

// expected-error@+1 {{'link' has names of files, nothing else}}
gpu.module @a [#ptx.target<link = [1 : i32]>] {
}

// -----

// expected-error@below {{no code for #ptx.target:}}
// expected-error@below {{An error happened while serializing the module.}}
gpu.module @a [#ptx.target<options = "--no-such-option">] {
  llvm.func @k() attributes {nvvm.kernel} {
    llvm.return
  }
}

// -----

// expected-error@below {{no-such-file.bc}}
// expected-error@below {{An error happened while serializing the module.}}
gpu.module @a [#ptx.target<link = ["/no-such-file.bc"]>] {
  llvm.func @k() attributes {nvvm.kernel} {
    llvm.return
  }
}
