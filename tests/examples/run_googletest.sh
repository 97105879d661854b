#!/usr/bin/env bash
# run_googletest.sh BIN SOURCE SCRATCH CMAKE: the project as its first line says, with the heddle in BIN. One test fails,
# with its story; the other passes; both also when the program is run by hand.
set -euo pipefail
bin=$1 source=$2 scratch=$3 cmake=$4
PATH=$bin:$PATH

fail() { cat output.txt; echo "FAILED: $*" >&2; exit 1; }
saw() { grep -qE -e "$1" output.txt || fail "no line matches $1"; }

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
CXX=heddle-c++ "$cmake" -S "$source" -B . -G Ninja >/dev/null
"$cmake" --build . >output.txt || fail "it does not build"

status=0
ctest --output-on-failure >output.txt || status=$?
[ $status = 8 ] || fail "ctest: exit code $status"
saw ' Queue\.HandsOutEachValueOnce \.+\*\*\*Failed'
saw ' FixedQueue\.HandsOutEachValueOnce \.+ +Passed'
line=$(grep -n 'EXPECT_NE' "$source/queue_test.cpp" | cut -d: -f1)
saw "^finding 1: assertion at .*queue_test\.cpp:$line\$"
saw 'one of them gets it$'
saw '^  -- T[01] is preempted --$'

status=0
./queue_test >output.txt || status=$?
[ $status = 1 ] || fail "exit code $status"
saw '^\[  PASSED  \] 1 test\.$'
saw '^\[  FAILED  \] Queue\.HandsOutEachValueOnce$'
status=0
command=$(sed -n 's/^replay it: //p' output.txt)
(cd / && $command) >output.txt || status=$?
[ $status = 1 ] || fail "exit code $status: $command"
saw "^reproduced: assertion at .*queue_test\.cpp:$line\$"
