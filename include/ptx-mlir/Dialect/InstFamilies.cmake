# The instruction families: one TableGen file of records in ISA/ per family, one
# generated header and one source file per family and dialect.
set(PTXMLIR_INST_FAMILIES
  Integer Move Memory Atomic Control Barrier Special
  Float Double Half Convert Predicate Warp Uniform UniformFloat
  Tensor IntegerMMA NarrowMMA Texture GroupMMA TensorMemory Async Bulk)

# Families whose records another family's file includes.
set(PTXMLIR_INST_INCLUDES_Uniform Integer Move Predicate)
set(PTXMLIR_INST_INCLUDES_UniformFloat Convert Float)
set(PTXMLIR_INST_INCLUDES_IntegerMMA Tensor)
set(PTXMLIR_INST_INCLUDES_NarrowMMA Tensor)

# ptxmlir_inst_includes(FAMILY): the include lines of those, in INST_INCLUDES.
macro(ptxmlir_inst_includes family)
  set(INST_INCLUDES)
  foreach(included IN LISTS PTXMLIR_INST_INCLUDES_${family})
    string(APPEND INST_INCLUDES "include \"ptx-mlir/ISA/${included}.td\"\n")
  endforeach()
endmacro()
