# The instruction families: one TableGen file of records in ISA/ per family, one
# generated header and one source file per family and dialect.
set(PTXMLIR_INST_FAMILIES
  Integer Move Memory Atomic Control Barrier Special
  Float Double Half Convert Predicate Warp Uniform)
