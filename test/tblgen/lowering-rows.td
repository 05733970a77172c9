// What becomes of a row: a test of the packed modifiers, maps that are numbers,
// and an instruction.
//
// RUN: sass-tblgen -gen-ptx-lowering-rows -I %src_root/include -I %mlir_include %s | FileCheck %s

include "ptx-mlir/Conversion/PTXToOri/LoweringRowBase.td"

// Nothing to test where all forms have the modifiers.
// CHECK-LABEL: static bool lowerBmskRows(FuncLowering &l, Operation *ptxOp) {
// CHECK:       // shiftMode dataType=b32
// CHECK-NEXT:  {{^}}  {
// CHECK-NEXT:    uint64_t mods = 0x0;
// CHECK-NEXT:    mods |= (0x2ull >> ((text >> 0 & 0x3) - 1) & 0x1); // w
// CHECK-NEXT:    Operation *made = l.inst(Opcode::BMSK, {l.get(op.getA()), l.get(op.getB())}, mods);
// CHECK-NEXT:    l.setResult(op, made->getResult(0));
// CHECK-NEXT:    return true;
def : Row<PTX_BmskOp, "shiftMode dataType=b32", BMSK, ["a", "b"],
          [From<"w", "shiftMode", ["clamp=0", "wrap=1"]>]>;

// A number that may be too large; effects are under the guard.
// CHECK-LABEL: static bool lowerCpAsyncWaitGroupRows
// CHECK:       // all forms
// CHECK-NEXT:  {{^}}  {
// CHECK:         mods |= std::min<uint64_t>((text >> 0 & 0xffffffff), 63) << 4; // count
// CHECK-NEXT:    l.guarded(op, Opcode::DEPBAR, {}, mods);
def : Row<PTX_CpAsyncWaitGroupOp, "", DEPBAR, [], [Is<"le", "1">, AtMost<"count", "pending", 63>]>;

// Words of an address and a tuple of registers; threads meet first.
// CHECK-LABEL: static bool lowerLdmatrixRows
// CHECK:       if ((text & {{.*}}) == {{.*}}) {
// CHECK:         l.warpSync(op);
// CHECK-NEXT:    Address address = getAddress(l, op.getAddress(), op.getOffset(), ptx::Space::Shared);
// CHECK-NEXT:    mods |= (uint64_t(address.offset) & 0xffffff) << 4;
// CHECK-NEXT:    Operation *made = l.guarded(op, Opcode::LDSM, {address.value, l.urz()}, mods);
// CHECK-NEXT:    setPieces(l, op, made->getResult(0));
def : Row<PTX_LdmatrixOp, "sync aligned shape=m8n8 num space=shared? dataType=b16", LDSM,
          ["[shared address]", "urz"],
          [From<"num", "num", ["x1=One", "x2=Two", "x4=Four"]>]> {
  let Alike = ["space"];
  let Meet = "warp";
}

// An optional result; a row that holds only where threads can be alone.
// CHECK-LABEL: static bool lowerMatchRows
// CHECK:       l.canBeAlone(l.get(op.getMask()))
// CHECK:         l.warpSync(op, l.get(op.getMask()), /*exclusive=*/true);
// CHECK:         if (op->getNumResults() == 1)
// CHECK-NEXT:      l.setResult(op, made->getResult(1));
// CHECK-NEXT:    else
// CHECK-NEXT:      l.setResults(op, {made->getResult(1), made->getResult(0)});
def : Row<PTX_MatchOp, "sync mode dataType=b32|b64", MATCH, ["a"],
          [From<"mode", "mode">, From<"u64", "dataType">]> {
  let Results = ["d", "pu"];
  let Meet = "mask";
  let Alone = 1;
}

// Registers that PTX may have wider; a feature.
// CHECK-LABEL: static bool lowerMovmatrixRows
// CHECK:       if (l.module.target->has(target::Feature::Subnormals) && op.getA().getType().isInteger(32) && op.getD().getType().isInteger(32)
def : Row<PTX_MovmatrixOp, "sync aligned shape=m8n8 trans dataType=b16", MOVM, ["a"],
          [Is<"shape", "MT88">]> {
  let Meet = "warp";
  let Needs = [Subnormals];
}

// The other row where there is no bf16 before sm_90; signs of floats.
// CHECK-LABEL: static bool lowerNegRows
// CHECK:         if (hasInstruction(l, Opcode::HADD2, mods)) {
// CHECK:         emitFloatOp(l, Opcode::HADD2, {-getFloatSource(l, op.getA(), op.getDataType(), op.getFtz()), -FloatSource(l.imm(0x0))}, mods);
// CHECK:         emitFloatOp(l, Opcode::HFMA2, {-getFloatSource(l, op.getA(), op.getDataType(), op.getFtz()), FloatSource(l.imm(0x3f803f80)), -FloatSource(l.imm(0x0))}, mods);
def : Row<PTX_NegOp, "dataType=bf16", HADD2, ["-a", "-0"], [Is<"bf16", "1">]>;
def : Row<PTX_NegOp, "dataType=bf16", HFMA2, ["-a", "0x3f803f80", "-0"], [Is<"bf16", "1">]> {
  let Otherwise = 1;
}

// CHECK: void ptxtoori::registerLoweringRows(HandlerTable &table) {
// CHECK-NEXT: table.addRows<ptx::BmskOp, lowerBmskRows>();
