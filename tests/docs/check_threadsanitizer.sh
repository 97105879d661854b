#!/usr/bin/env bash
# check_threadsanitizer.sh SOURCE: the table of docs/threadsanitizer.md counts the verdicts that the programs of
# tests/programs name.
set -euo pipefail
cd "$1"

# count FAULTY VERDICTS: programs with a fault (FAILS or HINT; 0: those without) of which ThreadSanitizer says that.
count() {
  local number=0 file faulty
  while IFS= read -r file; do
    faulty=0
    ! grep -qE '^// (FAILS|HINT): ' "$file" || faulty=1
    [ $faulty != "$1" ] || number=$((number + 1))
  done < <(grep -rlE "^// TSAN: ($2)\$" tests/programs --include='*.c' --include='*.cpp')
  echo $number
}
reports='race|lock-order-inversion|unlock-of-an-unlocked-mutex|heap-use-after-free|false-alarm'
status=0
expect() {
  if ! grep -qxF "$1" docs/threadsanitizer.md; then
    echo "docs/threadsanitizer.md should have: $1"
    status=1
  fi
}
expect "| a report | $(count 1 "$reports") | $(count 0 "$reports") |"
expect "| nothing | $(count 1 silent) | $(count 0 silent) |"
expect "| its runtime crashes | $(count 1 crash) | $(count 0 crash) |"
exit $status
