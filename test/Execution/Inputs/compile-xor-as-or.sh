# optxas that takes xor for or.
for arg; do case $arg in *.ptx) file=$arg;; esac; done
sed 's/^xor\./or./' "$file" > "$file.or.ptx"
exec optxas $(for arg; do [ "$arg" = "$file" ] && echo "$file.or.ptx" || echo "$arg"; done)
