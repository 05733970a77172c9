#!/bin/sh
# wrong-compiler.sh SED FILE.ptx -o CUBIN: compiles the text after a change of
# its meaning.
sed -E "$1" "$2" > "$4.changed.ptx"
optxas -arch=sm_90 --fmad=false "$4.changed.ptx" -o "$4"
code=$?
rm -f "$4.changed.ptx"
exit $code
