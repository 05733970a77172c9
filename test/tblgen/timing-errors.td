// Mistakes in timing models are errors at the record.
//
// RUN: not sass-tblgen -gen-timing-tables -I %src_root/include -DNOUSE %s 2>&1 | FileCheck %s --check-prefix=NOUSE
// RUN: not sass-tblgen -gen-timing-tables -I %src_root/include -DPIPES %s 2>&1 | FileCheck %s --check-prefix=PIPES
// RUN: not sass-tblgen -gen-timing-tables -I %src_root/include -DINTERVAL %s 2>&1 | FileCheck %s --check-prefix=INTERVAL
// RUN: not sass-tblgen -gen-timing-tables -I %src_root/include -DWIDTHS %s 2>&1 | FileCheck %s --check-prefix=WIDTHS
// RUN: sass-tblgen -gen-timing-tables -I %src_root/include %s | FileCheck %s --check-prefix=GOOD

include "ptx-mlir/Target/Timing.td"

// A model of its own; later entries override earlier ones.
// GOOD: static const PipeUse kGoodModel_Classes[] = {
// GOOD-NEXT: {1, {0, 0}, 77, Queue(2)}, // ALU
def GoodModel : TimingModel<999,
    !listconcat(uses90, [PipeUse<[SchedALU], [PipeALU], 77, QueueLG>]), [],
    PathAmpere, Memory90, H200>;

#ifdef NOUSE
// NOUSE: error: no PipeUse for scheduling class 'New'
def SchedNew : SchedClass<"New">;
#endif

#ifdef PIPES
// PIPES: error: at most two pipes for an instruction
def PipesModel : TimingModel<999,
    !listconcat(uses90, [PipeUse<[SchedALU], [PipeALU, PipeALU2, PipeXU], 2>]), [],
    PathAmpere, Memory90, H200>;
#endif

#ifdef INTERVAL
// INTERVAL: error: an interval must be 1 to 255 cycles
def IntervalModel : TimingModel<999,
    !listconcat(uses90, [PipeUse<[SchedALU], [PipeALU], 0>]), [],
    PathAmpere, Memory90, H200>;
#endif

#ifdef WIDTHS
// WIDTHS: timing-errors.td:[[#@LINE+1]]:5: error: 'MoreShared' must have 2 numbers
def BadMemory : Cycles<29, 41, 263, 479> { let MoreShared = [0, 2, 4]; }
def WidthsModel : TimingModel<999, uses90, [], PathAmpere, BadMemory, H200>;
#endif
