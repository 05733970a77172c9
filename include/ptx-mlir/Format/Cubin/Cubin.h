//===- Cubin.h - What a compiler hands to the cubin writer ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain description of one compiled module and the writer that turns it into
// the ELF file ptxas would write. No MLIR here: the code generator fills the
// structs, `write` does the rest. docs/cubin.md gives the rule behind every
// field.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_CUBIN_H
#define PTX_MLIR_FORMAT_CUBIN_CUBIN_H

#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/Format/Cubin/DebugInfo.h"
#include "ptx-mlir/Format/Cubin/LineInfo.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir::cubin {

/// One kernel parameter. `offset` is from the start of the parameters (not of
/// the constant bank), in bytes.
struct Param {
  uint16_t ordinal = 0;
  uint16_t offset = 0;
  uint32_t size = 0;
  /// From `.ptr .space .align n`: None and 0 for a plain parameter.
  ParamSpace space = ParamSpace::None;
  uint8_t log2PointeeAlign = 0;
  /// Of an image, which has neither an offset nor a size: the name of its
  /// symbol.
  std::string image = {};
};

/// One instruction with the registers that hold its member mask: an entry of
/// the pair COOP_GROUP_INSTR_OFFSETS / COOP_GROUP_MASK_REGIDS.
struct CoopGroupInstr {
  uint32_t offset = 0;
  /// kFullMask when the mask is the constant -1, else maskRegister(r).
  uint32_t mask = kFullMask;

  static constexpr uint32_t kFullMask = 0xffffffff;
  /// Encoding of "the mask is in R<reg>".
  static constexpr uint32_t maskRegister(uint32_t reg) {
    return 0x05000000 | reg;
  }
  /// Encoding of "the mask is in UR<reg>".
  static constexpr uint32_t maskUniformRegister(uint32_t reg) {
    return 0x0b000000 | reg;
  }
};

/// `brx.idx`: the offset of the indirect branch and of its possible targets.
struct IndirectBranch {
  uint32_t offset = 0;
  std::vector<uint32_t> targets;
};

/// One `mbarrier.init`-like record of MBARRIER_INSTR_OFFSETS, raw (16 bytes).
using MBarrierRecord = std::array<uint32_t, 4>;

/// A vector load of which the program uses only some bytes
/// (EIATTR_UNUSED_LOAD_BYTE_OFFSET).
struct PartialLoad {
  uint32_t offset = 0;
  /// Bit i set: byte i of the loaded vector is used.
  uint32_t usedBytes = 0;
};

/// One row of the frame table: from `offset` on. Without `cfa` the row only
/// advances (ptxas marks the last instruction so).
struct FrameRow {
  uint32_t offset = 0;
  /// Canonical frame address = R<base> + cfa.
  std::optional<uint32_t> cfa;
  unsigned base = 1;
};

/// Rows of the frame table as ptxas derives them.
///  * entryBlockEnd: offset just after the last instruction of the entry block
///  * frameSetupEnd: offset just after the `R1 -= frame` of the entry block, or
///    none when the kernel has no frame
///  * lastInstr: offset of the last real instruction (not the closing
///    branch-to-self, not padding NOPs)
///  * oneBlock: the kernel is a single block
std::vector<FrameRow> getFrameRows(uint32_t entryBlockEnd,
                                   std::optional<uint32_t> frameSetupEnd,
                                   uint32_t lastInstr, bool oneBlock,
                                   uint32_t frameBytes);

/// Rows of a frame table as DWARF call-frame instructions; offsets count from
/// the begin of the function.
std::vector<uint8_t> encodeFrameRows(llvm::ArrayRef<FrameRow> rows);

enum class Linkage : uint8_t { Local, Global, Weak };

/// A device function whose code lies inside a kernel's text: what remains of a
/// `.func` that was not inlined, or a helper such as a division slow path.
struct InnerFunction {
  /// "$<kernel>$<function>" for a `.func`, "$__internal_<n>_$<helper>" for a
  /// helper (n counts through the module in file order).
  std::string name;
  /// Bytes, from the start of the kernel's text.
  uint32_t offset = 0;
  uint32_t size = 0;
  /// Local for a `.func`, Global for a `.visible .func`, Weak for a helper.
  Linkage linkage = Linkage::Local;
  /// Low register of the pair that holds the return address on entry.
  unsigned returnRegister = 20;
  /// DWARF call-frame instructions of the function, unpadded; may be empty.
  std::vector<uint8_t> frameOps;
};

/// Where a module-scope variable lives.
enum class VarSpace : uint8_t {
  Global,  ///< `.global`; `.nv.global.init` with an initialiser, else
           ///< `.nv.global`
  Const,   ///< `.const`: constant bank 3
  Shared,  ///< `.shared`; of relocatable objects only
  Texture, ///< what the driver binds to an image: no memory
  Sampler, ///< `init` are its settings: address modes of three dimensions and
           ///< the filter mode, 0xff each where the driver chooses, and whether
           ///< coordinates are never normalized
  Surface,
};
/// Whether it names something of the driver's.
inline bool isImage(VarSpace space) { return space >= VarSpace::Texture; }
/// What a parameter that is an image stands for.
inline VarSpace getImageSpace(ParamSpace space) {
  return space == ParamSpace::Texture   ? VarSpace::Texture
         : space == ParamSpace::Sampler ? VarSpace::Sampler
                                        : VarSpace::Surface;
}

/// What a word of a kernel names: a texture, a sampler or a surface; up to
/// sm_89 a texture and its sampler, if that is not empty.
/// Each is the name of a variable, or getImageParamSymbol() of a parameter.
struct ImageSlot {
  VarSpace space = VarSpace::Texture;
  std::string image, sampler;
};

/// One `.entry` function.
struct Kernel {
  std::string name;
  Linkage linkage = Linkage::Global;

  /// Instructions, 16 bytes each, already padded as the target wants (multiple
  /// of 128 bytes from sm_80 on, at least 8 trailing NOPs).
  std::vector<uint8_t> text;
  /// Device functions inside `text`, by ascending offset.
  std::vector<InnerFunction> functions;
  /// Relocations left for the driver. Whole-program code needs none: addresses
  /// of globals come from bank 4, everything else is a constant at this point.
  std::vector<Relocation> relocations;

  /// Registers per thread as reported (EIATTR_REGCOUNT).
  unsigned registers = 0;
  /// Highest barrier id + 1; 16 when an id is in a register; 0 for none.
  unsigned barriers = 0;
  /// Bytes of local memory per thread (EIATTR_FRAME_SIZE), a multiple of 8.
  unsigned frameBytes = 0;
  /// EIATTR_MIN_STACK_SIZE; equals frameBytes unless the kernel calls.
  unsigned minStackBytes = 0;

  /// Static shared memory, without the reserved 0x400 bytes of sm_90.
  unsigned sharedBytes = 0;
  /// Alignment of the whole shared block (maximum over its variables, static
  /// and dynamic).
  unsigned sharedAlign = 1;
  /// The kernel declares or uses shared memory, even if sharedBytes is 0
  /// (`extern .shared` only).
  bool hasShared = false;
  /// Some instruction takes the address of shared memory (static, dynamic or
  /// reserved). ptxas then leaves an empty `.rela.text.<kernel>` behind.
  bool referencesShared = false;

  std::vector<Param> params;
  /// Total parameter bytes (the end of the last parameter).
  unsigned paramBytes = 0;

  /// The words behind the parameters, 4 bytes each, that the driver fills with
  /// the handles of textures, samplers and surfaces.
  std::vector<ImageSlot> imageSlots;
  /// Instructions name images.
  bool usesTextures = false, usesSurfaces = false;

  /// Launch directives; absent when not given.
  std::optional<std::array<uint32_t, 3>> maxntid;
  std::optional<std::array<uint32_t, 3>> reqntid;
  std::optional<std::array<uint32_t, 3>> ctaPerCluster;
  std::optional<uint32_t> maxClusterRank;
  bool explicitCluster = false;
  bool blocksAreClusters = false;
  /// EIATTR_MAXREG_COUNT, see target::computeRegisterLimit.
  unsigned maxRegCount = 0xff;

  /// Instruction offsets that the driver and debuggers want to know, in text
  /// order. docs/cubin.md says which instructions belong in which list.
  std::vector<uint32_t> exits;
  std::vector<CoopGroupInstr> coopGroups;
  std::vector<uint32_t> intWarpWide;
  std::vector<PartialLoad> partialLoads;
  /// Every spill store and refill (EIATTR_ANNOTATIONS, kind 1).
  std::vector<uint32_t> spills;
  std::vector<IndirectBranch> indirectBranches;
  std::vector<MBarrierRecord> mbarriers;
  /// Words of EIATTR_INSTR_REG_MAP: registers that an mbarrier operation reads.
  std::vector<uint32_t> registerMap;
  /// mbarrier objects initialised (EIATTR_NUM_MBARRIERS).
  std::optional<unsigned> numMBarriers;
  /// Words of EIATTR_ATOM16_EMUL_INSTR_REG_MAP (emulated 16-bit atomics).
  std::vector<uint32_t> atom16Emulation;
  /// EIATTR_CRS_STACK_SIZE; 0 when the kernel contains inner functions, traps,
  /// indirect branches or emulation loops, absent otherwise.
  std::optional<uint32_t> crsStackBytes;
  /// External functions called (`vprintf` ...), each once, in order of their
  /// declaration.
  std::vector<std::string> externs;
  /// The same in order of first call; empty: as in `externs`.
  std::vector<std::string> externsByCall;
  /// Offsets of all those calls.
  std::vector<uint32_t> syscallOffsets;
  /// Some instruction reads %ctaid.z (said up to sm_89).
  bool readsBlockZ = false;
  bool usesWmma = false;
  bool usesReservedShared = false;
  /// It loads, stores or computes in tensor memory.
  bool usesTensorMemory = false;
  /// Which of what computes there is of one block, and of a pair.
  bool usesTensorBlocks = false, usesTensorPairs = false;
  bool reconfiguresRegisters = false;
  uint16_t sparseMmaMask = 0;

  /// Contents of `.nv.constant2.<kernel>`: compiler constants, jump tables.
  std::vector<uint8_t> constant2;
  unsigned constant2Align = 4;
  /// The table holds code offsets (`brx.idx`): they are final, but ptxas leaves
  /// an empty `.rela.nv.constant2.<kernel>` behind.
  bool constant2HasCodeOffsets = false;

  /// Where the code comes from, by ascending offset; for Module::lineInfo.
  std::vector<CodePlace> places;
  /// Where registers of the PTX are, by register and place; for
  /// Module::debugInfo.
  std::vector<RegisterRange> registerRanges;

  /// Rows of the frame table (see getFrameRows).
  std::vector<FrameRow> frame;
  /// Register that keeps the frame base of a kernel with `alloca` (ptxas: R2).
  std::optional<unsigned> framePointer;

  // Of relocatable objects only.

  /// A device function with a section of its own.
  bool isFunction = false;
  /// Its DWARF call-frame instructions, in place of `frame`; empty: none.
  std::vector<uint8_t> frameOps;
  /// Its types as nvlink compares them: "#" and letters.
  std::string prototype;
  /// Functions that it calls by name, each once.
  std::vector<std::string> callees;
  /// Prototypes of its calls through registers, each once.
  std::vector<std::string> indirectCalls;
  /// Functions whose addresses its code takes, or that are in variables whose
  /// addresses it takes, each once.
  std::vector<std::string> addressTaken;
};

/// A function that a relocatable object uses and does not define, or another
/// name of one that it defines.
struct ExternFunction {
  std::string name;
  std::string prototype;
  /// The function of which it is another name; empty: of none.
  std::string aliasee;
  Linkage linkage = Linkage::Global;
};

/// One module-scope variable.
struct Variable {
  std::string name;
  VarSpace space = VarSpace::Global;
  Linkage linkage = Linkage::Local;
  uint64_t size = 0;
  uint32_t align = 1;
  /// The declaration has an initialiser. `init` may be shorter than `size`; the
  /// rest is zero. Constants are written whole with or without one.
  bool hasInit = false;
  std::vector<uint8_t> init;
  std::vector<Relocation> relocations;
  /// Managed (`.attribute(.managed)`).
  bool managed = false;
  /// Addresses of device functions in the initialiser. In a whole program they
  /// are final offsets inside the kernel's text, or the function's ordinal when
  /// nothing calls it, and leave only a trace in the tables of names.
  enum class FunctionRefs : uint8_t { None, Resolved, Dead };
  FunctionRefs functionRefs = FunctionRefs::None;
  // Of relocatable objects and extensible programs only.
  bool isExtern = false; ///< defined elsewhere
  bool isCommon = false; ///< `.common`
  /// Of relocatable objects: the kernel in which a variable in shared memory is
  /// declared; empty: none.
  std::string owner;
  /// The variable's offset in its section. Left empty the writer lays out in
  /// ptxas's order; code that reads `c[3][offset]` must agree, so the code
  /// generator calls layoutVariables first.
  std::optional<uint64_t> offset;
};

/// Variable parts of `.nv.compat`; the defaults fit a plain sm_90 kernel.
struct CompatInfo {
  /// 1; 2 with textures, surfaces, bulk copies, TMA, copies of tensor maps,
  /// setmaxnreg or conversions of 8-bit floats (also for `mma` of them); 4 with
  /// wgmma.
  uint8_t feature = 1;
  /// The sum of 1 with tensor TMA and 2 where fields of tensor maps are
  /// replaced.
  uint8_t tensorMaps = 0;
  /// Some instruction computes in f64.
  bool usesDouble = false;
};

/// What the tool-identification note says. The defaults name this project.
struct ToolInfo {
  std::string name = "ptx-mlir";
  std::string version;
  std::string build;
  std::string options;
};

/// One module: everything that one cubin holds.
struct Module {
  /// SM number (90) and its suffix ('a', 'f' or 0).
  unsigned sm = 90;
  char suffix = 0;
  /// SM number of the PTX `.target` line; 0: same as `sm`.
  unsigned ptxTarget = 0;
  /// In source order; the file has them in reverse, as ptxas does.
  std::vector<Kernel> kernels;
  /// In source order.
  std::vector<Variable> variables;
  CompatInfo compat;
  ToolInfo tool;
  /// Textures and samplers are apart (`texmode_independent`).
  bool independentTextures = false;
  /// Writes the line tables; the one of the source where places have lines of
  /// it.
  std::optional<LineInfo> lineInfo;
  /// Code for a debugger: its sections are written, too.
  std::optional<DebugInfo> debugInfo;
  /// `-g` or `-make-errors-visible-at-exit`.
  bool errorsVisibleAtExit = false;
  /// An object for the linker (`-c`): kernels and functions have sections and
  /// relocations of their own.
  bool relocatable = false;
  /// A whole program that may be extended (`-ewp`): its code has relocations.
  bool extensible = false;
  std::vector<ExternFunction> externFunctions;
  /// Functions whose address code or an initial value takes, each once.
  std::vector<std::string> addressTaken;
};

/// Assigns `offset` to every variable that has none, per section, in the order
/// ptxas uses.
void layoutVariables(Module &module);

/// The slots of constant bank 4, in order, 8 bytes each: slot i holds the
/// 64-bit address of the returned `.global` variable or external function, and
/// the code reads it as `c[4][8 * i]`. Depends on the kernels' names, order and
/// `externs` and on the variables' names, order, spaces and linkages only.
std::vector<std::string> getAddressSlots(const Module &module);

/// Whether some code of the module has a line of the source, so that its file
/// has `.debug_line`.
bool hasSourceLines(const Module &module);

/// Serialises `module` into `out` (which is cleared). Same module, same bytes.
/// Fails with a message on a description that no cubin can hold: unknown
/// relocation symbol, text not a multiple of 16 bytes, duplicate names,
/// relocation outside its section, an SM that has no target.
llvm::Error write(const Module &module, llvm::SmallVectorImpl<char> &out);

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_CUBIN_H
