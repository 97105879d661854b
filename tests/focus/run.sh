#!/usr/bin/env bash
# run.sh HEDDLE SOURCES SCRATCH: with --focus, the numbers of executions are those of the closed form, whatever the
# compiler inlines, and wherever the code is.
#
# A thread that can be preempted before k of its steps is one of k + 1 steps. With at most 1, 2, 3 preemptions two
# threads of n steps have: n = 2: 4 6 6; n = 4: 8 26 44; n = 5: 10 42 90.
set -euo pipefail
heddle=$1 sources=$2 scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

# counts PROGRAM OPTIONS: of executions, for bounds from 1 to 3.
counts() {
  local program=$1 bound
  shift
  for bound in 1 2 3; do
    "$heddle" hunt --quiet --bound=$bound --exact --summary=summary "$@" "./$program"
    sed -n 's/^  "executions": \([0-9]*\),/\1/p' summary
  done | xargs
}

# expect COUNTS PROGRAM OPTIONS
expect() {
  local wanted=$1
  shift
  local got
  got=$(counts "$@")
  if [ "$got" != "$wanted" ]; then
    echo "$*: executions for bounds 1 2 3: $got, should be $wanted"
    exit 1
  fi
}

check_program() {
  expect "10 42 90" "$1"
  expect "10 42 90" "$1" --focus=main.cpp,box.cpp
  expect "10 42 90" "$1" --focus=box.cpp --focus=work
  expect "8 26 44" "$1" --focus=box.cpp
  expect "8 26 44" "$1" --focus=file:box.*
  expect "8 26 44" "$1" --focus="${sources##*/}/box.cpp"
  expect "8 26 44" "$1" --focus='function:Box::*'
  expect "8 26 44" "$1" --focus='put()'
  expect "4 6 6" "$1" --focus=main.cpp
  expect "4 6 6" "$1" --focus='work(Box*)'
}

for level in 0 2; do
  "$heddle" c++ -std=c++20 -pthread -g -O$level "$sources/main.cpp" "$sources/box.cpp" -o "linked$level"
  check_program "linked$level"
done
"$heddle" c++ -std=c++20 -pthread -g -shared -fPIC "$sources/box.cpp" -o libbox.so
"$heddle" c++ -std=c++20 -pthread -g "$sources/main.cpp" libbox.so -Wl,-rpath,"\$ORIGIN" -o with_library
check_program with_library

# What was covered is said, and no more.
says() {
  local words=$1 out
  shift
  out=$("$heddle" hunt "$@" ./linked0 2>&1) || true
  if ! grep -qF -- "$words" <<<"$out"; then
    printf '%s: does not say "%s" but:\n%s\n' "$*" "$words" "$out"
    exit 1
  fi
}
says "complete: all schedules with at most 2 preemptions, each in box.cpp, 26 executions" --bound=2 --focus=box.cpp
says "complete: all schedules that preempt only in put, work, " --focus=put,work
says "complete: all schedules that preempt only in box.cpp, " --strategy=dfs --focus=box.cpp
says "random schedules, with preemptions in box.cpp: no guarantee" --strategy=random --executions=50 --focus=box.cpp
says "heddle: --focus=bix.cpp is neither a file nor a function of the program, did you mean box.cpp?" --focus=bix.cpp
says "heddle: --focus=file:put is neither" --focus=box.cpp,file:put
