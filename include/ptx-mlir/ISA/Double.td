// (being written)
#ifndef PTXMLIR_ISA_DOUBLE
#define PTXMLIR_ISA_DOUBLE
include "ptx-mlir/ISA/Forms.td"
#endif
