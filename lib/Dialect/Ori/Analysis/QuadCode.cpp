//===- QuadCode.cpp - The instructions of ori.quad_fetch ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sequence is that of ptxas 13.0.88: MACTIVE gets the threads of whole
// quads, SHFL brings the operands of one thread to its quad, FSWZADD makes the
// four positions, TEX.NDV fetches, SHFL brings the texel of the first thread to
// the others. When only those execute again that came here, a MOV for one
// thread of a quad takes it.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/QuadCode.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using isa::Inst;
using isa::Opcode;
using isa::Operand;

/// Where the word is that says whether texels were absent: the operands of the
/// instruction have been read. The predicate that says it first.
static constexpr unsigned kIsAbsent = quad::kOperands, kResidence = 0;

Inst ori::makeInst(Opcode opcode) {
  const isa::InstDesc &desc = isa::getDesc(opcode);
  Inst inst;
  inst.opcode = opcode;
  inst.mods = desc.defaultMods;
  for (auto [operand, slot] : llvm::zip(inst.ops, desc.slots)) {
    Operand::Kind kind = slot.kind;
    bool isPredicate = kind == Operand::P || kind == Operand::UP;
    bool hasRegister = kind != Operand::Label && kind != Operand::Imm;
    operand = {kind,
               uint16_t(isPredicate   ? isa::PT
                        : hasRegister ? isa::RZ
                                      : 0),
               0};
  }
  return inst;
}

namespace {

class Emitter {
public:
  Emitter(QuadFetchOp op, const QuadCode &code) : op(op), code(code) {}
  void run();

private:
  Operand reg(unsigned place) const { return Operand::r(code.base + place); }
  void setActive(bool wholeQuads);
  void save(bool restore);
  bool isWritten(unsigned place);
  void movePredicate(bool restore);
  void shuffle(unsigned to, Operand from, unsigned thread);
  void bring(unsigned to, Value value);
  void add(unsigned to, unsigned step, uint64_t lanes);
  void divideByLargest(unsigned first);
  unsigned countOperands() {
    return bool(op.getHandle()) + bool(op.getOffsets()) +
           bool(op.getReference());
  }
  void fetch();
  void take(unsigned to, unsigned from);

  QuadFetchOp op;
  const QuadCode &code;
};

} // namespace

void Emitter::setActive(bool wholeQuads) {
  Inst inst = makeInst(Opcode::BMOV_SET);
  inst.ops[isa::BMOV_SET::kBar] = Operand::b(kQuadBarrier);
  inst.mods =
      isa::BMOV_SET::state.set(inst.mods, uint64_t(isa::WarpState::Active));
  inst.mods = isa::BMOV_SET::pquad.set(inst.mods, wholeQuads);
  code.emit(inst);
}

/// Whether the fetch writes the register while others help.
bool Emitter::isWritten(unsigned place) {
  auto isIn = [&](unsigned first, unsigned count) {
    return place >= first && place < first + count;
  };
  unsigned coords = op.getPosition().size();
  return isIn(quad::kPosition, bool(op.getLayer()) + coords) ||
         isIn(quad::kSteps, 2 * coords) ||
         isIn(quad::kFetched, llvm::popcount(op.getMask())) ||
         isIn(quad::kOperands, countOperands()) ||
         (op.getResident() &&
          (place == kIsAbsent || place == quad::kPredicate));
}

/// What the fetch writes while others help. Those that have come here may save
/// and load, too: they have nothing in these registers.
void Emitter::save(bool restore) {
  for (unsigned place = quad::kSaved; place != quad::kEndOfSaved; ++place) {
    if (!isWritten(place))
      continue;
    auto offset =
        uint64_t(int64_t(int32_t(op.getArea())) + 4 * (place - quad::kSaved));
    Inst inst = makeInst(restore ? Opcode::LDL : Opcode::STL);
    if (restore) {
      inst.ops[isa::LDL::kD] = reg(place);
      inst.ops[isa::LDL::kAddr] = Operand::r(*code.stackPointer);
      inst.mods = isa::LDL::offset.set(inst.mods, offset);
      inst.mods = isa::LDL::type.set(inst.mods, uint64_t(isa::MemType::B32));
    } else {
      inst.ops[isa::STL::kData] = reg(place);
      inst.ops[isa::STL::kAddr] = Operand::r(*code.stackPointer);
      inst.mods = isa::STL::offset.set(inst.mods, offset);
      inst.mods = isa::STL::type.set(inst.mods, uint64_t(isa::MemType::B32));
    }
    code.emit(inst);
  }
}

/// The one that says whether texels were absent.
void Emitter::movePredicate(bool restore) {
  constexpr unsigned kMask = 1u << kResidence;
  Inst inst = makeInst(restore ? Opcode::R2P : Opcode::P2R);
  if (restore) {
    inst.ops[isa::R2P::kA] = reg(quad::kPredicate);
    inst.ops[isa::R2P::kB] = Operand::imm(kMask);
  } else {
    inst.ops[isa::P2R::kD] = reg(quad::kPredicate);
    inst.ops[isa::P2R::kB] = Operand::imm(kMask);
  }
  code.emit(inst);
}

/// To all of a quad what one of its threads has.
void Emitter::shuffle(unsigned to, Operand from, unsigned thread) {
  // The segments have four lanes.
  constexpr unsigned kWithinQuad = 0x1c03;
  Inst inst = makeInst(Opcode::SHFL);
  inst.mods = isa::SHFL::mode.set(inst.mods, uint64_t(isa::ShflMode::IDX));
  inst.ops[isa::SHFL::kD] = reg(to);
  inst.ops[isa::SHFL::kA] = from;
  if (thread)
    inst.ops[isa::SHFL::kB] = Operand::imm(thread);
  inst.ops[isa::SHFL::kC] = Operand::imm(kWithinQuad);
  code.emit(inst);
}

/// The value of the thread for which the quad fetches. What is constant all
/// have.
void Emitter::bring(unsigned to, Value value) {
  Operand from = code.operandOf(value);
  if (from.kind == Operand::R && from.reg != isa::RZ)
    return shuffle(to, from, op.getThread());
  Inst inst = makeInst(Opcode::MOV);
  inst.ops[isa::MOV::kD] = reg(to);
  inst.ops[isa::MOV::kB] = from;
  code.emit(inst);
}

void Emitter::add(unsigned to, unsigned step, uint64_t lanes) {
  Inst inst = makeInst(Opcode::FSWZADD);
  inst.ops[isa::FSWZADD::kD] = inst.ops[isa::FSWZADD::kC] = reg(to);
  inst.ops[isa::FSWZADD::kA] = reg(step);
  inst.mods = isa::FSWZADD::ndv.set(inst.mods, 1);
  inst.mods = isa::FSWZADD::swz.set(inst.mods, lanes);
  code.emit(inst);
}

/// The point of a cube's surface.
void Emitter::divideByLargest(unsigned first) {
  const Operand largest = reg(quad::kSteps);
  Operand other = reg(first);
  for (unsigned i = 1; i != 3; ++i) {
    Inst inst = makeInst(Opcode::FMNMX);
    inst.mods = isa::FMNMX::aAbs.set(inst.mods, 1);
    inst.mods = isa::FMNMX::bAbs.set(inst.mods, 1);
    inst.mods = isa::FMNMX::ppNot.set(inst.mods, 1);
    inst.ops[isa::FMNMX::kD] = largest;
    inst.ops[isa::FMNMX::kA] = other;
    inst.ops[isa::FMNMX::kB] = reg(first + i);
    code.emit(inst);
    other = largest;
  }
  Inst inst = makeInst(Opcode::MUFU);
  inst.mods = isa::MUFU::op.set(inst.mods, uint64_t(isa::MufuOp::RCP));
  inst.ops[isa::MUFU::kD] = inst.ops[isa::MUFU::kB] = largest;
  code.emit(inst);
  for (unsigned i = 0; i != 3; ++i) {
    Inst inst = makeInst(Opcode::FMUL);
    inst.ops[isa::FMUL::kD] = inst.ops[isa::FMUL::kA] = reg(first + i);
    inst.ops[isa::FMUL::kB] = largest;
    code.emit(inst);
  }
}

void Emitter::fetch() {
  Inst inst = makeInst(Opcode::TEX);
  inst.mods = isa::TEX::dim.set(inst.mods, uint64_t(op.getShape()));
  inst.mods = isa::TEX::lod.set(inst.mods, uint64_t(isa::TexLod::None));
  inst.mods = isa::TEX::mask.set(inst.mods, op.getMask());
  inst.mods = isa::TEX::ndv.set(inst.mods, 1);
  inst.mods = isa::TEX::aoffi.set(inst.mods, bool(op.getOffsets()));
  inst.mods = isa::TEX::dc.set(inst.mods, bool(op.getReference()));
  inst.mods = isa::TEX::bindless.set(inst.mods, bool(op.getHandle()));
  inst.mods = isa::TEX::index.set(inst.mods, op.getIndex());
  if (op.getResident())
    inst.ops[isa::TEX::kPu] = Operand::p(kResidence);
  inst.ops[isa::TEX::kD] = reg(quad::kFetched);
  if (llvm::popcount(op.getMask()) > 2)
    inst.ops[isa::TEX::kD2] = reg(quad::kFetched + 2);
  inst.ops[isa::TEX::kA] = reg(quad::kPosition);
  if (countOperands())
    inst.ops[isa::TEX::kB] = reg(quad::kOperands);
  code.emit(inst);
}

/// Only the thread that the quad has fetched for.
void Emitter::take(unsigned to, unsigned from) {
  Inst inst = makeInst(Opcode::MOV);
  inst.ops[isa::MOV::kD] = reg(to);
  inst.ops[isa::MOV::kB] = reg(from);
  inst.mods = isa::MOV::mask.set(inst.mods, uint64_t(1) << op.getThread());
  code.emit(inst);
}

void Emitter::run() {
  Inst current = makeInst(Opcode::BMOV_GET);
  current.ops[isa::BMOV_GET::kD] = Operand::b(kQuadBarrier);
  current.mods =
      isa::BMOV_GET::state.set(current.mods, uint64_t(isa::WarpState::Active));
  code.emit(current);
  setActive(/*wholeQuads=*/true);
  if (code.stackPointer)
    save(/*restore=*/false);
  if (op.getResident())
    movePredicate(/*restore=*/false);

  unsigned count = op.getPosition().size();
  unsigned first = quad::kPosition;
  first += bool(op.getLayer());
  forEachPlaced(op, [&](OpOperand &operand, unsigned place) {
    bring(place, operand.get());
  });
  // By lane of the quad, the first one highest: 0 adds, 3 takes the second.
  constexpr uint64_t kRight = 0xcc, kLower = 0xf0;
  for (unsigned i = 0; i != count; ++i)
    add(first + i, quad::kSteps + 2 * i, kRight);
  for (unsigned i = 0; i != count; ++i)
    add(first + i, quad::kSteps + 2 * i + 1, kLower);
  if (op.getShape() == QuadShape::Cube || op.getShape() == QuadShape::ArrayCube)
    divideByLargest(first);
  unsigned next = quad::kOperands;
  for (Value value : {op.getHandle(), op.getOffsets(), op.getReference()})
    if (value)
      bring(next++, value);
  fetch();

  if (op.getResident()) {
    Inst select = makeInst(Opcode::SEL);
    select.ops[isa::SEL::kD] = reg(kIsAbsent);
    select.ops[isa::SEL::kB] = Operand::imm(0xffffffff);
    select.ops[isa::SEL::kPp] = Operand::p(kResidence);
    select.mods = isa::SEL::ppNot.set(select.mods, 1);
    code.emit(select);
  }
  unsigned components = llvm::popcount(op.getMask());
  if (op.getThread()) {
    for (unsigned i = 0; i != components; ++i)
      shuffle(quad::kFetched + i, reg(quad::kFetched + i), 0);
    if (op.getResident())
      shuffle(kIsAbsent, reg(kIsAbsent), 0);
  }
  if (op.getResident())
    movePredicate(/*restore=*/true);
  setActive(/*wholeQuads=*/false);
  for (unsigned i = 0; i != components; ++i)
    take(quad::kTexels + i, quad::kFetched + i);
  if (op.getResident())
    take(quad::kAbsent, kIsAbsent);
  if (!code.stackPointer)
    return;
  setActive(/*wholeQuads=*/true);
  save(/*restore=*/true);
  setActive(/*wholeQuads=*/false);
}

void ori::forEachPlaced(QuadFetchOp op,
                        function_ref<void(OpOperand &, unsigned)> use) {
  unsigned first = quad::kPosition;
  for (OpOperand &layer : op.getLayerMutable())
    use(layer, first++);
  MutableOperandRange position = op.getPositionMutable(),
                      byX = op.getByXMutable(), byY = op.getByYMutable();
  for (unsigned i = 0; i != position.size(); ++i) {
    use(position[i], first + i);
    use(byX[i], quad::kSteps + 2 * i);
    use(byY[i], quad::kSteps + 2 * i + 1);
  }
}

void ori::emitQuadFetch(QuadFetchOp op, const QuadCode &code) {
  Emitter(op, code).run();
}
