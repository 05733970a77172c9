// What -gen-isa-enums makes of a record: constants for the slots, bit fields of
// the packed modifier word, the default word.
//
// RUN: sass-tblgen -gen-isa-enums -I %src_root/include %s | FileCheck %s
// RUN: sass-tblgen -gen-isa-tables -I %src_root/include %s | FileCheck %s --check-prefix=TABLES

include "ptx-mlir/ISA/Forms.td"

def Level : ModEnum<"Level", 3, [
  NamedModValue<1, "", "One">, ChangedModValue<4, ".FOUR", "FOUR", -1, "">,
  ChangedModValue<5, ".5.6", "FiveSix", 0, ".56", 2>,
]> { let ChangedAt = 90; }

// CHECK-LABEL: #ifdef GET_ISA_OPCODE_ENUM
// CHECK: EXAMPLE,
// CHECK-NEXT: ZERO,
// CHECK-NEXT: #endif

// CHECK: enum class Level : uint8_t {
// CHECK-NEXT:   One = 1,
// CHECK-NEXT:   FOUR = 4,
// CHECK-NEXT:   FiveSix = 5,

// Declared modifiers first, then the flags of the slots.
// CHECK-LABEL: namespace EXAMPLE {
// CHECK-NEXT: constexpr Opcode kOpcode = Opcode::EXAMPLE;
// CHECK-NEXT: constexpr unsigned kD = 0;
// CHECK-NEXT: constexpr unsigned kA = 1;
// CHECK-NEXT: constexpr unsigned kPp = 2;
// CHECK-NEXT: constexpr ModField level{0, 3};
// CHECK-NEXT: constexpr ModField default_{3, 1};
// CHECK-NEXT: constexpr ModField offset{4, 16, true};
// CHECK-NEXT: constexpr ModField aNeg{20, 1};
// CHECK-NEXT: constexpr ModField aAbs{21, 1};
// CHECK-NEXT: constexpr ModField ppNot{22, 1};
// CHECK-NEXT: constexpr uint64_t kDefaultMods = 0x4ffff1u;
// CHECK-NEXT: } // namespace EXAMPLE
def EXAMPLE : Inst<"EXAMPLE", [Def<"d", R, WidthBy<"level">>], [UseF<"a">, UsePF<"pp">],
    [EnumMod<"level", Level, 1>, FlagMod<"default", ".D">, IntMod<"offset", 16, 1, -1>],
    SchedFMA> {
  let Role = MatchRole;
  let Sync = SleepSync;
  let Computes = SumOperation;
  let Results = OfSources;
  let Facts = [FactIf<EndsFlow, [ModIs<"level", ["FOUR", ".5.6"]>, ModSet<"default">]>,
               Always<ReadsLowHalf>];
  let Forms = [Form<0x7ff, 1, [], [
    Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"aNeg", 72, 72>, Place<"aAbs", 73, 73>,
    // A field in two parts, one stored complemented, one narrower than its modifier.
    Place<"level", 80, 79, 1>, Place<"level", 34, 34>, InvPlace<"default", 76>,
    Place<"offset", 50, 40>, InvPlaces<"pp", 66, 64>, Place<"ppNot", 67, 67>],
    [FixedBits<100, 99, 2>], SM80ToSM90>];
}

// TABLES: constexpr ModValueDesc kModValues[] = {
// TABLES-NEXT: {1, "", 1, 1, "", 75, 999, "", 1, 0},
// TABLES-NEXT: {4, ".FOUR", 1, -1, "", 75, 999, "", 1, 0},
// TABLES-NEXT: {5, ".5.6", 2, 0, ".56", 75, 999, "", 1, 0},
// TABLES: constexpr SlotDesc kSlots[] = {
// TABLES-NEXT: {"d", Operand::R, true, 0, 0, -1, -1, -1, uint8_t(ImmFormat::U32), 0x0u, 0, 0, -1, -1, 0},
// TABLES-NEXT: {"a", Operand::R, false, 1, -1, 3, 4, -1, uint8_t(ImmFormat::F32), 0x0u, 0, 0, -1, -1, 0},
// TABLES-NEXT: {"pp", Operand::P, false, 1, -1, -1, -1, 5, uint8_t(ImmFormat::U32), 0x0u, 0, 0, -1, -1, 0},
// TABLES: constexpr ModDesc kMods[] = {
// TABLES-NEXT: {"level", {0, 3, false}, 0x1u, false, false, "", {kModValues + 0, 3}, 0x32u, false, 90},
// TABLES: constexpr PlaceDesc kPlaces[] = {
// TABLES: {PlaceKind::Mod, 0, 79, 2, 1, 0, false, false, 3},
// TABLES-NEXT: {PlaceKind::Mod, 0, 34, 1, 0, 0, false, false, 0},
// TABLES-NEXT: {PlaceKind::Mod, 1, 76, 1, 0, 0, false, true, 1},
// TABLES-NEXT: {PlaceKind::Mod, 2, 40, 11, 0, 0, true, false, 11},
// TABLES-NEXT: {PlaceKind::Reg, 2, 64, 3, 0, 0, false, true, 3},
// The condition on `level` is a set of its values.
// TABLES: constexpr CondDesc kConds[] = {
// TABLES-NEXT: {CondDesc::Mod, 0, false, 0x30u},
// TABLES-NEXT: {CondDesc::Mod, 1, true, 0x1u},
// TABLES: constexpr FactDesc kFacts[] = {
// TABLES-NEXT: {Fact::EndsFlow, {kConds + 0, 2}},
// TABLES-NEXT: {Fact::ReadsLowHalf, {}},
// TABLES: constexpr FormDesc kForms[] = {
// TABLES-NEXT: {Opcode::EXAMPLE, 0, 80, 90, 0x7ffu, true, {Operand::R, Operand::R, Operand::P}, 0x0u, 0x0u,
// TABLES: {Opcode::ZERO, 0, 75, 999, 0x1u, false, {}, 0x0u, 0x0u,
// TABLES: constexpr InstDesc kInsts[] = {
// TABLES-NEXT: {Opcode::EXAMPLE, {{.*}} BranchKind::None, ConvergenceRole::Match, SyncKind::Sleep, Operation::Sum, ResultScope::OfSources, SparseKind::None, {{.*}}, {kFacts + 0, 2}},
// TABLES-NEXT: {Opcode::ZERO, {{.*}} BranchKind::None, ConvergenceRole::None, SyncKind::None, Operation::None, ResultScope::ByEffects, SparseKind::None, {{.*}}, {}},

def ZERO : Inst<"ZERO", [], [], [], SchedNop> { let Forms = [Form<1, 0, [], []>]; }
