//===- OriQuad.td - Fetches by whole quads -----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some fetches with gradients have no instruction: a quad makes them for one of its
// threads, threads that are elsewhere too. While these help, nothing but the code
// of the fetch may be executed, so that it is one operation until machine code.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_QUAD
#define PTXMLIR_DIALECT_ORI_QUAD

include "ptx-mlir/Dialect/Ori/IR/OriBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"

/// Numbered as isa::TexDim.
def Ori_QuadShape : I32EnumAttr<"QuadShape", "the shape of a texture", [
  I32EnumAttrCase<"D1", 0, "1d">, I32EnumAttrCase<"D2", 1, "2d">, I32EnumAttrCase<"D3", 2, "3d">,
  I32EnumAttrCase<"Cube", 3, "cube">, I32EnumAttrCase<"Array1", 4, "a1d">,
  I32EnumAttrCase<"Array2", 5, "a2d">, I32EnumAttrCase<"ArrayCube", 7, "acube">]> {
  let cppNamespace = "::ptxmlir::ori";
}

def Ori_Word : Type<CPred<"$_self == ::ptxmlir::ori::RType::get($_self.getContext(), 1)">,
                    "one register", "::ptxmlir::ori::RType">,
               BuildableType<"::ptxmlir::ori::RType::get($_builder.getContext(), 1)">;

def Ori_QuadFetchOp : Op<Ori_Dialect, "quad_fetch", [Ori_ConvergentTrait, AttrSizedOperandSegments,
    AllTypesMatch<["work", "result"]>, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a fetch with gradients for one thread of each quad, by the whole quad";
  let description = [{
    The thread that is number `thread` of its quad gets the texels at its position, of the level that its gradients
    call for; for the others the result is `work`. All four threads take its position, plus one of the gradients, the
    other, or both, so that the differences between them are what the texture unit computes the level from.

    Of a quad that is not complete all threads help that have not ended, and even those: wherever they are, they
    execute the code with the others. What it writes meanwhile is in `work`, in the registers from `kSaved` on
    (`OriQuad.h`), which may hold something else where the helpers come from. They save these registers on their
    stack: at byte `area` from the stack pointer, in the function's frame or (if less than 0) below all frames. If all
    threads of the warp execute the operation `together` there is nothing to save, which ori-allocate-registers finds out.

    The result is in the registers of `work`: the components of `mask` first, and with `resident` a word that is not 0
    where texels were absent.
  }];
  let arguments = (ins
    I32Attr:$thread, Ori_QuadShape:$shape, I32Attr:$mask, I32Attr:$index, I32Attr:$area,
    UnitAttr:$resident, UnitAttr:$together,
    Ori_Value:$work, Variadic<Ori_Word>:$position, Variadic<Ori_Word>:$byX, Variadic<Ori_Word>:$byY,
    Optional<Ori_Word>:$layer, Optional<Ori_Word>:$handle, Optional<Ori_Word>:$offsets,
    Optional<Ori_Word>:$reference, DefaultValuedProp<I64Prop, "0">:$regs);
  let results = (outs Ori_Value:$result);
  let assemblyFormat = [{
    $thread $shape `mask` $mask `index` $index `area` $area (`resident` $resident^)?
    (`together` $together^)? `at` `(` $position `)` `by` `(` $byX `)` `(` $byY `)` (`layer` $layer^)?
    (`handle` $handle^)? (`offsets` $offsets^)? (`reference` $reference^)? `in` $work
    (`regs` $regs^)? attr-dict `:` type($work)
  }];
  let hasVerifier = 1;
}

#endif // PTXMLIR_DIALECT_ORI_QUAD
