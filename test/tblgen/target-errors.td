// Mistakes in machine models are errors at the record.
//
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DNONUMBER %s 2>&1 | FileCheck %s --check-prefix=NONUMBER
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DNOCLASS %s 2>&1 | FileCheck %s --check-prefix=NOCLASS
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DFILES %s 2>&1 | FileCheck %s --check-prefix=FILES
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DPORT %s 2>&1 | FileCheck %s --check-prefix=PORT
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DOPTIONAL %s 2>&1 | FileCheck %s --check-prefix=OPTIONAL
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DZERO %s 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DNAME %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sass-tblgen -gen-target-tables -I %src_root/include -DMEASURED %s 2>&1 | FileCheck %s --check-prefix=MEASURED
// RUN: sass-tblgen -gen-target-tables -I %src_root/include %s | FileCheck %s --check-prefix=GOOD

include "ptx-mlir/Target/Targets.td"

// A model of its own, and later entries override earlier ones.
// GOOD: static const uint8_t kGoodModel_True_R[] = {
// GOOD-NEXT: {{^}}    77, 4,
def GoodModel : LatencyModel<999, classes90,
    !listconcat(latencies90, [True<[wALU], [rALU], 77>])>;

#ifdef NONUMBER
// NONUMBER: error: True latency from 'wNew' to 'rALU' has no number
def wNew : WritePort<FileR>;
#endif

#ifdef NOCLASS
// NOCLASS: error: no ClassTraits for scheduling class 'New'
def SchedNew : SchedClass<"New">;
#endif

#ifdef FILES
// FILES: error: ports 'wALU' and 'prALU' are of different files
def FilesModel : LatencyModel<999, classes90,
    !listconcat(latencies90, [Latency<"True", [wALU], [prALU], 4>])>;
#endif

#ifdef PORT
// PORT: target-errors.td:[[#@LINE+1]]:5: error: field 'Read' is a port of file P, not R
def BadTraits : ClassTraits<SchedALU> { let Read = prALU; }
def PortModel : LatencyModel<999, !listconcat(classes90, [BadTraits]), latencies90>;
#endif

#ifdef OPTIONAL
// OPTIONAL: target-errors.td:[[#@LINE+1]]:5: error: a class without write barrier has an optional one
def NoBarrier : FixedClass<SchedFP64, rDouble, wDouble> { let OptionalBarrier = 1; }
def OptionalModel : LatencyModel<999, !listconcat(classes90, [NoBarrier]), latencies90>;
#endif

#ifdef ZERO
// ZERO: error: a latency must be 1 to 255 cycles
def ZeroModel : LatencyModel<999, classes90,
    !listconcat(latencies90, [True<[wALU], [rALU], 0>])>;
#endif

#ifdef MEASURED
// MEASURED: target-errors.td:[[#@LINE+1]]:5: error: a measurement that fits no table
def Backwards : Measured<"True", rALU, wALU, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
                         [20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20]>;
// MEASURED: target-errors.td:[[#@LINE+1]]:5: error: a measurement that fits no table
def TooFew : Measured<"True", wALU, rALU, [4], [20]>;
#endif

#ifdef NAME
// NAME: target-errors.td:[[#@LINE+1]]:5: error: the record of this target must be 'sm_99'
def sm_98 : Target<99, "", 99, SM90Model, Limits90, Bank90, Features90>;
#endif
