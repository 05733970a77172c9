// All ops of the ori dialect, for the page that `ninja ptxmlir-doc` makes: those
// written by hand and one for each instruction record, as in OriFamily.td.in.
include "ptx-mlir/Dialect/Ori/IR/OriOps.td"
include "ptx-mlir/Dialect/Ori/IR/OriDerived.td"
include "ptx-mlir/Dialect/Ori/IR/OriQuad.td"
include "ptx-mlir/ISA/ISA.td"
foreach i = !filter(r, !instances<Inst>(),
                    !not(!or(r.IsTerminator, r.IsSASSOnly))) in
  def "Ori_" # !cast<string>(i) # "Op" : Ori_InstOp<i, !cast<string>(i)>;
