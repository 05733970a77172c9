// RUN: ptx-opt %s --pass-pipeline='builtin.module(convert-ori-to-sass)' --split-input-file | FileCheck %s

// The stack of a kernel: the largest sum of frames along a chain of calls, of
// different ways to one function, too. Those that call save where to return to.
// CHECK: sass.func @k attributes {{.*}}stack_bytes = 4976
ori.module attributes {sm = 90 : i32} {
  ori.func @k attributes {calls, kernel, local_bytes = 48 : i32} {
    ori.call @f() [] -> [] : () -> ()
    ori.call @g() [] -> [] : () -> ()
    ori.exit
  }
  ori.func @f attributes {calls, function_type = () -> (), local_bytes = 1008 : i32, of_kernel = @k} {
    ori.call @h() [] -> [] : () -> ()
    ori.ret
  }
  ori.func @g attributes {calls, function_type = () -> (), local_bytes = 1984 : i32, of_kernel = @k} {
    ori.call @f() [] -> [] : () -> ()
    ori.call @h() [] -> [] : () -> ()
    ori.ret
  }
  ori.func @h attributes {calls, function_type = () -> (), local_bytes = 1904 : i32, of_kernel = @k} {
    ori.ret
  }
}

// -----

// How deep functions go that call themselves is not known: a chain ends there,
// with what they call. Other chains count.
// CHECK: sass.func @k attributes {{.*}}stack_bytes = 240
ori.module attributes {sm = 90 : i32} {
  ori.func @k attributes {calls, kernel, local_bytes = 32 : i32} {
    ori.call @self() [] -> [] : () -> ()
    ori.call @even() [] -> [] : () -> ()
    ori.call @above() [] -> [] : () -> ()
    ori.exit
  }
  ori.func @self attributes {calls, function_type = () -> (), local_bytes = 1600 : i32, of_kernel = @k} {
    ori.call @self() [] -> [] : () -> ()
    ori.call @large() [] -> [] : () -> ()
    ori.ret
  }
  ori.func @even attributes {calls, function_type = () -> (), local_bytes = 3200 : i32, of_kernel = @k} {
    ori.call @odd() [] -> [] : () -> ()
    ori.ret
  }
  ori.func @odd attributes {calls, function_type = () -> (), local_bytes = 3200 : i32, of_kernel = @k} {
    ori.call @large() [] -> [] : () -> ()
    ori.call @even() [] -> [] : () -> ()
    ori.ret
  }
  ori.func @above attributes {calls, function_type = () -> (), local_bytes = 192 : i32, of_kernel = @k} {
    ori.call @odd() [] -> [] : () -> ()
    ori.ret
  }
  ori.func @large attributes {calls, function_type = () -> (), local_bytes = 6400 : i32, of_kernel = @k} {
    ori.ret
  }
}

// -----

// A call through a register leads to the functions of its type in the table.
// CHECK: sass.func @k attributes {{.*}}stack_bytes = 144
ori.module attributes {sm = 90 : i32} {
  ori.func @k attributes {calls, function_table = [@one, @other], kernel, local_bytes = 16 : i32} {
    %z = ori.imm 0 : !ori.r
    %t = ori.ldc<type = "64", bank = 2> %z regs(4)
    ori.call at %t : !ori.r<2> () [] -> [] {prototype = "#v"} : () -> ()
    ori.exit
  }
  ori.func @one attributes {calls, function_type = () -> (), local_bytes = 128 : i32, of_kernel = @k, prototype = "#v"} {
    ori.ret
  }
  ori.func @other attributes {calls, function_type = () -> (), local_bytes = 1280 : i32, of_kernel = @k, prototype = "#vi"} {
    ori.ret
  }
}

// -----

// One of them that calls through a register of the same type may call itself,
// so that no chain through such a call is known.
// CHECK: sass.func @k attributes {{.*}}stack_bytes = 48
ori.module attributes {sm = 90 : i32} {
  ori.func @k attributes {calls, function_table = [@one, @other], kernel, local_bytes = 16 : i32} {
    %z = ori.imm 0 : !ori.r
    %t = ori.ldc<type = "64", bank = 2> %z regs(4)
    ori.call at %t : !ori.r<2> () [] -> [] {prototype = "#v"} : () -> ()
    ori.call @last() [] -> [] : () -> ()
    ori.exit
  }
  ori.func @one attributes {calls, function_type = () -> (), local_bytes = 128 : i32, of_kernel = @k, prototype = "#v"} {
    ori.ret
  }
  ori.func @other attributes {calls, function_type = () -> (), local_bytes = 128 : i32, of_kernel = @k, prototype = "#v"} {
    %z = ori.imm 0 : !ori.r
    %t = ori.ldc<type = "64", bank = 2> %z regs(4)
    ori.call at %t : !ori.r<2> () [] -> [] {prototype = "#v"} : () -> ()
    ori.ret
  }
  ori.func @last attributes {calls, function_type = () -> (), local_bytes = 32 : i32, of_kernel = @k} {
    ori.ret
  }
}
