# Debian's imported MLIR targets link libLLVM.so. A tool that links the archives
# only starts in about 1 ms instead of 10 to 25 ms, so every MLIR archive is
# pointed at LLVM's archives here; whether an executable is -static is decided
# by the executable (PTXMLIR_STATIC_TOOLS).

find_library(PTXMLIR_ZSTD_STATIC NAMES libzstd.a REQUIRED)
find_library(PTXMLIR_ZLIB_STATIC NAMES libz.a REQUIRED)

# LLVMSupport's own interface drags in z3 and shared zlib/zstd.
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES
  "LLVMDemangle;${PTXMLIR_ZLIB_STATIC};${PTXMLIR_ZSTD_STATIC};rt;dl;m")

foreach(lib IN LISTS MLIR_EXPORTED_TARGETS)
  if(NOT TARGET ${lib})
    continue()
  endif()
  get_target_property(type ${lib} TYPE)
  if(NOT type STREQUAL "STATIC_LIBRARY")
    continue()
  endif()
  get_target_property(deps ${lib} INTERFACE_LINK_LIBRARIES)
  if(deps)
    list(TRANSFORM deps REPLACE "^LLVM$" "LLVMSupport")
    set_target_properties(${lib} PROPERTIES INTERFACE_LINK_LIBRARIES "${deps}")
  endif()
endforeach()
