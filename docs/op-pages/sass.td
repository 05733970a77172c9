// All ops of the sass dialect, for the page that `ninja ptxmlir-doc` makes: those
// written by hand and one for each instruction record, as in SASSFamily.td.in.
include "ptx-mlir/Dialect/SASS/IR/SASSOps.td"
include "ptx-mlir/ISA/ISA.td"
foreach i = !filter(r, !instances<Inst>(),
                    !not(!or(!eq(!cast<string>(r), "BRA"),
                             !eq(!cast<string>(r), "BRX")))) in
  def "SASS_" # !cast<string>(i) # "Op" : SASS_InstOp<!cast<string>(i)> {
    let summary = i.Summary;
    let description = i.Description;
  }
