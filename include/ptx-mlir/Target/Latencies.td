//===- Latencies.td - Latency models of the SM generations -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a class means on each SM, and for pairs of ports that no code of ptxas
// shows often enough the number that published scheduling information gives
// (where that differs, the larger one; see TargetBase.td, Measured). A port that
// is finer than what was published has the number of its group.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_LATENCIES
#define PTXMLIR_TARGET_LATENCIES

include "ptx-mlir/Target/TargetBase.td"

//===----------------------------------------------------------------------===//
// Groups of ports
//===----------------------------------------------------------------------===//

defvar aluReaders = [rALU, rALUDual, rALU64, rALUDual64, rHMNMX2];
defvar fmaReaders = [rFMA, rFMA2High];
defvar halfReaders = [rHalf, rHSET2];
defvar tensorReaders = [rTensor, rTensorC, rIMMASmall, rIMMASmallC, rGroup];
defvar lateXUReaders = [rLateXU, rR2UR, rCollective];
defvar lateReaders = !listconcat(lateXUReaders, [rLateAGU]);
defvar pipeReaders = !listconcat(aluReaders, fmaReaders, halfReaders, [rWideAB, rWideC, rWideCHigh]);
defvar coupledReaders = !listconcat(pipeReaders, [rHalfMMA, rDouble], tensorReaders);
defvar allReaders = !listconcat(coupledReaders, lateReaders);

defvar aluWriters = [wALU, wALUDual, wALU64, wALUDual64, wCS2R, wHMNMX2];
defvar fmaWriters = [wFMA, wFMA2, wFMA2High];
defvar halfWriters = [wHalf, wHSET2];
defvar simpleWriters = !listconcat(aluWriters, [wDisp64], fmaWriters, [wWideLow, wWideHigh],
                                   halfWriters);
defvar slowWriters = [wHalfMMA, wDouble];
defvar tensorWriters = [wHMMA, wIMMA, wOMMA, wHMMAHalf, wIMMAHalf, wIMMASmall, wDMMA];
defvar twoPassWriters = [wHMMA, wIMMA, wOMMA];
defvar onePassWriters = [wHMMAHalf, wIMMAHalf];
defvar allWriters = !listconcat(simpleWriters, slowWriters, tensorWriters, [wVariable, wRedirected, wGroup]);

defvar variableWriters = [wVariable, wRedirected, wGroup];

defvar uReaders = [urVector, urLate, urTexture, urBranch, urUniform, urConst, urUMOV, urGroup, urTensorCore];
defvar uPipeWriters = [uwUniform, uwWide, uwWideHigh, uwConvert];
defvar uStepWriters = [uwConst, uwUMOV];
defvar uWriters = !listconcat(uPipeWriters, uStepWriters, [uwR2UR, uwVariable]);
defvar pGuardReaders = [prGuard, prBranch];
defvar pALUReaders = [prALU, prALUDual, prHMNMX2];
defvar pReaders = !listconcat(pGuardReaders, pALUReaders, [prFMA, prVote, prHalf, prDouble]);
defvar pALUWriters = [pwALU, pwALUDual, pwALU64, pwALUDual64];
defvar pFixedWriters = !listconcat(pALUWriters, [pwFMA, pwHalf]);
defvar pVariableWriters = [pwVariable, pwRedirected];
defvar pWriters = !listconcat(pFixedWriters, [pwR2UR, pwDouble], pVariableWriters);
defvar upReaders = [uprGuard, uprVector, uprUniform, uprBranch, uprGroup, uprGroupReg, uprTensorCore];
defvar upWriters = [upwUniform, upwVote, upwVariable];

//===----------------------------------------------------------------------===//
// sm_90, and the base of the others
//===----------------------------------------------------------------------===//

defvar trueR = [
  True<aluWriters, aluReaders, 4>,
  True<aluWriters, !listconcat(fmaReaders, [rWideAB, rWideC], halfReaders), 5>,
  True<aluWriters, [rWideCHigh], 3>,
  True<[wDisp64], pipeReaders, 6>,
  True<[wDisp64], [rWideCHigh], 4>,
  True<fmaWriters, !listconcat(aluReaders, halfReaders), 5>,
  True<fmaWriters, !listconcat(fmaReaders, [rWideAB, rWideC]), 4>,
  True<fmaWriters, [rWideCHigh], 2>,
  True<[wWideLow], !listconcat(aluReaders, halfReaders), 3>,
  True<[wWideLow], !listconcat(fmaReaders, [rWideC, rWideCHigh]), 2>,
  True<[wWideLow], [rWideAB], 4>,
  True<[wWideHigh], !listconcat(aluReaders, halfReaders), 5>,
  True<[wWideHigh], !listconcat(fmaReaders, [rWideC]), 4>,
  True<[wWideHigh], [rWideAB], 6>,
  True<[wWideHigh], [rWideCHigh], 2>,
  True<halfWriters, !listconcat(aluReaders, fmaReaders, [rWideAB, rWideC]), 5>,
  True<halfWriters, halfReaders, 4>,
  True<halfWriters, [rWideCHigh], 3>,
  True<slowWriters, pipeReaders, 10>,
  True<slowWriters, [rWideCHigh], 8>,
  True<simpleWriters, [rHalfMMA, rDouble], 6>,
  True<[wHalfMMA], [rHalfMMA], 8>,
  True<[wHalfMMA], [rDouble], 10>,
  True<[wDouble], [rHalfMMA, rDouble], 8>,
  True<simpleWriters, tensorReaders, 7>,
  True<slowWriters, tensorReaders, 11>,
  // Late readers.
  True<simpleWriters, lateXUReaders, 4>,
  True<simpleWriters, [rLateAGU], 5>,
  True<slowWriters, lateXUReaders, 6>,
  True<slowWriters, [rLateAGU], 7>,
  // Tensor results.
  True<[wIMMASmall], coupledReaders, 14>,
  True<[wIMMASmall], lateReaders, 12>,
  True<onePassWriters, coupledReaders, 16>,
  True<onePassWriters, lateReaders, 15>,
  True<twoPassWriters, coupledReaders, 24>,
  True<twoPassWriters, lateReaders, 23>,
  True<[wDMMA], allReaders, 26>,
  // Through a barrier.
  True<variableWriters, allReaders, 1>,
];

defvar outputR = [
  Output<allWriters, allWriters, 1>,
  Output<[wDisp64], !listconcat(aluWriters, fmaWriters, halfWriters, [wWideHigh]), 1, 2>,
  Output<[wWideHigh], !listconcat(fmaWriters, [wWideLow]), 1, 2>,
  Output<!listconcat(aluWriters, halfWriters), [wWideLow], 2, 3>,
  Output<[wDisp64], [wWideLow], 3, 4>,
  Output<fmaWriters, [wWideLow], 1, 2>,
  Output<slowWriters, !listconcat(aluWriters, fmaWriters, halfWriters), 3, 6>,
  Output<slowWriters, [wDisp64], 1, 4>,
  Output<slowWriters, [wWideLow], 3, 8>,
  Output<slowWriters, [wWideHigh], 1, 6>,
  Output<[wHalfMMA], [wHalfMMA], 2>,
  Output<[wDouble], [wHalfMMA], 3>,
  Output<[wHalfMMA], [wDouble], 2>,
  Output<[wDouble], [wDouble], 2>,
  Output<!listconcat(simpleWriters, slowWriters), tensorWriters, 2>,
  Output<!listconcat([wIMMASmall], onePassWriters), simpleWriters, 3, 14>,
  Output<!listconcat([wIMMASmall], onePassWriters), slowWriters, 14>,
  Output<twoPassWriters, simpleWriters, 3, 18>,
  Output<twoPassWriters, slowWriters, 18>,
  Output<!listconcat([wIMMASmall], onePassWriters, twoPassWriters), tensorWriters, 8>,
  Output<[wDMMA], !listconcat(simpleWriters, slowWriters), 20, 23>,
  Output<[wDMMA], tensorWriters, 17>,
  Output<simpleWriters, variableWriters, 5, 6>,
  Output<slowWriters, variableWriters, 9, 10>,
  Output<!listconcat([wIMMASmall], onePassWriters, twoPassWriters), variableWriters, 6, 19>,
  Output<[wDMMA], variableWriters, 6, 25>,
  // Until the barrier has been waited for.
  Output<variableWriters, allWriters, 1>,
];

defvar antiR = [
  Anti<allReaders, !listconcat(simpleWriters, slowWriters, [wRedirected, wGroup]), 1>,
  Anti<pipeReaders, !listconcat(tensorWriters, [wVariable]), 2>,
  Anti<!listconcat([rHalfMMA, rDouble], tensorReaders, lateReaders),
       !listconcat(tensorWriters, [wVariable]), 1>,
];

defvar latenciesUR = [
  True<uPipeWriters, [urVector, urGroup], 6>,
  True<uPipeWriters, [urLate, urTexture, urTensorCore], 9>,
  True<uPipeWriters, [urBranch], 10>,
  True<uPipeWriters, [urUniform], 4>,
  True<uPipeWriters, [urConst], 12>,
  True<uPipeWriters, [urUMOV], 7>,
  True<uStepWriters, [urVector, urLate, urTexture, urUniform, urUMOV, urGroup, urTensorCore], 2>,
  True<uStepWriters, [urBranch], 3>,
  True<uStepWriters, [urConst], 5>,
  True<[uwR2UR], uReaders, 13>,
  True<[uwR2UR], [urConst], 15>,
  True<[uwVariable], uReaders, 1>,
  Output<uWriters, uWriters, 1>,
  Output<uPipeWriters, !listconcat(uStepWriters, [uwR2UR]), 7>,
  Output<uPipeWriters, [uwVariable], 7, 11>,
  Output<uStepWriters, [uwVariable], 4>,
  Output<[uwR2UR], uPipeWriters, 5, 9>,
  Output<[uwR2UR], uStepWriters, 1, 11>,
  Output<[uwR2UR], [uwVariable], 10, 14>,
  Anti<uReaders, uWriters, 1>,
  Anti<[urUniform], uStepWriters, 3>,
];

defvar latenciesP = [
  True<pALUWriters, pALUReaders, 4>,
  True<[pwFMA, pwHalf], pALUReaders, 5>,
  True<!listconcat(pALUWriters, [pwHalf]), [prFMA], 5>,
  True<[pwFMA], [prFMA], 4>,
  True<pFixedWriters, !listconcat(pGuardReaders, [prVote, prDouble]), 13>,
  True<pFixedWriters, [prHalf], 13>,
  True<[pwHalf], [prHalf], 5>,
  True<[pwR2UR], pALUReaders, 8>,
  True<[pwR2UR], !listconcat(pGuardReaders, [prVote, prDouble, prHalf, prFMA]), 13>,
  True<[pwDouble], !listconcat(pALUReaders, [prFMA, prDouble]), 6>,
  True<[pwDouble], !listconcat(pGuardReaders, [prVote, prHalf]), 14>,
  True<pVariableWriters, pReaders, 1>,
  Output<pWriters, pWriters, 1>,
  Output<[pwDouble], !listconcat(pALUWriters, [pwFMA, pwR2UR]), 2>,
  Output<[pwR2UR], !listconcat(pALUWriters, [pwHalf]), 7, 8>,
  Output<[pwR2UR], [pwFMA], 8, 9>,
  Output<!listconcat(pALUWriters, [pwFMA, pwR2UR]), [pwHalf], 6, 8>,
  Output<[pwDouble], [pwHalf], 7, 9>,
  Output<!listconcat(pFixedWriters, [pwR2UR]), [pwDouble], 5, 7>,
  Output<!listconcat(pFixedWriters, [pwR2UR]), pVariableWriters, 10, 12>,
  Output<[pwDouble], pVariableWriters, 12, 13>,
  Anti<pReaders, pWriters, 1>,
];

defvar latenciesUP = [
  True<[upwUniform], [uprGuard], 11>,
  True<[upwUniform], [uprVector, uprGroup, uprGroupReg, uprTensorCore], 6>,
  True<[upwUniform], [uprUniform], 4>,
  True<[upwUniform], [uprBranch], 9>,
  True<[upwVote], [uprGuard], 5>,
  True<[upwVote], [uprVector, uprUniform, uprGroup, uprGroupReg, uprTensorCore], 1>,
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
// sm_120 issues these at twice the rate, and a cycle later.
def ClsALUDual : FixedClass<SchedALUDual, rALUDual, wALUDual> {
  let PRead = prALUDual;
  let PWrite = pwALUDual;
}
// sm_120 has two pipes for 64 bits; what comes from the other one takes longer.
def ClsALU64 : FixedClass<SchedALU64, rALU64, wALU64> {
  let PWrite = pwALU64;
  let Occupancy = 3;
}
def ClsALUDual64 : FixedClass<SchedALUDual64, rALUDual64, wALUDual64> {
  let PRead = prALUDual;
  let PWrite = pwALUDual64;
}
def ClsFMA2 : FixedClass<SchedFMA2, rFMA, wFMA2> {
  let ReuseUnit = 7;
  let ReadHigh = rFMA2High;
  let ReadCHigh = rFMA2High;
  let WriteHigh = wFMA2High;
  let PRead = prFMA;
  let PWrite = pwFMA;
  let Occupancy = 2;
}
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
  let ReuseUnit = 1;
  let PRead = prHalf;
  let PWrite = pwHalf;
}
def ClsHMNMX2 : FixedClass<SchedHMNMX2, rHMNMX2, wHMNMX2> {
  let PRead = prHMNMX2;
  let ReuseUnit = 8;
}
def ClsHSET2 : FixedClass<SchedHSET2, rHSET2, wHSET2> {
  let ReuseUnit = 1;
  let PRead = prHalf;
  let PWrite = pwHalf;
}
def ClsFP16MMA : FixedClass<SchedFP16MMA, rHalfMMA, wHalfMMA> {
  let ReuseUnit = 6;
  let PRead = prHalf;
  let Estimate = 10;
}
def ClsFP64 : FixedClass<SchedFP64, rDouble, wDouble> {
  let ReuseUnit = 2;
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
def ClsUniformWide : UniformClass<SchedUniformWide, urUniform, uwWide> {
  let UWriteHigh = uwWideHigh;
}
def ClsUniformConvert : UniformClass<SchedUniformConvert, urUniform, uwConvert>;
def ClsULDC : UniformClass<SchedULDC, urConst, uwConst> { let UPRead = uprGuard; }
def ClsUMOV : UniformClass<SchedUMOV, urUMOV, uwUMOV> { let UPWrite = upwVote; }
def ClsR2UR : UniformClass<SchedR2UR, urUniform, uwR2UR> {
  let ReuseUnit = 9;
  let Estimate = 13;
  let Read = rR2UR;
  let PWrite = pwR2UR;
}
def ClsVote : FixedClass<SchedVote, rALU, wALUDual> {
  let PWrite = pwALUDual;
  let PRead = prVote;
  let UWrite = uwConst;
  let UPWrite = upwVote;
}
// Observed on sm_120: PLOP3 and P2R read its predicate after 4 cycles, that of
// VOTE after 5.
def ClsElect : FixedClass<SchedElect, rALU, wALU> {
  let PRead = prVote;
  let UWrite = uwConst;
}
// Observed: QSPC.
def ClsLoad : VariableClass<SchedLoad, 300> { let PredicateByRead = 1; }
// Observed: nothing waits until its address has been read.
def ClsTMemLoad : VariableClass<SchedTMemLoad, 100> {
  let ReadBarrier = 0;
  let InOrderGroup = 10;
}
def ClsSharedLoad : VariableClass<SchedSharedLoad, 30> { let InOrderGroup = 2; }
def ClsConstLoad : VariableClass<SchedConstLoad, 40, rLateXU> {
  let InOrderGroup = 3;
  let ReadOrderGroup = 2;
}
def ClsStore : VariableClass<SchedStore, 30>;
// Observed: it follows ALU and FMA after 4 cycles, a store after 5.
def ClsTMemStore : VariableClass<SchedTMemStore, 30, rLateXU> { let ReadOrderGroup = 1; }
def ClsAtomic : VariableClass<SchedAtomic, 300> { let PredicateByRead = 1; }
def ClsShuffle : VariableClass<SchedShuffle, 25> {
  let InOrderGroup = 2;
  let ReuseUnit = 10;
}
def ClsS2R : VariableClass<SchedS2R, 30, rLateXU> { let InOrderGroup = 7; }
def ClsTexture : VariableClass<SchedTexture, 400, rLateXU> {
  let URead = urTexture;
  let InOrderGroup = 8;
  let ReadOrderGroup = 8;
}
def ClsSurface : VariableClass<SchedSurface, 300, rLateXU> {
  let InOrderGroup = 8;
  let ReadOrderGroup = 8;
}
def ClsRedux : VariableClass<SchedRedux, 30, rLateXU> {
  let InOrderGroup = 9;
  let ReadOrderGroup = 2;
}
// Observed: its index is read as that of ULDC.
def ClsLDCU : VariableClass<SchedLDCU, 40, rLateXU> {
  let ReadBarrier = 0;
  let URead = urConst;
  let UPRead = uprGuard;
}
def ClsAsync : VariableClass<SchedAsync, 300> { let ReadBarrierUR = 1; }
// Observed: UR sources are overwritten without a barrier behind LDGSTS (its
// descriptor), ARRIVES and UGETNEXTWORKID, as behind a store.
def ClsCopy : VariableClass<SchedCopy, 300>;
def ClsSyncs : VariableClass<SchedSyncs, 40, rLateXU> {
  let InOrderGroup = 11;
  let ReadOrderGroup = 11;
}
def ClsCS2R : FixedClass<SchedCS2R, rALU, wDisp64> {
  let WriteSingle = wCS2R;
  let Estimate = 12;
}
def ClsDisp64 : FixedClass<SchedDisp64, rALU, wDisp64>;
def ClsHMMA : FixedClass<SchedHMMA, rTensor, wHMMA> {
  let ReuseUnit = 3;
  let ReadC = rTensorC;
  let Estimate = 26;
  let Occupancy = 2;
}
def ClsHMMAHalf : FixedClass<SchedHMMAHalf, rTensor, wHMMAHalf> {
  let ReuseUnit = 3;
  let ReadC = rTensorC;
  let Estimate = 18;
  let Occupancy = 2;
}
def ClsOMMA : FixedClass<SchedOMMA, rTensor, wOMMA> {
  let ReuseUnit = 3;
  let ReadC = rTensorC;
  let Estimate = 30;
  let Occupancy = 2;
}
// Its own counter, for which WARPGROUP.DEPBAR waits, tells of its result.
def ClsGroupMMA : FixedClass<SchedGroupMMA, rGroup, wGroup> {
  let URead = urGroup;
  let UPRead = uprGroup;
  let Estimate = 64;
  let Occupancy = 32;
}
def ClsGroupMMAReg : FixedClass<SchedGroupMMAReg, rGroup, wGroup> {
  let URead = urGroup;
  let UPRead = uprGroupReg;
  let Estimate = 64;
  let Occupancy = 32;
}
def ClsTensorCore : VariableClass<SchedTensorCore, 300> {
  let ReadBarrierUR = 1;
  let MinStall = 12;
  let URead = urTensorCore;
  let UPRead = uprTensorCore;
}
def ClsIMMA : FixedClass<SchedIMMA, rTensor, wIMMA> {
  let ReuseUnit = 4;
  let ReadC = rTensorC;
  let Estimate = 26;
  let Occupancy = 2;
}
def ClsIMMAHalf : FixedClass<SchedIMMAHalf, rTensor, wIMMAHalf> {
  let ReuseUnit = 4;
  let ReadC = rTensorC;
  let Estimate = 18;
  let Occupancy = 2;
}
def ClsIMMASmall : FixedClass<SchedIMMASmall, rIMMASmall, wIMMASmall> {
  let ReuseUnit = 4;
  let ReadC = rIMMASmallC;
  let Estimate = 14;
}
def ClsDMMA : FixedClass<SchedDMMA, rTensor, wDMMA> {
  let InOrderGroup = 6;
  let ReadOrderGroup = 6;
  let ReuseUnit = 5;
  let WriteBarrier = 1;
  let ReadBarrier = 1;
  let ReadC = rTensorC;
  let Estimate = 30;
  let Occupancy = 4;
}
def ClsControl : ControlClass<SchedControl, 5>;
def ClsBranch : ControlClass<SchedBranch, 5> { let PRead = prBranch; }
def ClsCollective : ControlClass<SchedCollective, 1> { let Read = rCollective; }
def ClsConvergence : ControlClass<SchedConvergence, 1>;
def ClsBarrier : ControlClass<SchedBarrier, 6> {
  let Read = rLateAGU;
  let URead = urLate;
  let ReadBarrier = 1;
  // A CTA barrier is in the memory queue (observed: loads and shuffles overwrite
  // its register without a wait, others wait for it or for one of these).
  let ReadOrderGroup = 1;
}
def ClsFence : ControlClass<SchedFence, 6> {
  let Read = rLateAGU;
  let URead = urLate;
}
def ClsDepbar : ControlClass<SchedDepbar, 4>;
def ClsNop : FixedClass<SchedNop, rALU, wALU>;

defvar classes90 = [
  ClsALU, ClsFMA, ClsIMADWide, ClsFP16, ClsFP16MMA, ClsFP64, ClsMUFU, ClsUniform,
  ClsULDC, ClsUMOV, ClsR2UR, ClsVote, ClsElect, ClsLoad, ClsTMemLoad, ClsTMemStore, ClsSharedLoad, ClsConstLoad,
  ClsStore, ClsAtomic, ClsShuffle, ClsS2R, ClsAsync, ClsCopy, ClsSyncs, ClsCS2R, ClsDisp64, ClsHMMA,
  ClsHMMAHalf, ClsIMMASmall, ClsDMMA, ClsControl, ClsBranch, ClsConvergence, ClsBarrier, ClsFence,
  ClsDepbar, ClsNop, ClsALUDual, ClsALU64, ClsALUDual64, ClsFMA2, ClsHMNMX2, ClsHSET2, ClsTexture,
  ClsSurface, ClsRedux, ClsLDCU, ClsCollective, ClsUniformWide, ClsUniformConvert, ClsOMMA,
  ClsIMMA, ClsIMMAHalf, ClsGroupMMA, ClsGroupMMAReg, ClsTensorCore,
];

// FP64 where it is scoreboarded: a fixed part and a barrier.
def ClsFP64Slow : VariableClass<SchedFP64, 40, rDouble> {
  let ReuseUnit = 2;
  let Write = wRedirected;
  let InOrderGroup = 4;
  let ReadOrderGroup = 4;
  let PRead = prDouble;
  let PWrite = pwRedirected;
  let Occupancy = 16;
}
// sm_100: ptxas 13.4 and later keep the fixed latencies and give each FP64
// instruction a write barrier that is waited for, too; 13.0.88 has none. Cubins
// for sm_100 also run on 10.3, where FP64 is slow; IMMA has the same there. We follow
// the newer one; the fixed latencies were measured on the older one's code.
def ClsFP64Both : FixedClass<SchedFP64, rDouble, wDouble> {
  let ReuseUnit = 2;
  let WriteBarrier = 1;
  let OptionalBarrier = 1;
  let InOrderGroup = 4;
  let PRead = prDouble;
  let PWrite = pwDouble;
  let Estimate = 10;
  let Occupancy = 2;
  let URead = urLate;
}
// R2UR before sm_90.
def ClsR2URSlow : VariableClass<SchedR2UR, 20, rLateXU> {
  let ReadBarrier = 0;
  let ReuseUnit = 9;
}
// Tensor instructions that are scoreboarded.
class SlowTensorClass<SchedClass cls, ReadPort read = rTensor, ReadPort readC = rTensorC>
    : VariableClass<cls, 40, read> {
  let ReadC = readC;
  let InOrderGroup = 5;
  let ReadOrderGroup = 5;
}
def ClsHMMASlow : SlowTensorClass<SchedHMMA> { let ReuseUnit = 3; }
def ClsHMMAHalfSlow : SlowTensorClass<SchedHMMAHalf> { let ReuseUnit = 3; }
def ClsIMMASlow : SlowTensorClass<SchedIMMA> { let ReuseUnit = 4; }
def ClsIMMAHalfSlow : SlowTensorClass<SchedIMMAHalf> { let ReuseUnit = 4; }
def ClsIMMASmallSlow : SlowTensorClass<SchedIMMASmall, rIMMASmall, rIMMASmallC> { let ReuseUnit = 4; }

// The same of IMMA, which is slow on 10.3, too.
class BothIMMAClass<SchedClass cls, ReadPort read, ReadPort readC, WritePort write>
    : FixedClass<cls, read, write> {
  let ReuseUnit = 4;
  let ReadC = readC;
  let WriteBarrier = 1;
  let ReadBarrier = 1;
  let OptionalBarrier = 1;
  let InOrderGroup = 5;
  let ReadOrderGroup = 5;
}
def ClsIMMABoth : BothIMMAClass<SchedIMMA, rTensor, rTensorC, wIMMA> {
  let Estimate = 26;
  let Occupancy = 2;
}
def ClsIMMAHalfBoth : BothIMMAClass<SchedIMMAHalf, rTensor, rTensorC, wIMMAHalf> {
  let Estimate = 18;
  let Occupancy = 2;
}
def ClsIMMASmallBoth : BothIMMAClass<SchedIMMASmall, rIMMASmall, rIMMASmallC, wIMMASmall> {
  let Estimate = 14;
}

defvar classesSlowFP64 = !listconcat(classes90, [ClsFP64Slow]);
defvar classes80 = !listconcat(classesSlowFP64, [ClsR2URSlow]);

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

defvar changes75 = [
  True<simpleWriters, [rLateAGU], 8>,
  True<simpleWriters, lateXUReaders, 6>,
  True<simpleWriters, halfReaders, 6>,
  True<simpleWriters, tensorReaders, 8>,
  True<halfWriters, allReaders, 8>,
  True<halfWriters, halfReaders, 6>,
  True<[wWideLow], aluReaders, 5>,
  Output<halfWriters, simpleWriters, 3, 4>,
  True<pFixedWriters, !listconcat(pGuardReaders, [prVote, prDouble, prHalf]), 12>];
defvar latencies75 = !listconcat(latencies90, changes75);
def SM75Model : LatencyModel<75, !listconcat(classes80,
  [ClsHMMASlow, ClsHMMAHalfSlow, ClsIMMASlow, ClsIMMAHalfSlow, ClsIMMASmallSlow]), latencies75>;

defvar changes80 = [True<[wHalfMMA], [rHalfMMA], 6>];
defvar latencies80 = !listconcat(latencies90, changes80);
def SM80Model : LatencyModel<80, classes80, latencies80>;
def SM87Model : LatencyModel<87, classes80, latencies80>;

// No HFMA2.MMA.
def SM86Model : LatencyModel<86, classes80, latencies90>;
def SM88Model : LatencyModel<88, classes80, latencies90>;
def SM89Model : LatencyModel<89, classes80, latencies90>;

def SM90Model : LatencyModel<90, classes90, latencies90>;

defvar changes100 = [
  True<tensorWriters, coupledReaders, 20>,
  True<tensorWriters, lateReaders, 19>,
  True<[wDMMA], allReaders, 26>,
  Output<!listconcat([wIMMASmall], onePassWriters, twoPassWriters), simpleWriters, 3, 17>,
  Output<!listconcat([wIMMASmall], onePassWriters, twoPassWriters), [wVariable], 6, 19>];
defvar latencies100 = !listconcat(latencies90, changes100);
def SM100Model : LatencyModel<100, !listconcat(classes90,
  [ClsFP64Both, ClsIMMABoth, ClsIMMAHalfBoth, ClsIMMASmallBoth]),
                              latencies100>;
def SM103Model : LatencyModel<103, !listconcat(classesSlowFP64,
  [ClsIMMASlow, ClsIMMAHalfSlow, ClsIMMASmallSlow]), latencies100>;
def SM110Model : LatencyModel<110, classesSlowFP64, latencies100>;

defvar changes120 = [
  True<aluWriters, aluReaders, 5>,
  True<[wWideLow], !listconcat(aluReaders, halfReaders), 5>,
  True<[wWideLow], !listconcat(fmaReaders, [rWideC]), 4>,
  True<pALUWriters, pALUReaders, 5>,
  True<tensorWriters, coupledReaders, 34>,
  True<tensorWriters, lateReaders, 28>,
  Output<!listconcat([wIMMASmall], onePassWriters, twoPassWriters), simpleWriters, 3, 26>,
  Output<!listconcat([wIMMASmall], onePassWriters, twoPassWriters), [wVariable], 6, 28>];
defvar latencies120 = !listconcat(latencies90, changes120);
def SM120Model : LatencyModel<120, classesSlowFP64, latencies120>;
def SM121Model : LatencyModel<121, classesSlowFP64, latencies120>;

include "ptx-mlir/Target/Measured.td"

#endif // PTXMLIR_TARGET_LATENCIES
