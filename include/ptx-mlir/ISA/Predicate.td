// (being written)
#ifndef PTXMLIR_ISA_PREDICATE
#define PTXMLIR_ISA_PREDICATE
include "ptx-mlir/ISA/Forms.td"
#endif
