# CMake functions of the project: libraries, tools, unit tests, TableGen.
include(GNUInstallDirs)

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

# add_ptxmlir_shared_tool(NAME sources... [LINK_LIBS libs...]): a tool that links
# shared libraries, for what a static one cannot do.
function(add_ptxmlir_shared_tool name)
  _ptxmlir_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};${LLVM_LIBRARY_DIR}")
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_SHARED_TOOLS ${name})
endfunction()

# A target that makes an archive, built by default: but instrumented, archives
# would be of little use and hundreds of megabytes.
function(_ptxmlir_archive_target name archive)
  if(NOT PTXMLIR_SANITIZE)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all} DEPENDS ${archive})
endfunction()

# add_ptxmlir_c_library(NAME sources... VERSION_SCRIPT file
#   [DEFINES macros...] [LINK_LIBS libs...]): a C interface as libNAME.so and
# libNAME.a. Both hold all they need of the project, of LLVM and of MLIR; visible
# is only what the version script names. `OUTPUT` is the file's name if another.
#
# The archives are compiled for programs, position-independent as compilers have
# it today; in a shared object this is right because the linker, which checks it,
# is told that no other definition takes the place of ours.
function(add_ptxmlir_c_library name)
  cmake_parse_arguments(ARG "" "VERSION_SCRIPT" "DEFINES;LINK_LIBS" ${ARGN})
  get_filename_component(map ${ARG_VERSION_SCRIPT} ABSOLUTE)
  add_library(${name}_objects OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name}_objects PRIVATE ${PTXMLIR_COMPILE_OPTIONS})
  target_compile_definitions(${name}_objects PRIVATE ${ARG_DEFINES})
  set_target_properties(${name}_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name}_objects PRIVATE ${ARG_LINK_LIBS})

  add_library(${name} SHARED $<TARGET_OBJECTS:${name}_objects>)
  set_target_properties(${name} PROPERTIES
    LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib
    LINK_DEPENDS ${map})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  target_link_options(${name} PRIVATE ${PTXMLIR_LINK_OPTIONS}
    -Wl,--version-script=${map})
  if(NOT PTXMLIR_SANITIZE)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc -Wl,-z,defs)
  endif()
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_C_LIBRARIES ${name})

  # One object in which all but the interface is local. Groups of sections would
  # be merged with those of the same name elsewhere. A link to an object takes the
  # C library's parts from archives: from empty ones here.
  set(nothing ${CMAKE_CURRENT_BINARY_DIR}/empty-archives)
  foreach(library m rt dl pthread)
    file(WRITE ${nothing}/lib${library}.a "!<arch>\n")
  endforeach()
  add_executable(${name}_whole $<TARGET_OBJECTS:${name}_objects>)
  set_target_properties(${name}_whole PROPERTIES LINKER_LANGUAGE CXX
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} OUTPUT_NAME ${name}.whole.o
    EXCLUDE_FROM_ALL ON)
  target_link_libraries(${name}_whole PRIVATE ${ARG_LINK_LIBS})
  target_link_options(${name}_whole PRIVATE -fuse-ld=lld -nostdlib -r
    -L${nothing} -Wl,--force-group-allocation)
  set(archive ${CMAKE_BINARY_DIR}/lib/lib${name}.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/localize-symbols.sh
      ${LLVM_TOOLS_BINARY_DIR} ${map} $<TARGET_FILE:${name}_whole> ${archive}
    DEPENDS ${name}_whole ${map} ${PROJECT_SOURCE_DIR}/cmake/localize-symbols.sh
    VERBATIM)
  _ptxmlir_archive_target(${name}_archive ${archive})
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_C_ARCHIVES ${archive})
endfunction()

# add_ptxmlir_compatible_library(NAME source VERSION_SCRIPT file [SOVERSION n]
#   STATIC name): the functions of a library of NVIDIA's over libptxmlir, in
# lib/compat: libNAME.so, which uses libptxmlir.so, and an archive with all of it.
function(add_ptxmlir_compatible_library name source)
  cmake_parse_arguments(ARG "" "VERSION_SCRIPT;SOVERSION;STATIC" "" ${ARGN})
  get_filename_component(map ${ARG_VERSION_SCRIPT} ABSOLUTE)
  set(directory ${CMAKE_BINARY_DIR}/lib/compat)
  add_library(${name} SHARED ${source})
  target_compile_options(${name} PRIVATE ${PTXMLIR_COMPILE_OPTIONS})
  target_link_libraries(${name} PRIVATE ptxmlir)
  target_link_options(${name} PRIVATE ${PTXMLIR_LINK_OPTIONS}
    -Wl,--version-script=${map})
  if(NOT PTXMLIR_SANITIZE)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc -Wl,-z,defs)
  endif()
  set_target_properties(${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${directory} LINK_DEPENDS ${map}
    INSTALL_RPATH "$ORIGIN/../..")
  if(ARG_SOVERSION)
    set_target_properties(${name} PROPERTIES SOVERSION ${ARG_SOVERSION})
  endif()
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_COMPATIBLE_LIBRARIES ${name})

  add_library(${name}_objects OBJECT ${source})
  target_compile_options(${name}_objects PRIVATE ${PTXMLIR_COMPILE_OPTIONS})
  set_target_properties(${name}_objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
  set(archive ${directory}/lib${ARG_STATIC}.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${directory}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-ar qcLsD ${archive}
      $<TARGET_OBJECTS:${name}_objects> ${CMAKE_BINARY_DIR}/lib/libptxmlir.a
    DEPENDS ${name}_objects $<TARGET_OBJECTS:${name}_objects>
      ptxmlir_archive ${CMAKE_BINARY_DIR}/lib/libptxmlir.a
    COMMAND_EXPAND_LISTS VERBATIM)
  _ptxmlir_archive_target(${name}_static ${archive})
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_COMPATIBLE_ARCHIVES ${archive})
endfunction()

# add_ptxmlir_shared_library(NAME sources... PARTS libraries... [DEPENDS targets...]
#   [DEFINES macros...]): a shared library of all of the PARTS, which are archives
# of this project, over libMLIR and libLLVM instead of MLIR's and LLVM's archives,
# so that it may be loaded by programs that use these. Exported by the package.
# As with the C libraries, the archives' code is right in it because references
# within the library stay within it.
function(add_ptxmlir_shared_library name)
  cmake_parse_arguments(ARG "" "" "PARTS;DEPENDS;DEFINES" ${ARGN})
  add_library(${name} SHARED ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE ${PTXMLIR_COMPILE_OPTIONS})
  target_compile_definitions(${name} PRIVATE ${ARG_DEFINES})
  set_target_properties(${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib
    INSTALL_RPATH "${LLVM_LIBRARY_DIR}")
  add_dependencies(${name} ${ARG_PARTS} ${ARG_DEPENDS})
  foreach(part ${ARG_PARTS})
    target_link_options(${name} PRIVATE
      LINKER:--whole-archive,$<TARGET_FILE:${part}>,--no-whole-archive)
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS $<TARGET_FILE:${part}>)
  endforeach()
  target_link_libraries(${name} PUBLIC MLIR LLVM PRIVATE Threads::Threads)
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_link_options(${name} PRIVATE ${PTXMLIR_LINK_OPTIONS}
    LINKER:-Bsymbolic,-z,defs)
  set_property(GLOBAL APPEND PROPERTY PTXMLIR_SHARED_LIBRARIES ${name})
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
