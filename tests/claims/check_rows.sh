#!/usr/bin/env bash
# check_rows.sh LEDGER PROGRAMS: every row of the ledger is named by a program, and every line that is read begins with its
# word (a first line that is too long is joined with it by the formatter).
set -euo pipefail
missing=0
for row in $(sed -n '/kSilent/d; s/^    {k[A-Za-z]*, "\([a-z-]*\)".*/\1/p' "$1"); do
  if ! grep -qE "^// LEDGER:.* $row( |$)" "$2"/*; then
    echo "no program of tests/claims provokes the row $row"
    missing=1
  fi
done
if grep -nE '^// .+ (HUNT|ARGUMENTS|INPUT|FLAGS|UNSEEN|LINKED|LOADED|LEDGER|COMPLETE|FINDINGS|SAYS|NEVER): ' "$2"/*; then
  echo "lines above hold a word that is not read"
  missing=1
fi
exit $missing
