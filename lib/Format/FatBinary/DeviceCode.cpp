//===- DeviceCode.cpp - Files of the host that hold fat binaries ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM reads the files of the host; which of their sections matter is here.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/FatBinary/DeviceCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

using namespace ptxmlir;
using namespace ptxmlir::fatbin;

DeviceCode::DeviceCode() = default;
DeviceCode::DeviceCode(DeviceCode &&) = default;
DeviceCode::~DeviceCode() = default;

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static bool isELF(llvm::StringRef bytes) {
  return bytes.starts_with(llvm::StringRef(llvm::ELF::ElfMagic, 4));
}

static llvm::Error readSections(llvm::MemoryBufferRef file, Member &member) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(
      file, /*InitContent=*/false);
  if (!object)
    return object.takeError();
  for (const llvm::object::SectionRef &section : (*object)->sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    bool isRelocatable = *name == "__nv_relfatbin";
    if (!isRelocatable && *name != ".nv_fatbin")
      continue;
    llvm::Expected<llvm::StringRef> bytes = section.getContents();
    if (!bytes)
      return bytes.takeError();
    llvm::Expected<std::vector<Entry>> entries =
        parse(llvm::arrayRefFromStringRef(*bytes));
    if (!entries)
      return fail("section '" + *name +
                  "': " + llvm::toString(entries.takeError()));
    llvm::append_range(isRelocatable ? member.relocatable : member.loaded,
                       *entries);
  }
  return llvm::Error::success();
}

llvm::Expected<DeviceCode> DeviceCode::read(llvm::MemoryBufferRef file) {
  DeviceCode code;
  llvm::file_magic magic = llvm::identify_magic(file.getBuffer());
  if (magic == llvm::file_magic::archive) {
    llvm::Expected<std::unique_ptr<llvm::object::Archive>> archive =
        llvm::object::Archive::create(file);
    if (!archive)
      return archive.takeError();
    code.archive = std::move(*archive);
    llvm::Error error = llvm::Error::success();
    for (const auto &child : code.archive->children(error)) {
      llvm::Expected<llvm::StringRef> name = child.getName();
      if (!name)
        return llvm::joinErrors(name.takeError(), std::move(error));
      llvm::Expected<llvm::MemoryBufferRef> bytes = child.getMemoryBufferRef();
      if (!bytes)
        return llvm::joinErrors(bytes.takeError(), std::move(error));
      // Archive checks it only when it goes on to the next one.
      if (!code.archive->isThin() &&
          bytes->getBufferEnd() > file.getBufferEnd())
        return llvm::joinErrors(
            fail("member '" + *name + "' goes beyond the end"),
            std::move(error));
      if (!isELF(bytes->getBuffer()))
        continue;
      Member member;
      member.name = name->str();
      if (llvm::Error wrong = readSections(*bytes, member))
        return llvm::joinErrors(
            fail("member '" + *name + "': " + llvm::toString(std::move(wrong))),
            std::move(error));
      code.members.push_back(std::move(member));
    }
    if (error)
      return std::move(error);
    return code;
  }
  Member member;
  if (isELF(file.getBuffer())) {
    if (llvm::Error error = readSections(file, member))
      return std::move(error);
  } else if (auto bytes = llvm::arrayRefFromStringRef(file.getBuffer());
             isFatBinary(bytes)) {
    llvm::Expected<std::vector<Entry>> entries = parse(bytes);
    if (!entries)
      return entries.takeError();
    member.loaded = std::move(*entries);
  } else {
    return fail("is neither a cubin nor a fat binary, nor an ELF file or an "
                "archive with one");
  }
  code.members.push_back(std::move(member));
  return code;
}
