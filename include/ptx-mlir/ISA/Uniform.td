// (being written)
#ifndef PTXMLIR_ISA_UNIFORM
#define PTXMLIR_ISA_UNIFORM
include "ptx-mlir/ISA/Forms.td"
#endif
