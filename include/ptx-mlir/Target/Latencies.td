//===- Latencies.td - Latency models of the SM generations -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are the least distances that ptxas 13.0.88 leaves between dependent
// instructions (observed on serial chains), completed where no chain shows a
// pair by published scheduling information; where both are known and differ the
// larger one is taken unless ptxas itself emits the smaller one.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_LATENCIES
#define PTXMLIR_TARGET_LATENCIES

include "ptx-mlir/Target/TargetBase.td"

//===----------------------------------------------------------------------===//
// Groups of ports
//===----------------------------------------------------------------------===//

defvar coupledReaders = [rALU, rFMA, rWideAB, rWideC, rWideCHigh, rHalf, rHalfMMA,
                         rDouble, rTensor, rTensorC];
defvar lateReaders = [rLateXU, rLateAGU];
defvar allReaders = !listconcat(coupledReaders, lateReaders);
defvar simpleWriters = [wALU, wDisp64, wFMA, wWideLow, wWideHigh, wHalf];
defvar slowWriters = [wHalfMMA, wDouble];
defvar tensorWriters = [wTensorSmall, wTensorHalf, wTensor, wDMMA];
defvar allWriters = !listconcat(simpleWriters, slowWriters, tensorWriters, [wVariable, wRedirected]);

defvar uReaders = [urVector, urLate, urBranch, urUniform, urConst, urUMOV];
defvar uWriters = [uwUniform, uwConst, uwR2UR, uwVariable];
defvar pReaders = [prGuard, prALU, prFMA, prVote, prHalf, prDouble];
defvar pWriters = [pwALU, pwFMA, pwHalf, pwR2P, pwR2UR, pwDouble, pwVariable];
defvar pFixedWriters = [pwALU, pwFMA, pwHalf, pwR2P];
defvar upReaders = [uprGuard, uprVector, uprUniform, uprBranch];
defvar upWriters = [upwUniform, upwVote, upwVariable];

//===----------------------------------------------------------------------===//
// sm_90, and the base of the others
//===----------------------------------------------------------------------===//

defvar trueR = [
  True<[wALU], [rALU], 4>,
  True<[wALU], [rFMA, rWideAB, rWideC, rHalf], 5>,
  True<[wALU], [rWideCHigh], 3>,
  True<[wDisp64], [rALU, rFMA, rWideAB, rWideC, rHalf], 6>,
  True<[wDisp64], [rWideCHigh], 4>,
  True<[wFMA], [rALU, rHalf], 5>,
  True<[wFMA], [rFMA, rWideAB, rWideC], 4>,
  True<[wFMA], [rWideCHigh], 2>,
  True<[wWideLow], [rALU, rHalf], 3>,
  True<[wWideLow], [rFMA, rWideC, rWideCHigh], 2>,
  True<[wWideLow], [rWideAB], 4>,
  True<[wWideHigh], [rALU, rHalf], 5>,
  True<[wWideHigh], [rFMA, rWideC], 4>,
  True<[wWideHigh], [rWideAB], 6>,
  True<[wWideHigh], [rWideCHigh], 2>,
  True<[wHalf], [rALU, rFMA, rWideAB, rWideC], 5>,
  True<[wHalf], [rHalf], 4>,
  True<[wHalf], [rWideCHigh], 3>,
  True<slowWriters, [rALU, rFMA, rWideAB, rWideC, rHalf], 10>,
  True<slowWriters, [rWideCHigh], 8>,
  True<simpleWriters, [rHalfMMA, rDouble], 6>,
  True<[wHalfMMA], [rHalfMMA], 8>,
  True<[wHalfMMA], [rDouble], 10>,
  True<[wDouble], [rHalfMMA, rDouble], 8>,
  True<simpleWriters, [rTensor, rTensorC], 7>,
  True<slowWriters, [rTensor, rTensorC], 11>,
  // Late readers.
  True<simpleWriters, [rLateXU], 4>,
  True<simpleWriters, [rLateAGU], 5>,
  True<slowWriters, [rLateXU], 6>,
  True<slowWriters, [rLateAGU], 7>,
  // Tensor results.
  True<[wTensorSmall], coupledReaders, 14>,
  True<[wTensorSmall], [rALU, rFMA], 13>,
  True<[wTensorSmall], lateReaders, 12>,
  True<[wTensorHalf], coupledReaders, 16>,
  True<[wTensorHalf], lateReaders, 15>,
  True<[wTensor], coupledReaders, 24>,
  True<[wTensor], lateReaders, 23>,
  True<[wDMMA], allReaders, 26>,
  // Through a barrier.
  True<[wVariable, wRedirected], allReaders, 1>,
];

defvar outputR = [
  Output<allWriters, allWriters, 1>,
  Output<[wDisp64], [wALU, wFMA, wHalf, wWideHigh], 1, 2>,
  Output<[wWideHigh], [wFMA, wWideLow], 1, 2>,
  Output<[wALU, wHalf], [wWideLow], 2, 3>,
  Output<[wDisp64], [wWideLow], 3, 4>,
  Output<[wFMA], [wWideLow], 1, 2>,
  Output<slowWriters, [wALU, wFMA, wHalf], 3, 6>,
  Output<slowWriters, [wDisp64], 1, 4>,
  Output<slowWriters, [wWideLow], 3, 8>,
  Output<slowWriters, [wWideHigh], 1, 6>,
  Output<[wHalfMMA], [wHalfMMA], 2>,
  Output<[wDouble], [wHalfMMA], 3>,
  Output<[wHalfMMA], [wDouble], 2>,
  Output<[wDouble], [wDouble], 2>,
  Output<!listconcat(simpleWriters, slowWriters), tensorWriters, 2>,
  Output<[wTensorSmall, wTensorHalf], simpleWriters, 3, 14>,
  Output<[wTensorSmall, wTensorHalf], slowWriters, 14>,
  Output<[wTensor], simpleWriters, 3, 18>,
  Output<[wTensor], slowWriters, 18>,
  Output<[wTensorSmall, wTensorHalf, wTensor], tensorWriters, 8>,
  Output<[wDMMA], !listconcat(simpleWriters, slowWriters), 20, 23>,
  Output<[wDMMA], tensorWriters, 17>,
  Output<simpleWriters, [wVariable, wRedirected], 5, 6>,
  Output<slowWriters, [wVariable, wRedirected], 9, 10>,
  Output<[wTensorSmall, wTensorHalf, wTensor], [wVariable, wRedirected], 6, 19>,
  Output<[wDMMA], [wVariable, wRedirected], 6, 25>,
  // Until the barrier has been waited for.
  Output<[wVariable, wRedirected], allWriters, 1>,
];

defvar antiR = [
  Anti<allReaders, !listconcat(simpleWriters, slowWriters, [wRedirected]), 1>,
  Anti<[rALU, rFMA, rWideAB, rWideC, rWideCHigh, rHalf],
       !listconcat(tensorWriters, [wVariable]), 2>,
  Anti<!listconcat([rHalfMMA, rDouble, rTensor, rTensorC], lateReaders),
       !listconcat(tensorWriters, [wVariable]), 1>,
];

defvar latenciesUR = [
  True<[uwUniform], [urVector], 6>,
  True<[uwUniform], [urLate], 9>,
  True<[uwUniform], [urBranch], 10>,
  True<[uwUniform], [urUniform], 4>,
  True<[uwUniform], [urConst], 12>,
  True<[uwUniform], [urUMOV], 7>,
  True<[uwConst], [urVector, urLate, urUniform, urUMOV], 2>,
  True<[uwConst], [urBranch], 3>,
  True<[uwConst], [urConst], 5>,
  True<[uwR2UR], uReaders, 13>,
  True<[uwR2UR], [urConst], 15>,
  True<[uwVariable], uReaders, 1>,
  Output<uWriters, uWriters, 1>,
  Output<[uwUniform], [uwConst, uwR2UR], 7>,
  Output<[uwUniform], [uwVariable], 7, 11>,
  Output<[uwConst], [uwVariable], 4>,
  Output<[uwR2UR], [uwUniform], 5, 9>,
  Output<[uwR2UR], [uwConst], 1, 11>,
  Output<[uwR2UR], [uwVariable], 10, 14>,
  Anti<uReaders, uWriters, 1>,
  Anti<[urUniform], [uwConst], 3>,
];

defvar latenciesP = [
  True<pFixedWriters, [prALU], 4>,
  True<[pwFMA, pwHalf], [prALU], 5>,
  True<[pwR2P], [prALU, prFMA], 5>,
  True<[pwALU, pwHalf], [prFMA], 5>,
  True<[pwFMA], [prFMA], 4>,
  True<pFixedWriters, [prGuard, prVote, prDouble], 13>,
  True<pFixedWriters, [prHalf], 13>,
  True<[pwHalf], [prHalf], 5>,
  True<[pwR2UR], [prALU], 8>,
  True<[pwR2UR], [prGuard, prVote, prDouble, prHalf, prFMA], 13>,
  True<[pwDouble], [prALU, prFMA, prDouble], 6>,
  True<[pwDouble], [prGuard, prVote, prHalf], 14>,
  True<[pwVariable], pReaders, 1>,
  Output<pWriters, pWriters, 1>,
  Output<[pwDouble], [pwALU, pwFMA, pwR2P, pwR2UR], 2>,
  Output<[pwR2UR], [pwALU, pwHalf, pwR2P], 7, 8>,
  Output<[pwR2UR], [pwFMA], 8, 9>,
  Output<[pwALU, pwFMA, pwR2P, pwR2UR], [pwHalf], 6, 8>,
  Output<[pwDouble], [pwHalf], 7, 9>,
  Output<[pwALU, pwFMA, pwR2P, pwR2UR, pwHalf], [pwDouble], 5, 7>,
  Output<[pwALU, pwFMA, pwR2P, pwR2UR, pwHalf], [pwVariable], 10, 12>,
  Output<[pwDouble], [pwVariable], 12, 13>,
  Anti<pReaders, pWriters, 1>,
];

defvar latenciesUP = [
  True<[upwUniform], [uprGuard], 11>,
  True<[upwUniform], [uprVector], 6>,
  True<[upwUniform], [uprUniform], 4>,
  True<[upwUniform], [uprBranch], 9>,
  True<[upwVote], [uprGuard], 5>,
  True<[upwVote], [uprVector, uprUniform], 1>,
  True<[upwVote], [uprBranch], 2>,
  True<[upwVariable], upReaders, 1>,
  Output<upWriters, upWriters, 1>,
  Output<[upwUniform], [upwVote, upwVariable], 7>,
  Anti<upReaders, upWriters, 1>,
  Anti<[uprVector, uprUniform], [upwVote], 2>,
];

defvar latencies90 =
    !listconcat(trueR, outputR, antiR, latenciesUR, latenciesP, latenciesUP);

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// A vector instruction of fixed latency.
class FixedClass<SchedClass cls, ReadPort read, WritePort write> : ClassTraits<cls> {
  let Read = read;
  let Write = write;
}
/// An instruction of the uniform datapath.
class UniformClass<SchedClass cls, ReadPort read, WritePort write> : ClassTraits<cls> {
  let URead = read;
  let UWrite = write;
  let UPRead = uprUniform;
  // The index of a vector register read by R2UR-like instructions.
  let Read = rLateXU;
  let PRead = prGuard;
}
/// An instruction that completes through dependency barriers.
class VariableClass<SchedClass cls, int estimate, ReadPort read = rLateAGU>
    : ClassTraits<cls> {
  // Memory instructions go through one queue (observed: one read barrier stands
  // for earlier loads and stores, of any space).
  let ReadOrderGroup = !if(!eq(read, rLateAGU), 1, 0);
  let WriteBarrier = 1;
  let ReadBarrier = 1;
  let Estimate = estimate;
  let Occupancy = 4;
  let Read = read;
  let Write = wVariable;
  let URead = urLate;
  let UWrite = uwVariable;
  let PRead = prGuard;
  let PWrite = pwVariable;
  let UPRead = uprVector;
  let UPWrite = upwVariable;
}
/// Control transfer and synchronisation.
class ControlClass<SchedClass cls, int minStall> : ClassTraits<cls> {
  let MinStall = minStall;
  let Read = rLateXU;
  let Write = wVariable;
  let URead = urBranch;
  let PRead = prGuard;
  let PWrite = pwVariable;
  let UPRead = uprBranch;
}

def ClsALU : FixedClass<SchedALU, rALU, wALU>;
def ClsFMA : FixedClass<SchedFMA, rFMA, wFMA> {
  let PRead = prFMA;
  let PWrite = pwFMA;
}
def ClsIMADWide : FixedClass<SchedIMADWide, rWideAB, wWideLow> {
  let ReadC = rWideC;
  let ReadCHigh = rWideCHigh;
  let WriteHigh = wWideHigh;
  let PRead = prFMA;
  let PWrite = pwFMA;
  let Occupancy = 2;
}
def ClsFP16 : FixedClass<SchedFP16, rHalf, wHalf> {
  let PRead = prHalf;
  let PWrite = pwHalf;
}
def ClsFP16MMA : FixedClass<SchedFP16MMA, rHalfMMA, wHalfMMA> {
  let PRead = prHalf;
  let Estimate = 10;
}
def ClsFP64 : FixedClass<SchedFP64, rDouble, wDouble> {
  let PRead = prDouble;
  let PWrite = pwDouble;
  let Estimate = 10;
  let Occupancy = 2;
  let URead = urLate;
}
def ClsMUFU : VariableClass<SchedMUFU, 24, rLateXU> {
  let InOrderGroup = 1;
  let ReadOrderGroup = 2;
}
def ClsUniform : UniformClass<SchedUniform, urUniform, uwUniform>;
def ClsULDC : UniformClass<SchedULDC, urConst, uwConst> { let UPRead = uprGuard; }
def ClsUMOV : UniformClass<SchedUMOV, urUMOV, uwConst> { let UPWrite = upwVote; }
def ClsR2UR : UniformClass<SchedR2UR, urUniform, uwR2UR> {
  let Estimate = 13;
  let PWrite = pwR2UR;
}
def ClsVote : FixedClass<SchedVote, rALU, wALU> {
  let PRead = prVote;
  let UWrite = uwConst;
  let UPWrite = upwVote;
}
def ClsLoad : VariableClass<SchedLoad, 300>;
def ClsSharedLoad : VariableClass<SchedSharedLoad, 30> { let InOrderGroup = 2; }
def ClsConstLoad : VariableClass<SchedConstLoad, 40, rLateXU> { let InOrderGroup = 3; }
def ClsStore : VariableClass<SchedStore, 30>;
def ClsAtomic : VariableClass<SchedAtomic, 300> { let PredicateByRead = 1; }
def ClsShuffle : VariableClass<SchedShuffle, 25> { let InOrderGroup = 2; }
def ClsS2R : VariableClass<SchedS2R, 30, rLateXU>;
def ClsAsync : VariableClass<SchedAsync, 300> { let ReadBarrierUR = 1; }
def ClsSyncs : VariableClass<SchedSyncs, 40, rLateXU>;
def ClsCS2R : FixedClass<SchedCS2R, rALU, wDisp64> { let Estimate = 12; }
def ClsDisp64 : FixedClass<SchedDisp64, rALU, wDisp64>;
def ClsHMMA : FixedClass<SchedHMMA, rTensor, wTensor> {
  let ReadC = rTensorC;
  let Estimate = 26;
  let Occupancy = 2;
}
def ClsHMMAHalf : FixedClass<SchedHMMAHalf, rTensor, wTensorHalf> {
  let ReadC = rTensorC;
  let Estimate = 18;
  let Occupancy = 2;
}
def ClsIMMASmall : FixedClass<SchedIMMASmall, rTensor, wTensorSmall> {
  let ReadC = rTensorC;
  let Estimate = 14;
}
def ClsDMMA : FixedClass<SchedDMMA, rTensor, wDMMA> {
  let WriteBarrier = 1;
  let ReadBarrier = 1;
  let ReadC = rTensorC;
  let Estimate = 30;
  let Occupancy = 4;
}
def ClsControl : ControlClass<SchedControl, 5>;
def ClsBranch : ControlClass<SchedBranch, 5>;
def ClsConvergence : ControlClass<SchedConvergence, 1>;
def ClsBarrier : ControlClass<SchedBarrier, 6> {
  let Read = rLateAGU;
  let URead = urLate;
  let ReadBarrier = 1;
}
def ClsFence : ControlClass<SchedFence, 6> {
  let Read = rLateAGU;
  let URead = urLate;
}
def ClsDepbar : ControlClass<SchedDepbar, 4>;
def ClsNop : FixedClass<SchedNop, rALU, wALU>;

defvar classes90 = [
  ClsALU, ClsFMA, ClsIMADWide, ClsFP16, ClsFP16MMA, ClsFP64, ClsMUFU, ClsUniform,
  ClsULDC, ClsUMOV, ClsR2UR, ClsVote, ClsLoad, ClsSharedLoad, ClsConstLoad,
  ClsStore, ClsAtomic, ClsShuffle, ClsS2R, ClsAsync, ClsSyncs, ClsCS2R, ClsDisp64, ClsHMMA,
  ClsHMMAHalf, ClsIMMASmall, ClsDMMA, ClsControl, ClsBranch, ClsConvergence, ClsBarrier, ClsFence,
  ClsDepbar, ClsNop,
];

// FP64 where it is scoreboarded: a fixed part and a barrier.
def ClsFP64Slow : VariableClass<SchedFP64, 40, rDouble> {
  let Write = wRedirected;
  let InOrderGroup = 4;
  let ReadOrderGroup = 4;
  let PRead = prDouble;
  let Occupancy = 16;
}
// R2UR before sm_90.
def ClsR2URSlow : VariableClass<SchedR2UR, 20, rLateXU> { let ReadBarrier = 0; }
// Tensor instructions that are scoreboarded.
def ClsHMMASlow : VariableClass<SchedHMMA, 40, rTensor>;
def ClsHMMAHalfSlow : VariableClass<SchedHMMAHalf, 40, rTensor>;
def ClsIMMASmallSlow : VariableClass<SchedIMMASmall, 40, rTensor>;

defvar classesSlowFP64 = !listconcat(classes90, [ClsFP64Slow]);

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

def SM90Model : LatencyModel<classes90, latencies90>;

def SM80Model : LatencyModel<!listconcat(classesSlowFP64, [ClsR2URSlow]),
  !listconcat(latencies90, [True<[wHalfMMA], [rHalfMMA], 6>])>;

// No HFMA2.MMA; IMAD.WIDE's low half is used after 5 cycles (observed).
def SM86Model : LatencyModel<!listconcat(classesSlowFP64, [ClsR2URSlow]),
  !listconcat(latencies90, [True<[wWideLow], [rALU, rHalf], 5>])>;

def SM75Model : LatencyModel<
  !listconcat(classesSlowFP64, [ClsR2URSlow, ClsHMMASlow, ClsHMMAHalfSlow, ClsIMMASmallSlow]),
  !listconcat(latencies90, [
    True<simpleWriters, [rLateAGU], 8>,
    True<simpleWriters, [rLateXU], 6>,
    True<simpleWriters, [rHalf], 6>,
    True<simpleWriters, [rTensor, rTensorC], 8>,
    True<[wHalf], allReaders, 8>,
    True<[wHalf], [rHalf], 6>,
    True<[wWideLow], [rALU], 5>,
    True<[wVariable, wRedirected], allReaders, 1>,
    Output<[wHalf], simpleWriters, 3, 4>,
    True<pFixedWriters, [prGuard, prVote, prDouble, prHalf], 12>])>;

// LDCU completes through a barrier and is a Load here.
def SM100Model : LatencyModel<classes90, !listconcat(latencies90, [
  True<tensorWriters, coupledReaders, 20>,
  True<tensorWriters, lateReaders, 19>,
  True<[wDMMA], allReaders, 26>,
  Output<[wTensorSmall, wTensorHalf, wTensor], simpleWriters, 3, 17>,
  Output<[wTensorSmall, wTensorHalf, wTensor], [wVariable], 6, 19>])>;

def SM103Model : LatencyModel<!listconcat(classesSlowFP64, [ClsHMMAHalfSlow, ClsIMMASmallSlow]),
  SM100Model.Latencies>;

def SM110Model : LatencyModel<classesSlowFP64, SM100Model.Latencies>;

// The dual-issue ALU group takes one cycle more; a class for it would be finer.
def SM120Model : LatencyModel<classesSlowFP64, !listconcat(latencies90, [
  True<[wALU], [rALU], 5>,
  True<[wWideLow], [rALU, rHalf], 5>,
  True<[wWideLow], [rFMA, rWideC], 4>,
  True<[pwALU], [prALU], 5>,
  True<tensorWriters, coupledReaders, 34>,
  True<tensorWriters, lateReaders, 28>,
  Output<[wTensorSmall, wTensorHalf, wTensor], simpleWriters, 3, 26>,
  Output<[wTensorSmall, wTensorHalf, wTensor], [wVariable], 6, 28>])>;

#endif // PTXMLIR_TARGET_LATENCIES
