# Runs the `RUN:` lines of a file, each of which must succeed. Names: %s the file, %t a scratch file, %opt, %clang,
# %clangxx and %check (FileCheck on this file).
source "$(dirname "$0")/common.sh"
input=$1
count=0
while IFS= read -r line; do
  command=${line#*RUN:}
  command=${command//%clangxx/$HEDDLE_LLVM/clang++ -I$HEDDLE_INCLUDE -fpass-plugin=$HEDDLE_PLUGIN}
  command=${command//%clang/$HEDDLE_LLVM/clang -I$HEDDLE_INCLUDE -fpass-plugin=$HEDDLE_PLUGIN}
  command=${command//%opt/$HEDDLE_LLVM/opt -load-pass-plugin=$HEDDLE_PLUGIN -passes=heddle,verify -S}
  command=${command//%check/$HEDDLE_LLVM/FileCheck $input}
  command=${command//%s/$input}
  command=${command//%t/$work/scratch}
  bash -o pipefail -c "$command" || fail "failed: $command"
  count=$((count + 1))
done < <(grep -E '^(;|//) RUN:' "$input")
[ "$count" -gt 0 ] || fail "no RUN line in $input"
