// (being written)
#ifndef PTXMLIR_ISA_FLOAT
#define PTXMLIR_ISA_FLOAT
include "ptx-mlir/ISA/Forms.td"
#endif
