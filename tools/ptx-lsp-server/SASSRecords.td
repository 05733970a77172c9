// The ops of the ori and sass dialects, for the texts of ptx-lsp-server.
include "ptx-mlir/Dialect/Ori/IR/OriOps.td"
include "ptx-mlir/Dialect/SASS/IR/SASSOps.td"
include "ptx-mlir/ISA/ISA.td"
