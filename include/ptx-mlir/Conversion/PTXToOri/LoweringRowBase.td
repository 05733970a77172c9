//===- LoweringRowBase.td - Schema of the lowering rows ----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row says which machine instruction an instruction of PTX is, where it is
// one. What needs two is C++ (lib/Conversion/PTXToOri). `sass-tblgen` checks the
// rows against the records of both sides and makes C++ of them
// (-gen-ptx-lowering-rows), which is tried before the handler of the opcode. See
// docs/lowering-rows.md.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_LOWERING_ROW_BASE
#define PTXMLIR_CONVERSION_LOWERING_ROW_BASE

include "ptx-mlir/Dialect/PTX/IR/PTXInstructions.td"
include "ptx-mlir/ISA/ISA.td"
include "ptx-mlir/Target/Targets.td"

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

/// What a modifier of the machine's record gets; others have their default.
/// Values of both sides are given by their spelling, the machine's also by the
/// enumerator or the number.
class RowMod<string mod> {
  string Mod = mod;
  string Value = "";
  string Slot = "";
  list<string> Pairs = [];
  int Most = -1;
}

/// Always this value. A flag of a source is a modifier, too: "ppNot".
class Is<string mod, string value> : RowMod<mod> { let Value = value; }

/// What a slot of the PTX instruction says. `pairs` are "ptx=machine"; a value
/// that is in none of them is the one of the same spelling, in capitals or not.
/// Without the modifier ("none") it is the default. A flag needs no pairs where
/// the slot has one value. A number goes to a number.
class From<string mod, string slot, list<string> pairs = []> : RowMod<mod> {
  let Slot = slot;
  let Pairs = pairs;
}

/// A number, or `most` if it is larger.
class AtMost<string mod, string slot, int most> : RowMod<mod> {
  let Slot = slot;
  let Most = most;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The forms of `ptx` that `when` describes, in the words of PTX_Form, are the
/// instruction `machine`. One that writes registers and nothing else is made
/// without guard, and its result is selected; others have the guard of the PTX
/// instruction.
///
/// `sources` has an element for each source of the machine's record, in order:
///   a         the PTX operand of that name; a vector is a tuple
///   a.lo a.hi a word of 64 bits
///   +a -a     a float or its negative; a neg or abs that makes it is taken in
///   |a|       likewise the magnitude
///   [shared a] [global a]   an address; its constant part goes to the modifier
///             `offset`
///   pt upt urz   what the record means by no operand
///   0 0x1f -0 a number; with a sign, the source has one
class Row<PTX_Inst ptx, string when, Inst machine, list<string> sources = [],
          list<RowMod> mods = []> {
  PTX_Inst PTX = ptx;
  string When = when;
  Inst Machine = machine;
  list<string> Sources = sources;
  list<RowMod> Mods = mods;
  /// The machine's result for each result of the PTX instruction; needed where
  /// the machine has several.
  list<string> Results = [];
  /// Slots of which several values mean the same here. Every other slot of which
  /// a row takes several values must go to a modifier.
  list<string> Alike = [];
  /// Threads that meet before (WARPSYNC): "warp", or the operand with their mask.
  string Meet = "";
  /// No other threads may be there. Where that cannot be had, the row does not
  /// hold.
  bit Alone = 0;
  /// A result of fewer bits than a register is extended to 32 bits; PTX may have
  /// it in a wider one.
  bit Extended = 0;
  /// What the SM must have, beside the instruction.
  list<Feature> Needs = [];
  /// It holds where rows before it, for the same forms, do not: their instruction
  /// or a value of its modifiers is not there on all SMs.
  bit Otherwise = 0;
}

#endif // PTXMLIR_CONVERSION_LOWERING_ROW_BASE
