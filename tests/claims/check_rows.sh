#!/usr/bin/env bash
# check_rows.sh LEDGER PROGRAMS: every row of the ledger is named by a program.
set -euo pipefail
missing=0
for row in $(sed -n '/kSilent/d; s/^    {k[A-Za-z]*, "\([a-z-]*\)".*/\1/p' "$1"); do
  if ! grep -qE "^// LEDGER:.* $row( |$)" "$2"/*; then
    echo "no program of tests/claims provokes the row $row"
    missing=1
  fi
done
exit $missing
