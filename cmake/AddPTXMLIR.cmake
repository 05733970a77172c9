# CMake functions of the project: libraries, tools, unit tests, TableGen.

set(PTXMLIR_COMPILE_OPTIONS
  -fno-rtti -fno-exceptions -ffunction-sections -fdata-sections
  -Wall -Wextra -Wno-unused-parameter -Werror=return-type -Werror=switch)
set(PTXMLIR_LINK_OPTIONS -fuse-ld=lld -Wl,--gc-sections -Wl,--as-needed)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  list(APPEND PTXMLIR_LINK_OPTIONS -s)
endif()
if(PTXMLIR_ENABLE_ASSERTIONS)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
endif()
if(PTXMLIR_SANITIZE)
  list(APPEND PTXMLIR_COMPILE_OPTIONS -fsanitize=${PTXMLIR_SANITIZE}
       -fno-sanitize=vptr,function -fno-sanitize-recover=all -g1)
  list(APPEND PTXMLIR_LINK_OPTIONS -fsanitize=${PTXMLIR_SANITIZE}
       -fno-sanitize=vptr,function)
  list(REMOVE_ITEM PTXMLIR_LINK_OPTIONS -s)
  set(PTXMLIR_STATIC_TOOLS OFF)
endif()
if(PTXMLIR_FUZZERS)
  # The coverage that a fuzzer is led by.
  list(APPEND PTXMLIR_COMPILE_OPTIONS -fsanitize=fuzzer-no-link)
  list(APPEND PTXMLIR_LINK_OPTIONS -fsanitize=fuzzer-no-link)
endif()

# add_ptxmlir_library(NAME sources... [DEPENDS targets...] [LINK_LIBS [PUBLIC] libs...])
# A static library, exported by the package. Libraries never choose how an
# executable links.
function(add_ptxmlir_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE ${PTXMLIR_COMPILE_OPTIONS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  list(REMOVE_ITEM ARG_LINK_LIBS PUBLIC)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_LIBRARIES ${name})
endfunction()

function(_ptxmlir_executable name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE ${PTXMLIR_COMPILE_OPTIONS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  target_link_options(${name} PRIVATE ${PTXMLIR_LINK_OPTIONS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# add_ptxmlir_tool(NAME sources... [LINK_LIBS libs...]): an installed tool.
function(add_ptxmlir_tool name)
  _ptxmlir_executable(${name} ${ARGN})
  if(PTXMLIR_STATIC_TOOLS)
    target_link_options(${name} PRIVATE -static)
  endif()
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_TOOLS ${name})
endfunction()

# add_ptxmlir_unittest(NAME sources... [LINK_LIBS libs...]): a GoogleTest binary
# in test/unit, run by lit.
function(add_ptxmlir_unittest name)
  _ptxmlir_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_UNITTESTS ${name})
endfunction()

# ptxmlir_tablegen(OUTPUT -gen-x [options...]): runs sass-tblgen on
# LLVM_TARGET_DEFINITIONS, as mlir_tablegen() runs mlir-tblgen.
function(ptxmlir_tablegen ofn)
  set(SASS_TABLEGEN $<TARGET_FILE:sass-tblgen>)
  set(SASS_TABLEGEN_EXE $<TARGET_FILE:sass-tblgen>)
  set(SASS_TABLEGEN_TARGET sass-tblgen)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  tablegen(SASS ${ofn} ${ARG_UNPARSED_ARGUMENTS}
           "-I${MLIR_INCLUDE_DIRS}" "-I${PROJECT_SOURCE_DIR}/include"
           DEPENDS sass-tblgen ${ARG_DEPENDS})
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} ${CMAKE_CURRENT_BINARY_DIR}/${ofn}
      PARENT_SCOPE)
endfunction()

# ptxmlir_mlir_tablegen(OUTPUT -gen-x ...): mlir-tblgen with our include path.
function(ptxmlir_mlir_tablegen ofn)
  tablegen(MLIR ${ofn} ${ARGN} "-I${MLIR_INCLUDE_DIRS}"
           "-I${PROJECT_SOURCE_DIR}/include")
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} ${CMAKE_CURRENT_BINARY_DIR}/${ofn}
      PARENT_SCOPE)
endfunction()
