// The ops of the ptx dialect, for the texts of ptx-lsp-server.
include "ptx-mlir/Dialect/PTX/IR/PTXInstructions.td"
include "ptx-mlir/Dialect/PTX/IR/PTXControlFlow.td"
include "ptx-mlir/Dialect/PTX/IR/PTXStructure.td"
include "ptx-mlir/Dialect/PTX/IR/PTXValues.td"
