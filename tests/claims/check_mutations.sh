#!/usr/bin/env bash
# check_mutations.sh LEDGER PROGRAMS BIN CLAIMS_TEST MUTANT REFUSING SCRATCH: with each row of the ledger switched off, a
# program of tests/claims fails that does not with all of them.
set -uo pipefail
ledger=$1 programs=$2 bin=$3 claims_test=$4 mutant=$5 refusing=$6 scratch=$7
unnoticed=0

# passes SOURCE ROW
passes() {
  HEDDLE_WITHOUT_ROW=$2 "$claims_test" "$mutant" "$bin/$(basename "${1%.*}")" "$1" "$scratch" "$refusing" >/dev/null 2>&1
}

rows=$(sed -n '/kSilent/d; s/^    {k[A-Za-z]*, "\([a-z-]*\)".*/\1/p' "$ledger")
[ -n "$rows" ] || { echo "no rows in $ledger"; exit 1; }
for row in $rows; do
  noticed=0
  for source in $(grep -lE "^// LEDGER:.* $row( |$)" "$programs"/*); do
    ! grep -q '^// SLOW' "$source" || { noticed=1; continue; }
    if passes "$source" none && ! passes "$source" "$row"; then
      noticed=1
      break
    fi
  done
  if [ $noticed = 0 ]; then
    echo "nothing fails without the row $row"
    unnoticed=1
  fi
done
exit $unnoticed
