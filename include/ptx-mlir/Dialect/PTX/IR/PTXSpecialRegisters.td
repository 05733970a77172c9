//===- PTXSpecialRegisters.td - PTX special registers ------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 10.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_SPECIALREGISTERS_TD
#define PTX_MLIR_DIALECT_PTX_SPECIALREGISTERS_TD

include "ptx-mlir/Dialect/PTX/IR/PTXBase.td"

/// A special register of `width` bits, named without `%`. A volatile one may
/// read differently each time.
class PTX_SReg<string name, int width, int ptx = 0, int sm = 0, bit isVolatile = 0>
    : PTX_Case<name, ptx, sm> {
  int RegBits = width;
  bit IsVolatile = isVolatile;
}

class PTX_SRegXYZ<string name, int ptx = 0, int sm = 0> {
  list<PTX_SReg> Regs = [PTX_SReg<name # ".x", 32, ptx, sm>,
                         PTX_SReg<name # ".y", 32, ptx, sm>,
                         PTX_SReg<name # ".z", 32, ptx, sm>];
}

def PTX_SpecialRegister : PTX_ModEnum<"SpecialRegister", !listconcat(
  PTX_SRegXYZ<"tid">.Regs, PTX_SRegXYZ<"ntid">.Regs,
  PTX_SRegXYZ<"ctaid">.Regs, PTX_SRegXYZ<"nctaid">.Regs,
  [PTX_SReg<"laneid", 32>, PTX_SReg<"warpid", 32, 13, 0, 1>,
   PTX_SReg<"nwarpid", 32, 20, 20>, PTX_SReg<"smid", 32, 13, 0, 1>,
   PTX_SReg<"nsmid", 32, 20, 20>, PTX_SReg<"gridid", 64>,
   PTX_SReg<"is_explicit_cluster", 1, 78, 90>],
  PTX_SRegXYZ<"clusterid", 78, 90>.Regs, PTX_SRegXYZ<"nclusterid", 78, 90>.Regs,
  PTX_SRegXYZ<"cluster_ctaid", 78, 90>.Regs,
  PTX_SRegXYZ<"cluster_nctaid", 78, 90>.Regs,
  [PTX_SReg<"cluster_ctarank", 32, 78, 90>,
   PTX_SReg<"cluster_nctarank", 32, 78, 90>,
   PTX_SReg<"lanemask_eq", 32, 20, 20>, PTX_SReg<"lanemask_le", 32, 20, 20>,
   PTX_SReg<"lanemask_lt", 32, 20, 20>, PTX_SReg<"lanemask_ge", 32, 20, 20>,
   PTX_SReg<"lanemask_gt", 32, 20, 20>,
   PTX_SReg<"clock", 32, 10, 0, 1>, PTX_SReg<"clock_hi", 32, 50, 20, 1>,
   PTX_SReg<"clock64", 64, 20, 20, 1>,
   PTX_SReg<"globaltimer", 64, 31, 30, 1>,
   PTX_SReg<"globaltimer_lo", 32, 31, 30, 1>,
   PTX_SReg<"globaltimer_hi", 32, 31, 30, 1>,
   PTX_SReg<"total_smem_size", 32, 41, 20>, PTX_SReg<"aggr_smem_size", 32, 81, 90>,
   PTX_SReg<"dynamic_smem_size", 32, 41, 20>,
   PTX_SReg<"current_graph_exec", 64, 80, 50>,
   PTX_SReg<"reserved_smem_offset_begin", 32, 76, 80>,
   PTX_SReg<"reserved_smem_offset_end", 32, 76, 80>,
   PTX_SReg<"reserved_smem_offset_cap", 32, 76, 80>,
   PTX_SReg<"reserved_smem_offset_0", 32, 76, 80>,
   PTX_SReg<"reserved_smem_offset_1", 32, 76, 80>],
  !foreach(i, !range(0, 32), PTX_SReg<"envreg" # i, 32, 21>),
  !foreach(i, !range(0, 8),
           PTX_SReg<"pm" # i, 32, !if(!lt(i, 4), 13, 30), 20, 1>),
  !foreach(i, !range(0, 8), PTX_SReg<"pm" # i # "_64", 64, 40, 50, 1>)
)>;

#endif // PTX_MLIR_DIALECT_PTX_SPECIALREGISTERS_TD
