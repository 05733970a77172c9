//===- JsonText.cpp - The code of a cubin as JSON -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form is that of nvdisasm 13.5, as observed: a header and the functions,
// which are whole sections, with addresses instead of labels.
//
//===----------------------------------------------------------------------===//

#include "CodeText.h"
#include "SectionText.h"
#include "llvm/Support/JSON.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
using isa::BranchKind;
using isa::ConvergenceRole;

/// Whether it changes which threads go on, or where.
static bool isControlFlow(const isa::InstDesc &desc) {
  switch (desc.role) {
  case ConvergenceRole::Arm:
  case ConvergenceRole::Sync:
  case ConvergenceRole::Move:
  case ConvergenceRole::Yield:
  case ConvergenceRole::WarpSync:
  case ConvergenceRole::EndCollective:
    return true;
  default:
    return desc.branch != BranchKind::None;
  }
}

/// Whether it waits for other warps.
static bool isWarpBarrier(const isa::InstDesc &desc) {
  return desc.sync == isa::SyncKind::BlockBarrier ||
         desc.sync == isa::SyncKind::ClusterWait;
}

/// Operands with commas alone between them, and names without "`()".
static std::string getOperands(llvm::StringRef text) {
  std::string result;
  bool isName = false;
  while (!text.empty()) {
    if (text.consume_front("`(")) {
      isName = true;
      continue;
    }
    char c = text.front();
    text = text.drop_front();
    if (isName && c == ')') {
      isName = false;
      continue;
    }
    if (c == ',')
      text = text.ltrim(' ');
    // The space behind a number like +INF belongs to it.
    else if (c == ' ' && !text.empty() && !text.starts_with(","))
      c = ',';
    result += c;
  }
  return result;
}

static void printInstruction(const InstText &text, const DecodedWord &d,
                             llvm::json::OStream &json) {
  json.object([&] {
    llvm::StringRef guard = llvm::StringRef(text.guard).trim();
    if (!guard.empty())
      json.attribute("predicate", guard);
    llvm::StringRef line = text.text;
    if (line.ends_with(" "))
      line = line.drop_back();
    auto [opcode, operands] = line.split(' ');
    json.attribute("opcode", opcode);
    if (!operands.empty())
      json.attribute("operands", llvm::json::fixUTF8(getOperands(operands)));
    if (!d.inst)
      return;
    const isa::InstDesc &desc = isa::getDesc(d.inst->opcode);
    bool hasFlow = isControlFlow(desc), isBarrier = isWarpBarrier(desc);
    if (!hasFlow && !isBarrier)
      return;
    json.attributeObject("other-attributes", [&] {
      if (hasFlow)
        json.attribute("control-flow", "True");
      if (desc.branch == BranchKind::Call)
        json.attribute("subroutine-call", "True");
      if (isBarrier)
        json.attribute("inter-warp-barrier", "True");
    });
  });
}

void ptxmlir::printJSON(const LoadedCubin &cubin,
                        const DisassemblyOptions &options,
                        llvm::StringRef producer, llvm::raw_ostream &os) {
  llvm::json::OStream json(os);
  std::vector<CodeSection> code = readChosenCode(cubin, options);
  CodeLabels labels(cubin, code);
  json.array([&] {
    json.object([&] {
      json.attributeObject("ELF", [&] {
        // Of all cubins that nvdisasm 13.5 takes.
        json.attribute("layout-id", 4);
        json.attribute("ei_osabi", cubin.header.osabi);
        json.attribute("ei_abiversion", cubin.header.abiVersion);
      });
      json.attributeObject("SM", [&] {
        json.attributeObject("version", [&] {
          json.attribute("major", cubin.sm / 10);
          json.attribute("minor", cubin.sm % 10);
        });
      });
      json.attributeObject("SchemaVersion", [&] {
        json.attribute("major", 13);
        json.attribute("minor", 5);
        json.attribute("revision", 0);
      });
      json.attribute("Producer", producer);
      json.attribute("Description", "");
    });
    json.array([&] {
      for (const CodeSection &c : code)
        json.object([&] {
          json.attribute("function-name",
                         llvm::json::fixUTF8(getFunctionName(*c.section)));
          json.attribute("start", 0);
          json.attribute("length", int64_t(c.section->data.size()));
          json.attributeArray("other-attributes", [] {});
          InstContext context(cubin, c, &labels);
          context.functionsOnly = true;
          json.attributeArray("sass-instructions", [&] {
            for (size_t i = 0; i < c.words.size(); ++i)
              printInstruction(getInstText(context, c.words, i), c.words[i],
                               json);
          });
        });
    });
  });
}
