#!/usr/bin/env bash
# run.sh HEDDLE SOURCE SCRATCH VERDICT: a hunt is complete (VERDICT passed), or finds a failure of that kind. Under 20,000
# random schedules all executions pass, or the first failure is of that kind and its schedule repeats it.
set -euo pipefail
heddle=$1 source=$2 scratch=$3 verdict=$4

fail() { echo "FAILED: $*" >&2; exit 1; }

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
case $source in
  *.c) "$heddle" cc -g -Wall -Wextra -Werror "$source" -o program ;;
  *) "$heddle" c++ -g -Wall -Wextra -Werror "$source" -o program ;;
esac
status=0
"$heddle" hunt ./program >hunted || status=$?
if [ "$verdict" = passed ]; then
  [ $status = 0 ] || fail "hunting: exit code $status"
  grep -q "complete: all schedules, " hunted || fail "hunting: $(cat hunted)"
else
  [ $status = 1 ] || fail "hunting: exit code $status, not 1"
  grep -q "^finding [0-9]*: $verdict at .*$(basename "$source"):" hunted || fail "hunting: $(cat hunted)"
fi
status=0
"$heddle" run --random --runs=20000 --events --output=kept ./program >report || status=$?
cat report
if [ "$verdict" = passed ]; then
  [ $status = 0 ] || fail "exit code $status"
  exit 0
fi
[ $status = 1 ] || fail "exit code $status, not 1"
grep -q "first failure: execution [0-9,]*, $verdict" report || fail "the first failure is no $verdict"
grep -qE "T1 main.1 .*$(basename "$source"):[0-9]+ " report || fail "no event of the first thread with its source line"
status=0
"$heddle" run --schedule=kept ./program >repeated || status=$?
[ $status = 1 ] || fail "repeating it: exit code $status"
grep -q "$verdict" repeated || fail "repeating it: $(cat repeated)"
