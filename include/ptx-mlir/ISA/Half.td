// (being written)
#ifndef PTXMLIR_ISA_HALF
#define PTXMLIR_ISA_HALF
include "ptx-mlir/ISA/Forms.td"
#endif
