# What CPack makes of the install rules: `cpack -G DEB` and `cpack -G TGZ` in the
# build folder. "tools" has the programs and the C library, "development" what
# other projects build with. utils/release makes and tries all of them.
include(GNUInstallDirs)

# The licences of what is linked into programs and libraries, as Debian installs
# them with the packages that the linker took them from.
foreach(library llvm-22-dev libmlir-22-dev zlib1g-dev libzstd-dev libstdc++-12-dev libc6-dev)
  if(EXISTS /usr/share/doc/${library}/copyright)
    install(FILES /usr/share/doc/${library}/copyright
      DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ptx-mlir/linked RENAME ${library}
      COMPONENT tools)
  endif()
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ptx-mlir RENAME copyright
  COMPONENT tools)
install(FILES ${PROJECT_SOURCE_DIR}/docs/licences.md
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ptx-mlir COMPONENT tools)

set(CPACK_PACKAGE_NAME ptx-mlir)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The ptx-mlir project")
set(CPACK_PACKAGE_CONTACT "The ptx-mlir project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Open compiler from PTX to machine code of NVIDIA GPUs")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL tools development)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_TOOLS_FILE_NAME ptx-mlir-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_DEVELOPMENT_FILE_NAME
    ptx-mlir-dev-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME ptx-mlir)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME ptx-mlir-dev)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION
    "optxas, which takes the place of ptxas, ptx-opt, ptx-run, ptx-translate,
ptx-objdump, ptx-reduce, ptx-explorer, a language server, and the compiler as a C library.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers, TableGen records and libraries of the dialects ptx, ori and sass,
found by find_package(PTXMLIR), a plug-in of mlir-opt-22, the ptx-opt that loads
plug-ins, MLIR's runtime of GPU programs on the CPU, and examples.")
find_program(PTXMLIR_SHLIBDEPS dpkg-shlibdeps)
if(PTXMLIR_SHLIBDEPS)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "ptx-mlir (= ${PROJECT_VERSION}), libmlir-22-dev, llvm-22-dev, zlib1g-dev, libzstd-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "mlir-22-tools, lld-22")
include(CPack)
