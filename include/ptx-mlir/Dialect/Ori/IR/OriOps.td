//===- OriOps.td - Structural ops of the ori dialect -------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules, functions, constants, register tuples and control flow. Instruction
// ops are made from the records in ISA/, see OriBase.td.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_OPS
#define PTXMLIR_DIALECT_ORI_OPS

include "ptx-mlir/Dialect/Ori/IR/OriBase.td"
include "ptx-mlir/Dialect/Kernel.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"

class Ori_Op<string mnemonic, list<Trait> traits = []>
    : Op<Ori_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Module level
//===----------------------------------------------------------------------===//

def Ori_ModuleOp : Ori_Op<"module", [IsolatedFromAbove, SymbolTable, NoTerminator,
                                     SingleBlock, NoRegionArguments]> {
  let summary = "a module of functions and variables for one SM";
  let arguments = Module_Attrs;
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
}

def Ori_FuncOp : Ori_Op<"func", [IsolatedFromAbove, Symbol,
                                 HasParent<"::ptxmlir::ori::ModuleOp">]> {
  let summary = "a kernel or device function";
  let description = [{
    A device function takes the arguments of its entry block and gives the
    operands of `ori.ret`, as `function_type` says; without it there are none.
    `argument_regs` and `result_regs` are the registers, by the ABI, that hold
    them at a call. It belongs to one kernel, `of_kernel`, whose code holds it.
    A declaration is a function of the driver (`vprintf`).
    The parameters of a kernel are in constant bank 0.
  }];
  let arguments = !con(Kernel_Attrs, (ins
    OptionalAttr<TypeAttrOf<FunctionType>>:$function_type,
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$argument_regs,
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$result_regs,
    OptionalAttr<FlatSymbolRefAttr>:$of_kernel,
    // It moves the stack pointer (PTX `alloca`): another register has the begin
    // of its frame.
    UnitAttr:$dynamic_stack,
    // It changes no other registers than functions of the driver may.
    UnitAttr:$few_registers,
    // Registers of block arguments, in block order, then argument order
    // (number + 1, 0: none); written by ori-allocate-registers.
    OptionalAttr<DenseI32ArrayAttr>:$block_regs));
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let extraClassDeclaration = [{
    bool isDeclaration() { return getBody().empty(); }
    ::mlir::TypeRange getArgumentTypes();
    ::mlir::TypeRange getResultTypes();
    /// R1 is the stack pointer.
    bool usesStack() {
      return !getKernel() || getCalls() || getLocalBytes() > 0 ||
             getDynamicStack();
    }
  }];
  let hasVerifier = 1;
}

def Ori_GlobalOp : Ori_Op<"global", [Symbol, HasParent<"::ptxmlir::ori::ModuleOp">]> {
  let summary = "a variable in global, constant or shared memory";
  let arguments = Variable_Attrs;
  let assemblyFormat = "$space $sym_name attr-dict";
}

//===----------------------------------------------------------------------===//
// Values that own no register
//===----------------------------------------------------------------------===//

def Ori_ImmOp : Ori_Op<"imm", [Pure, ConstantLike]> {
  let summary = "an immediate";
  let description = [{
    A constant as a register value: it is written into the operand slot of its
    users, or moved to a register by ori-legalize-operands where the slot cannot
    take it. Zero becomes RZ, a true predicate PT.
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Ori_Value:$result);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "uint64_t":$value)>
  ];
  let extraClassDeclaration = [{
    /// The low 64 bits of the value.
    uint64_t getBits();
  }];
}

def Ori_CBankOp : Ori_Op<"cbank", [Pure]> {
  let summary = "a read of a constant bank at a known offset";
  let description = [{
    `c[bank][offset]`. Folded into an operand slot where the SM has such a form,
    otherwise loaded by LDC or ULDC. Bank 0 holds the launch and the parameters,
    bank 3 the constant variables, bank 4 the module's address table.
  }];
  let arguments = (ins I32Attr:$bank, I32Attr:$offset);
  let results = (outs Ori_Value:$result);
  let assemblyFormat =
    "$bank `[` $offset `]` attr-dict `:` type($result)";
}

def Ori_UndefOp : Ori_Op<"undef", [Pure]> {
  let summary = "a register that nothing wrote";
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Ori_FrameAddressOp : Ori_Op<"frame_address", [Pure]> {
  let summary = "an address in the function's local memory frame";
  let description = [{
    The 32-bit local address of byte `offset` of the frame (`local_bytes` of the
    function): the register with the begin of the frame plus the offset. That is
    the stack pointer R1, or another in a function that moves R1
    (`dynamic_stack`).
  }];
  let arguments = (ins I32Attr:$offset, DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "$offset (`regs` $regs^)? attr-dict `:` type($result)";
}

def Ori_StackPointerOp : Ori_Op<"stack_pointer",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "where the stack ends at this moment";
  let description = [{
    The 32-bit local address in the stack pointer. What the thread has allocated,
    and the arguments on the stack of the next call, lie from there up. In a
    function with the attribute `dynamic_stack`.
  }];
  let arguments = (ins DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "(`regs` $regs^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Ori_SetStackPointerOp : Ori_Op<"set_stack_pointer",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "moves the end of the stack";
  let description = [{
    Allocates what lies between the new address and the one before, or sets it
    free again. At its end a function sets free what it has allocated.
  }];
  let arguments = (ins Ori_Value:$address);
  let assemblyFormat = "$address attr-dict `:` type($address)";
  let hasVerifier = 1;
}

def Ori_SymbolWordOp : Ori_Op<"symbol_word", [Pure]> {
  let summary = "a word that the driver knows";
  let description = [{
    The 32 bits that the linker or the driver puts in the place of a relocation
    against `symbol`, which the cubin only names (".nv.surfrefDescSize").
  }];
  let arguments = (ins StrAttr:$symbol, DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "$symbol (`regs` $regs^)? attr-dict `:` type($result)";
}

def Ori_StackArgumentOp : Ori_Op<"stack_argument", [Pure]> {
  let summary = "a word of an argument that is on the stack";
  let description = [{
    The 32 bits at byte `offset` of the arguments that the caller of a device
    function has put on the stack, above the function's own frame.
  }];
  let arguments = (ins I32Attr:$offset, DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "$offset (`regs` $regs^)? attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Register tuples
//===----------------------------------------------------------------------===//

def Ori_CombineOp : Ori_Op<"combine", [Pure]> {
  let summary = "concatenates registers to a tuple, lowest first";
  // `regs`: number + 1 of the first register, 0 where none is assigned.
  let arguments = (ins Variadic<Ori_Value>:$parts,
                       DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat =
    "$parts (`regs` $regs^)? attr-dict `:` type($parts) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Ori_ExtractOp : Ori_Op<"extract", [Pure]> {
  let summary = "consecutive registers of a tuple";
  let arguments = (ins Ori_Value:$tuple, I32Attr:$index,
                       DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat =
    "$tuple `[` $index `]` (`regs` $regs^)? attr-dict `:` type($tuple) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Ori_CopyOp : Ori_Op<"copy", [Pure]> {
  let summary = "a copy between registers, made by allocation";
  let arguments = (ins Ori_Value:$source, DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "$source (`regs` $regs^)? attr-dict `:` type($source) `->` type($result)";
}

def Ori_DebugValueOp : Ori_Op<"debug_value"> {
  let summary = "what a register of the PTX holds from here on";
  let description = [{
    For debuggers, as `ptx.debug_value`. It makes no instruction: the next one
    says in which machine registers the value is.
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$register_type,
                       Optional<Ori_Value>:$value);
  let assemblyFormat =
    "$name $register_type (`,` $value^ `:` type($value))? attr-dict";
}

def Ori_HoldOp : Ori_Op<"hold", [Ori_ConvergentTrait, TypesMatchWith<
      "the result has the type of the source", "source", "result", "$_self">,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "registers that asynchronous instructions access";
  let description = [{
    Makes no instruction. Products of a warp group read and write registers
    until a wait: before the wait their results must not be read, nor copied.
    Behind the wait stands an `ori.hold` of each, whose result is the finished
    value, in the same registers; one without uses keeps registers from being
    taken for something else. Before WARPGROUP.ARRIVE stands one for each value
    that the products behind it read and that is made before it.
  }];
  let arguments = (ins Ori_Value:$source, DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "$source (`regs` $regs^)? attr-dict `:` type($source)";
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def Ori_BraOp : Ori_Op<"bra", [Pure, Terminator,
    DeclareOpInterfaceMethods<BranchOpInterface, ["getSuccessorForOperands"]>]> {
  let summary = "a jump";
  let arguments = (ins Variadic<Ori_Value>:$destOperands);
  let successors = (successor AnySuccessor:$dest);
  let assemblyFormat = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict";
}

def Ori_CondBraOp : Ori_Op<"cond_bra", [Pure, Terminator, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<BranchOpInterface, ["getSuccessorForOperands"]>]> {
  let summary = "a branch on a predicate";
  let description = [{
    Goes to `trueDest` where the condition (complemented if `not`) holds.
    `uniform` asserts that all threads of the warp agree.
  }];
  let arguments = (ins Ori_Pred:$condition, Variadic<Ori_Value>:$trueOperands,
                       Variadic<Ori_Value>:$falseOperands, UnitProp:$negated,
                       UnitProp:$uniform);
  let successors = (successor AnySuccessor:$trueDest, AnySuccessor:$falseDest);
  let assemblyFormat = [{
    (`not` $negated^)? $condition `,` $trueDest (`(` $trueOperands^ `:` type($trueOperands) `)`)?
    `,` $falseDest (`(` $falseOperands^ `:` type($falseOperands) `)`)? (`uniform` $uniform^)? attr-dict
  }];
  let hasCanonicalizeMethod = 1;
}

def Ori_ExitOp : Ori_Op<"exit", [Pure, Terminator]> {
  let summary = "the end of a thread";
  let assemblyFormat = "attr-dict";
}

def Ori_RetOp : Ori_Op<"ret", [Pure, Terminator,
                               ParentOneOf<["::ptxmlir::ori::FuncOp"]>]> {
  let summary = "return from a device function";
  let arguments = (ins Variadic<Ori_Value>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

def Ori_CallOp : Ori_Op<"call", [Ori_ConvergentTrait, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call of a function";
  let description = [{
    Of a device function by its name; of a function of the driver (`system`) by
    its name, at the address `target`; or of whatever `target` names, which is a
    number of the kernel's `function_table` times eight.

    The registers `argument_regs` and `result_regs` are those of the ABI; which
    registers hold the values before and after the call is for register
    allocation to say, which writes those of the results to `regs` (number + 1,
    0: none). `waits`: the function may wait for other threads.
    `few_registers`: the function says so of itself.
  }];
  let arguments = (ins OptionalAttr<FlatSymbolRefAttr>:$callee,
                       Optional<Ori_Value>:$target, Variadic<Ori_Value>:$arguments,
                       DenseI32ArrayAttr:$argument_regs,
                       DenseI32ArrayAttr:$result_regs,
                       UnitAttr:$system, UnitAttr:$waits, UnitAttr:$few_registers,
                       OptionalAttr<DenseI32ArrayAttr>:$regs);
  let results = (outs Variadic<Ori_Value>:$values);
  let assemblyFormat = [{
    (`system` $system^)? ($callee^)? (`at` $target^ `:` type($target))?
    `(` $arguments `)` $argument_regs `->` $result_regs (`waits` $waits^)?
    (`few_registers` $few_registers^)? (`regs` $regs^)? attr-dict `:`
    functional-type($arguments, $values)
  }];
  let extraClassDeclaration = [{
    /// The function changes few registers (CallABI::preservedByFew).
    bool usesFewRegisters() { return getSystem() || getFewRegisters(); }
  }];
  let hasVerifier = 1;
}

def Ori_UnreachableOp : Ori_Op<"unreachable", [Terminator]> {
  let summary = "the end of a block that control never reaches, after a trap";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Convergence barriers (after ori-insert-convergence)
//===----------------------------------------------------------------------===//

def Ori_BSSYOp : Ori_Op<"bssy", [Ori_ConvergentTrait,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "names the threads that will meet at a bsync";
  let arguments = (ins I32Attr:$barrier, I32Attr:$sync);
  let assemblyFormat = "$barrier `sync` $sync attr-dict";
}

def Ori_BSyncOp : Ori_Op<"bsync", [Ori_ConvergentTrait,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "waits until all threads of the barrier arrive";
  let description = "`sync` identifies the bssy ops that belong to it.";
  let arguments = (ins I32Attr:$barrier, I32Attr:$sync);
  let assemblyFormat = "$barrier `sync` $sync attr-dict";
}

def Ori_BreakOp : Ori_Op<"break", [Ori_ConvergentTrait,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "takes the executing threads out of a convergence barrier";
  let arguments = (ins I32Attr:$barrier, Optional<Ori_Pred>:$condition, UnitProp:$negated);
  let assemblyFormat = "$barrier (`if` (`not` $negated^)? $condition^)? attr-dict";
}

def Ori_SaveBarrierOp : Ori_Op<"save_barrier", [Ori_ConvergentTrait,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "moves a convergence barrier to a register";
  let description = "The barrier is free afterwards (BMOV.CLEAR).";
  let arguments = (ins I32Attr:$barrier, DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = "$barrier (`regs` $regs^)? attr-dict `:` type($result)";
}

def Ori_RestoreBarrierOp : Ori_Op<"restore_barrier", [Ori_ConvergentTrait,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "moves a saved convergence barrier back";
  let arguments = (ins I32Attr:$barrier, Ori_Value:$saved);
  let assemblyFormat = "$barrier `,` $saved attr-dict `:` type($saved)";
}

#endif // PTXMLIR_DIALECT_ORI_OPS
