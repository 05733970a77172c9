// (being written)
#ifndef PTXMLIR_ISA_CONVERT
#define PTXMLIR_ISA_CONVERT
include "ptx-mlir/ISA/Forms.td"
#endif
