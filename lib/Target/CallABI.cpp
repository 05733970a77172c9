//===- CallABI.cpp - How functions call each other ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The convention of calls as ptxas has it, observed; places of arguments are
// computed for caller and function by the same code.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/CallABI.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::target;

static CallABI makeABI() {
  CallABI abi;
  abi.firstArgument = 4;
  abi.endArgument = 16;
  abi.returnAddress = 20;
  abi.callTarget = 2;
  abi.framePointer = 16;
  abi.framePointerWithoutCalls = 2;
  abi.firstPreservedUniform = 36;
  abi.firstPreservedBarrier = 6;
  abi.leastRegisters = 24;
  // R1, R2, R16 to R31, and from there on the upper half of every eight.
  for (unsigned reg = 0; reg != 256; ++reg)
    abi.preserved[reg] = reg == 1 || reg == 2 || (reg >= 16 && reg < 32) ||
                         (reg > 32 && reg & 4);
  abi.preservedByFew.set();
  for (unsigned reg = 0; reg != 16; ++reg)
    abi.preservedByFew[reg] = abi.preserved[reg];
  return abi;
}

const CallABI &target::getCallABI() {
  static const CallABI abi = makeABI();
  return abi;
}

llvm::SmallVector<ABIPlace>
target::assignABIPlaces(llvm::ArrayRef<ABIValue> values, uint64_t &stackBytes) {
  constexpr unsigned kRegisterBytes = 4, kMostAligned = 4;
  const CallABI &abi = getCallABI();
  RegisterBits taken;
  llvm::SmallVector<ABIPlace> places;
  stackBytes = 0;
  for (const ABIValue &value : values) {
    uint64_t count = llvm::divideCeil(value.size, kRegisterBytes);
    unsigned align =
        std::clamp<uint64_t>(value.align / kRegisterBytes, 1, kMostAligned);
    ABIPlace &place = places.emplace_back();
    for (unsigned reg = llvm::alignTo(abi.firstArgument, align);
         reg + count <= abi.endArgument && !place.firstRegister; reg += align)
      if (llvm::none_of(llvm::seq<unsigned>(reg, reg + count),
                        [&](unsigned r) { return taken[r]; }))
        place.firstRegister = reg;
    if (place.firstRegister) {
      for (unsigned k = 0; k != count; ++k)
        taken.set(*place.firstRegister + k);
      continue;
    }
    // Bytes and half words have words of their own.
    place.stackOffset =
        llvm::alignTo(stackBytes, std::max<uint64_t>(value.align, 4));
    stackBytes = place.stackOffset + llvm::alignTo(value.size, 4);
  }
  return places;
}

bool target::isSystemFunction(llvm::StringRef name) {
  // What ptxas 13.0.88 takes without a definition, of some 150 names tried.
  static constexpr llvm::StringLiteral names[] = {
      "vprintf",
      "malloc",
      "free",
      "__assertfail",
      "cudaGraphLaunch",
      "cudaGraphSetConditional",
      "cudaGraphKernelNodeSetParam",
      "cudaGraphKernelNodeSetEnabled",
      "cudaGraphKernelNodeSetGridDim",
      "cudaGraphKernelNodeUpdatesApply",
      "cnpGetParameterBuffer",
      "cnpGetParameterBufferV2",
      "cnpLaunchDevice",
      "cnpLaunchDeviceV2",
      "cnpStreamCreate",
      "cnpStreamDestroy",
      "cnpStreamWaitEvent",
      "cnpEventCreate",
      "cnpEventDestroy",
      "cnpEventRecord",
      "cnpGetLastError",
      "cnpDeviceGetAttribute",
      "cnpGetDevice",
      "cnpGetDeviceCount"};
  return llvm::is_contained(names, name) || name.starts_with("__cuda_syscall");
}
