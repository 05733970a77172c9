#!/bin/sh
# localize-symbols.sh LLVM-TOOLS VERSION-SCRIPT OBJECT ARCHIVE
#
# Makes an archive of one object in which all symbols are local but those that
# the version script has as global.
set -eu
tools=$1 script=$2 object=$3 archive=$4
names=$archive.names
sed -n 's/.*global:\(.*\)local:.*/\1/p' "$script" | tr -d ' ' | tr ';' '\n' | sed '/^$/d' > "$names"
"$tools/llvm-objcopy" --wildcard --keep-global-symbols="$names" --strip-unneeded "$object" "$archive.o"
rm -f "$archive"
"$tools/llvm-ar" rcsD "$archive" "$archive.o"
rm -f "$archive.o" "$names"
