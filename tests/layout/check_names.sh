#!/usr/bin/env bash
# check_names.sh SOURCE: the names of strategies stand in their own files and the registry, and nowhere else in SOURCE/src.
set -euo pipefail
source=$1
names=$(sed -n 's/.*StrategyRow{\.name = "\([^"]*\)".*/\1/p' "$source/src/strategies/registry.cpp")
[ "$(wc -w <<<"$names")" -ge 5 ] || {
  echo "FAILED: the registry has no rows"
  exit 1
}
code=0
for name in $names; do
  # As a word of code or after --strategy=; some are English words, too.
  if grep -rnF -e "\"$name\"" -e "strategy=$name" "$source/src" --include='*.h' --include='*.cpp' |
    grep -v "^$source/src/strategies/"; then
    echo "FAILED: $name is named outside of src/strategies"
    code=1
  fi
done
exit "$code"
