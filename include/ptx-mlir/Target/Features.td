//===- Features.td - What some SMs have and others have not -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code asks for a feature by its name (target::PTXTarget::has, target::hasFeature),
// never for the number of an SM: a new SM is a new list. Which operands and
// modifiers an instruction takes is said by its forms (ISA/*.td), sizes by SMLimits
// and ConstantBank. The name of a record is that of its enumerator.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FEATURES
#define PTXMLIR_FEATURES

class Feature<string summary> {
  string Summary = summary;
}

//===----------------------------------------------------------------------===//
// Machine
//===----------------------------------------------------------------------===//

def MarkedReconvergence : Feature<
  "BSSY and BSYNC say whether threads meet for reconvergence only">;
def TensorPairs : Feature<
  "CTAs of a cluster of even size share their tensor memory in pairs">;
def MarkedPolicies : Feature<
  "accesses say whether their descriptor is a cache policy">;
def UniformImageHandles : Feature<
  "textures, samplers and surfaces are named by uniform registers only">;
def SetsUR2 : Feature<
  "UR2 has a value when a kernel begins: kernels for the SM test it (observed)">;

//===----------------------------------------------------------------------===//
// Cubins
//===----------------------------------------------------------------------===//

def DescribedCubins : Feature<
  "a cubin of ptxas can be described and written again byte by byte">;
def CompatSection : Feature<
  "cubins have .nv.compat, memory that the system reserves, constants behind the code and "
  "addends in all relocations">;
def Workaround2861232 : Feature<
  "kernels say that they heed workaround 2861232 (observed)">;
def Mercury : Feature<
  "there is a second set of sections, which the driver may translate">;
def RegistersInSectionInfo : Feature<
  "bits 31..24 of the info of a section with code are the number of registers">;

//===----------------------------------------------------------------------===//
// Text of SASS, as NVIDIA's disassembler writes it
//===----------------------------------------------------------------------===//

def HiddenDescriptors : Feature<
  "memory descriptors are shown only where they hold a cache policy">;
def ShownZeroRegisters : Feature<
  "a register RZ is shown where a number may stand">;
def MergedAddressWidths : Feature<
  "an address RZ.64 is written as RZ.U32 is">;
def ShownLowHalf : Feature<
  "HADD2.F32 shows that it writes the low half">;
def ShownCarries : Feature<
  "IADD3 shows both carries, PT or not">;

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

def DoublePrecision : Feature<
  "f64 is computed as such, so that nothing can map it to f32">;
def Subnormals : Feature<
  "f32 has subnormal numbers, and `mad` of it is `fma`">;
def GenericAddresses : Feature<
  "loads and stores without a state space, images in registers">;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

// Before sm_75 only what matters to PTX and to readers of cubins.
defvar Features13 = [DoublePrecision];
defvar Features20 = !listconcat(Features13, [Subnormals, GenericAddresses]);
defvar FeaturesOld = !listconcat(Features20, [RegistersInSectionInfo]);
defvar Features75 = !listconcat(FeaturesOld, [ShownZeroRegisters, MergedAddressWidths]);
defvar Features80 = !listconcat(Features75, [HiddenDescriptors, MarkedPolicies,
  Workaround2861232]);
defvar Features86 = !listconcat(Features80, [ShownLowHalf]);
defvar Features87 = !listconcat(Features86, [SetsUR2]);
defvar Features89 = !listconcat(Features75, [HiddenDescriptors, MarkedPolicies, ShownLowHalf]);
defvar Features90 = !listconcat(Features20, [DescribedCubins, CompatSection, ShownLowHalf,
  UniformImageHandles]);
defvar Features100 = !listconcat(Features20, [CompatSection, Mercury, MarkedReconvergence,
  TensorPairs, ShownLowHalf, ShownCarries, UniformImageHandles]);

#endif // PTXMLIR_FEATURES
