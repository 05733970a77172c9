// Each of the first four points upward, or to no library.
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "ptx-mlir/Nowhere/Nothing.h"
#include "../Execution/Bind.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "mlir/IR/Block.h"
