#!/usr/bin/env bash
# run.sh PROGRAM HEDDLE SCRATCH-FOLDER [OPTION...]: hunts with these options, and replays what was found under gdb. The
# comments "gdb stops here" and "another thread is here" in the source mark the lines that the session must name; lines
# "// ARGUMENT: text" are the program's arguments.
set -euo pipefail
source=$(dirname "$0")/$1.cpp
name=$1
heddle=$2
scratch=$3
shift 3
rm -rf "$scratch"
mkdir -p "$scratch"
cp "$source" "$scratch/"
cd "$scratch"
fail() { echo "NOT SO: $*"; cat session; exit 1; }
line_of() { grep -n "$1" "$name.cpp" | cut -d: -f1; }

"$heddle" c++ -std=c++20 -g -O0 "$name.cpp" -o "$name" -pthread
mapfile -t arguments < <(sed -nE 's|^// ARGUMENT: ?||p' "$name.cpp")
status=0
"$heddle" hunt --quiet --dir=kept "$@" "./$name" "${arguments[@]}" || status=$?
[ "$status" = 1 ] || { echo "hunt ended with $status"; exit 1; }
finding=$(ls kept/*/1.finding)

status=0
printf '%s\n' 'info threads' 'echo where:' 'frame' 'thread apply all backtrace' 'quit' |
  HOME=$PWD "$heddle" replay --gdb "$finding" >session 2>&1 || status=$?
[ "$status" = 1 ] || fail "replay ended with $status"
grep -A1 'where:' session | grep -q "$name.cpp:$(line_of 'gdb stops here')" || fail "gdb stops at the failing line"
for line in $(line_of 'another thread is here'); do
  grep -q "$name.cpp:$line" session || fail "a thread is in line $line, on its own stack"
done
expected=$(sed -n 's|^// THREADS: ||p' "$name.cpp")
threads=$(grep -cE "^\*? +[0-9]+ +Thread .*\"$name\"" session) || true
[ "$threads" = "$expected" ] || fail "$expected threads of the program are seen, not $threads"
