//===- OptionTable.h - What is known of each option -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options.td has a record for each option, with what it does here. Parsing,
// help and the documentation come from it; this is its form in C++.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_OPTIONTABLE_H
#define PTXMLIR_LIB_DRIVER_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace ptxmlir {

enum OptionId : unsigned {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "ptx-mlir/Driver/Options.inc"
#undef OPTION
  OPT_LAST
};

/// What the value of an option is checked for as it is read.
enum class OptionValue : uint8_t { None, Bool, Number, Text, List, TextList };
/// What an option does, see Options.td.
enum class OptionEffect : uint8_t { Honoured, Tunes, Always, Refused };

/// A record of Options.td.
struct OptionInfo {
  OptionId id;
  llvm::StringLiteral longName, shortName; ///< without dashes; may be empty
  OptionValue value;
  OptionEffect effect;
  llvm::StringLiteral meta, help, defaultValue;
  llvm::StringLiteral choices; ///< the only values, with commas between
  bool isDocumented, isOurs;
  bool isOfProgram; ///< not for the library

  /// What messages call it.
  llvm::StringRef name() const {
    return longName.empty() ? llvm::StringRef(shortName)
                            : llvm::StringRef(longName);
  }
  /// One value takes the place of another.
  bool isSingle() const {
    return value != OptionValue::None && value != OptionValue::List &&
           value != OptionValue::TextList;
  }
};

/// All options, in the order of Options.td.
llvm::ArrayRef<OptionInfo> getOptionInfos();
/// The option of an identifier that is no alias; null for the input.
const OptionInfo *findOptionInfo(unsigned id);
/// LLVM's parser for them.
const llvm::opt::OptTable &getOptionTable();

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_OPTIONTABLE_H
