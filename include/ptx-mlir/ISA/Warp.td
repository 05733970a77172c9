// (being written)
#ifndef PTXMLIR_ISA_WARP
#define PTXMLIR_ISA_WARP
include "ptx-mlir/ISA/Forms.td"
#endif
