// All ops of the ptx dialect, for the page that `ninja ptxmlir-doc` makes.
include "ptx-mlir/Dialect/PTX/IR/PTXAllAttributes.td"
include "ptx-mlir/Dialect/PTX/IR/PTXStructure.td"
include "ptx-mlir/Dialect/PTX/IR/PTXControlFlow.td"
include "ptx-mlir/Dialect/PTX/IR/PTXValues.td"
include "ptx-mlir/Dialect/PTX/IR/PTXInstructions.td"
