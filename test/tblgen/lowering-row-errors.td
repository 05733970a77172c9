// Each mistake in a lowering row is an error at the row.
//
// RUN: not sass-tblgen -gen-ptx-lowering-rows -I %src_root/include -I %mlir_include -DALL %s 2>&1 | FileCheck %s
// RUN: not sass-tblgen -gen-ptx-lowering-rows -I %src_root/include -I %mlir_include -DSLOT %s 2>&1 | FileCheck %s --check-prefix=SLOT
// RUN: not sass-tblgen -gen-ptx-lowering-rows -I %src_root/include -I %mlir_include -DVALUE %s 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not sass-tblgen -gen-ptx-lowering-rows -I %src_root/include -I %mlir_include -DTWICE %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sass-tblgen -gen-ptx-lowering-rows -I %src_root/include -I %mlir_include -DFEATURE %s 2>&1 | FileCheck %s --check-prefix=FEATURE

include "ptx-mlir/Conversion/PTXToOri/LoweringRowBase.td"

// What cannot be read ends the run.
#ifdef SLOT
// SLOT: lowering-row-errors.td:[[#@LINE+1]]:1: error: 'popc' has no slot 'sat'
def : Row<PTX_PopcOp, "dataType=b32 sat?", POPC, ["a"]>;
#endif
#ifdef VALUE
// VALUE: lowering-row-errors.td:[[#@LINE+1]]:1: error: slot 'dataType' of 'popc' has no value 'b33'
def : Row<PTX_PopcOp, "dataType=b33", POPC, ["a"]>;
#endif
#ifdef TWICE
// TWICE: lowering-row-errors.td:[[#@LINE+1]]:1: error: a form of 'popc' names slot 'dataType' twice
def : Row<PTX_PopcOp, "dataType=b32 dataType=b64", POPC, ["a"]>;
#endif
#ifdef FEATURE
// FEATURE: error: {{.*}}WarmSocks
def : Row<PTX_PopcOp, "dataType=b32", POPC, ["a"]> { let Needs = [WarmSocks]; }
#endif
#ifdef ALL

// Names that are none.
// CHECK: lowering-row-errors.td:[[#@LINE+1]]:1: error: row of 'popc': 'POPC' has no modifier 'sat'
def : Row<PTX_PopcOp, "dataType=b32", POPC, ["a"], [Is<"sat", "1">]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'clz': 'clz' has no source 'b'
def : Row<PTX_ClzOp, "dataType=b32", POPC, ["b"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'brev': 'brev' has no slot 'mode'
def : Row<PTX_BrevOp, "dataType=b32", PRMT, ["a", "0", "0"], [From<"mode", "mode">]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'bfind': 'FLO' has no result 'e'
def : Row<PTX_BfindOp, "dataType=u32", FLO, ["a"], [Is<"u32", "1">]> { let Results = ["e"]; }
// CHECK: :[[#@LINE+1]]:1: error: row of 'bfind': has 0 results, the PTX instruction 1
def : Row<PTX_BfindOp, "dataType=u32", FLO, ["a"], [Is<"u32", "1">]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'bar.warp': 'bar.warp' has no mask 'threads'
def : Row<PTX_BarWarpOp, "sync", WARPSYNC, ["pt", "mask"]> { let Meet = "threads"; }

// Forms that are none.
// CHECK: :[[#@LINE+1]]:1: error: row of 'popc': no form has 'dataType=b16'
def : Row<PTX_PopcOp, "dataType=b16", POPC, ["a"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'popc': no such form has 'dataType=f32'
def : Row<PTX_PopcOp, "dataType=b32|f32", POPC, ["a"]> { let Alike = ["dataType"]; }

// Sources.
// CHECK: :[[#@LINE+1]]:1: error: row of 'shl': source 'c' of 'SHF' has no value
def : Row<PTX_ShlOp, "dataType=b32", SHF, ["a", "b"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'popc': 'POPC' has 1 sources
def : Row<PTX_PopcOp, "dataType=b32", POPC, ["a", "0"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'shl': operand 'b' is lost
def : Row<PTX_ShlOp, "dataType=b32", POPC, ["a"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'popc': source 'b' of 'POPC' is no predicate
def : Row<PTX_PopcOp, "dataType=b32", POPC, ["pt"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'popc': source 'b' of 'POPC' takes no sign
def : Row<PTX_PopcOp, "dataType=b32", POPC, ["-a"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'discard': address 'address' is neither shared nor global
def : Row<PTX_DiscardOp, "level=L2", CCTL, ["[address]"]> { let Alike = ["size"]; }
// CHECK: :[[#@LINE+1]]:1: error: row of 'discard': source 'address' is an address
def : Row<PTX_DiscardOp, "level=L2", CCTL, ["address"]> { let Alike = ["size"]; }

// Widths.
// CHECK: :[[#@LINE+1]]:1: error: row of 'popc': 'a' has 2 registers, slot 'b' of 'POPC' takes 1 registers
def : Row<PTX_PopcOp, "dataType=b64", POPC, ["a"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'popc': 'd' has 1 registers, slot 'd' of 'DADD' takes 2 registers
def : Row<PTX_PopcOp, "dataType=b64", DADD, ["a", "0"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'not': 'a' is a predicate, slot 'b' of 'BREV' takes 1 registers
def : Row<PTX_NotOp, "dataType=pred", BREV, ["a"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'match': 'a' has 2 registers, slot 'a' of 'MATCH' takes 1 registers
def : Row<PTX_MatchOp, "sync mode=any dataType=b64", MATCH, ["a"], [Is<"mode", "ANY">]> {
  let Results = ["d"];
  let Meet = "mask";
}
// CHECK: :[[#@LINE+1]]:1: error: row of 'ldmatrix': 'values' has 2 registers, slot 'd' of 'LDSM' takes 4 registers
def : Row<PTX_LdmatrixOp, "sync aligned shape=m8n8 num=x2 dataType=b16", LDSM,
          ["[shared address]", "urz"], [Is<"num", "Four">]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'redux': result 'd' of 'REDUX' is uniform
def : Row<PTX_ReduxOp, "sync op=add dataType=u32", REDUX, ["a"]> { let Meet = "mask"; }

// Modifiers.
// CHECK: :[[#@LINE+1]]:1: error: row of 'szext': modifier 'u32' of 'SGXT' has no value '2'
def : Row<PTX_SzextOp, "shiftMode=clamp dataType=u32", SGXT, ["a", "b"], [Is<"u32", "2">]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'vote': modifier 'mode' of 'VOTE' has no value 'uni'
def : Row<PTX_VoteOp, "sync mode=all|uni dataType=pred", VOTE, ["a"], [From<"mode", "mode">]> {
  let Results = ["pu"];
  let Meet = "mask";
}
// CHECK: :[[#@LINE+1]]:1: error: row of 'prmt': modifier 'mode' has two values
def : Row<PTX_PrmtOp, "dataType=b32", PRMT, ["a", "c", "b"], [Is<"mode", "IDX">, Is<"mode", "F4E">]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'prmt': 'mode' has no value 'x', or has it twice
def : Row<PTX_PrmtOp, "dataType=b32 mode?", PRMT, ["a", "c", "b"], [From<"mode", "mode", ["x=F4E"]>]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'prmt': no such form has 'mode=ecl'
def : Row<PTX_PrmtOp, "dataType=b32 mode=f4e", PRMT, ["a", "c", "b"], [From<"mode", "mode", ["ecl=ECL"]>]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'cp.async.wait_group': number 'pending' has 32 bits, modifier 'count' has 6
def : Row<PTX_CpAsyncWaitGroupOp, "", DEPBAR, [], [From<"count", "pending">]>;

// Modifiers of PTX that nothing shows.
// CHECK: :[[#@LINE+1]]:1: error: row of 'bmsk': 'shiftMode' is lost, which is clamp|wrap
def : Row<PTX_BmskOp, "shiftMode dataType=b32", BMSK, ["a", "b"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'bfind': 'shiftAmt' is lost, which is none|shiftamt
def : Row<PTX_BfindOp, "shiftAmt? dataType=u32", FLO, ["a"]> { let Results = ["d"]; }
// CHECK: :[[#@LINE+1]]:1: error: row of 'pmevent.mask': 'events' is lost
def : Row<PTX_PmeventMaskOp, "", PMTRIG, ["pt"]>;
// CHECK: :[[#@LINE+1]]:1: error: row of 'brev': 'dataType' is alike for nothing
def : Row<PTX_BrevOp, "dataType=b32", BREV, ["a"]> { let Alike = ["dataType"]; }
// CHECK: :[[#@LINE+1]]:1: error: row of 'brev': 'ftz' is alike, but no slot, or twice
def : Row<PTX_BrevOp, "dataType=b32", BREV, ["a"]> { let Alike = ["ftz"]; }

// SMs.
// CHECK: :[[#@LINE+1]]:1: error: row of 'griddepcontrol': no SM has the forms and 'ACQBULK'
def : Row<PTX_GriddepcontrolOp, "action=wait", ACQBULK> { let Needs = [ShownZeroRegisters]; }
// CHECK: :[[#@LINE+1]]:1: error: row of 'tanh': no SM has the forms and 'MUFU'
def : Row<PTX_TanhOp, "precision=approx dataType=f16", MUFU, ["a"], [Is<"fmt", "F16x2">, Is<"op", "TANH">]>;

// Two rows for the same.
// CHECK: :[[#@LINE+1]]:1: error: row of 'dp4a': no row before it holds for the same
def : Row<PTX_Dp4aOp, "dataType=u32 srcType=u32", IDP_4A, ["a", "b", "c"]> {
  let Otherwise = 1;
}
def : Row<PTX_SadOp, "dataType=u32|s32", VABSDIFF, ["a", "b", "c"], [Is<"u32", "1">]> {
  let Results = ["d"];
  let Alike = ["dataType"];
}
// CHECK: :[[#@LINE+1]]:1: error: row of 'sad': another one holds for the same, too
def : Row<PTX_SadOp, "dataType=u32", VABSDIFF, ["a", "b", "c"]> { let Results = ["d"]; }
// CHECK: :[[#@LINE+1]]:1: error: row of 'sad': rows before it hold everywhere
def : Row<PTX_SadOp, "dataType=s32", VABSDIFF, ["a", "b", "c"]> {
  let Results = ["d"];
  let Otherwise = 1;
}
#endif
