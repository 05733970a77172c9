//===- InstTextTest.cpp - Text of instruction ops of every SM -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random instructions of all records as ops of a sass.module: what is printed
// parses back to the same words. Some are of one SM only, and some texts mean
// different words on different SMs or have several forms.
//
//===----------------------------------------------------------------------===//

#include "../../ISA/RandomInst.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace ptxmlir;

namespace {

bool hasBlocks(isa::Opcode opcode) {
  return opcode == isa::Opcode::BRA || opcode == isa::Opcode::BRX;
}

std::string toText(const isa::Inst &inst, unsigned sm) {
  std::string text;
  llvm::raw_string_ostream os(text);
  sass::PrintOptions options;
  options.control = true;
  sass::printInst(inst, sm, os, options);
  return text;
}

/// A function of these instructions, in a module for `sm`.
OwningOpRef<ModuleOp> buildModule(MLIRContext &context, unsigned sm,
                                  ArrayRef<isa::Inst> insts) {
  Location loc = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> top = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(top->getBody());
  OperationState moduleState(loc, sass::ModuleOp::getOperationName());
  moduleState.getOrAddProperties<sass::ModuleOp::Properties>().sm =
      builder.getI32IntegerAttr(sm);
  moduleState.addRegion()->emplaceBlock();
  auto module = cast<sass::ModuleOp>(builder.create(moduleState));
  builder.setInsertionPointToEnd(&module.getBody().front());
  OperationState funcState(loc, sass::FuncOp::getOperationName());
  funcState.getOrAddProperties<sass::FuncOp::Properties>().sym_name =
      builder.getStringAttr("f");
  funcState.addRegion();
  Region *body = &cast<sass::FuncOp>(builder.create(funcState)).getBody();
  Block *block = &body->emplaceBlock();
  for (const isa::Inst &inst : insts) {
    builder.setInsertionPointToEnd(block);
    if (!hasBlocks(inst.opcode)) {
      sass::createInst(builder, loc, inst);
      continue;
    }
    Block *next = &body->emplaceBlock();
    sass::createInst(builder, loc, inst, {}, {next, next});
    block = next;
  }
  builder.setInsertionPointToEnd(block);
  OperationState end(loc, sass::EndOp::getOperationName());
  builder.create(end);
  return top;
}

class InstText : public testing::TestWithParam<unsigned> {};

TEST_P(InstText, ComesBack) {
  unsigned sm = GetParam();
  constexpr uint64_t kSeed = 20261123;
  isa::RandomInsts random(sm, kSeed);
  std::vector<isa::Inst> insts;
  constexpr unsigned kPerForm = 3;
  for (size_t i = 0, e = kPerForm * random.forms().size(); i != e; ++i) {
    isa::Inst inst = random.next();
    // The blocks say how far it is.
    if (hasBlocks(inst.opcode))
      for (isa::Operand &op : inst.ops)
        if (op.kind == isa::Operand::Label)
          op.value = 0;
    insts.push_back(inst);
  }
  MLIRContext context;
  context.loadDialect<sass::SASSDialect>();
  std::string text, messages;
  llvm::raw_string_ostream os(text);
  buildModule(context, sm, insts)->print(os);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages += diagnostic.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(parsed) << messages;
  size_t at = 0, different = 0;
  parsed->walk([&](sass::InstOpInterface op) {
    ASSERT_LT(at, insts.size());
    const isa::Inst &before = insts[at++], &after = op.getInst();
    std::optional<isa::Word> word = isa::encode(before, sm, nullptr);
    std::optional<isa::Word> again = isa::encode(after, sm, nullptr);
    ASSERT_TRUE(word) << toText(before, sm);
    constexpr size_t kMost = 10;
    if ((!again || *again != *word) && ++different <= kMost)
      ADD_FAILURE() << "sm_" << sm << ": " << toText(before, sm)
                    << " comes back as " << toText(after, sm);
  });
  EXPECT_EQ(at, insts.size());
  EXPECT_EQ(different, 0u);
}

std::vector<unsigned> getSMs() {
  std::set<unsigned> sms;
  for (const target::TargetInfo &target : target::getTargets())
    sms.insert(target.sm);
  return {sms.begin(), sms.end()};
}

INSTANTIATE_TEST_SUITE_P(SMs, InstText, testing::ValuesIn(getSMs()),
                         [](const auto &info) {
                           return "sm_" + llvm::utostr(info.param);
                         });

/// A module in generic syntax is parsed before its SM is known: the text is
/// that of the first SM that has it.
TEST(InstTextGeneric, FindsAnSM) {
  MLIRContext context;
  context.loadDialect<sass::SASSDialect>();
  OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(
      R"("sass.module"() <{sm = 89 : i32}> ({
           sass.func @f {
             sass.i2fp "I2FP.F32.S32 R4, c[0x0][0x160]"
             sass.end
           }
         }) : () -> ())",
      &context);
  EXPECT_TRUE(parsed);
}

} // namespace
