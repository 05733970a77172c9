//===- DeviceCode.h - Files of the host that hold fat binaries --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files with fat binaries in them: these themselves, ELF objects, programs and
// shared libraries of the host, and archives of objects.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_FATBINARY_DEVICECODE_H
#define PTXMLIR_FORMAT_FATBINARY_DEVICECODE_H

#include "ptx-mlir/Format/FatBinary/FatBinary.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>
#include <string>

namespace llvm::object {
class Archive;
} // namespace llvm::object

namespace ptxmlir::fatbin {

/// One file, or one member of an archive.
struct Member {
  std::string name; ///< in the archive
  /// Images that the driver loads (`.nv_fatbin`), and those for a device
  /// linker (`__nv_relfatbin`).
  std::vector<Entry> loaded, relocatable;

  bool empty() const { return loaded.empty() && relocatable.empty(); }
};

class DeviceCode {
public:
  /// Reads a file, whose bytes must outlive what this returns. A file that may
  /// hold device code and holds none has members without entries; an error is
  /// what is malformed, and a file of another kind. Members of archives that
  /// are no ELF files are left out.
  static llvm::Expected<DeviceCode> read(llvm::MemoryBufferRef file);

  DeviceCode(DeviceCode &&);
  ~DeviceCode();

  bool isArchive() const { return archive != nullptr; }
  llvm::ArrayRef<Member> getMembers() const { return members; }

private:
  DeviceCode();

  std::vector<Member> members;
  /// Of a thin archive the members' bytes are its own.
  std::unique_ptr<llvm::object::Archive> archive;
};

} // namespace ptxmlir::fatbin

#endif // PTXMLIR_FORMAT_FATBINARY_DEVICECODE_H
