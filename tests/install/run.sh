#!/usr/bin/env bash
# run.sh BUILD SCRATCH CMAKE SOURCE: installs BUILD, moves the installation, compiles with it, builds a project that
# says find_package(heddle), and runs both under control.
set -euo pipefail
build=$1 scratch=$2 cmake=$3 source=$4
here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "FAILED: $*" >&2; exit 1; }

# expect STATUS COMMAND...
expect() {
  local wanted=$1 status=0
  shift
  "$@" || status=$?
  [ $status = "$wanted" ] || fail "exit code $status, not $wanted: $*"
}

rm -rf "$scratch"
mkdir -p "$scratch"
"$cmake" --install "$build" --prefix "$scratch/first" >/dev/null
mv "$scratch/first" "$scratch/prefix"
prefix=$scratch/prefix
PATH=$prefix/bin:$PATH
cd "$scratch"

for file in bin/heddle bin/heddle-cc bin/heddle-c++ include/heddle/heddle.h include/heddle/gtest.h \
    include/heddle/abi.h; do
  [ -e "$prefix/$file" ] || fail "$file is not installed"
done
if grep -rlF -e "$source" -e "$build" "$prefix" --include='*.cmake' --include='*.h'; then
  fail "an installed file names the folder it was built in"
fi

echo "-- the installed compiler"
heddle-c++ --heddle-verbose "$here/project/counter.cpp" -o counter 2>command.txt
grep -qF "$prefix/include" command.txt || fail "the compiler uses headers of another place: $(cat command.txt)"
if grep -qF -e "$build/lib/" -e "$source/include" command.txt; then fail "the compiler uses files of the build or the sources: $(cat command.txt)"; fi
expect 1 heddle run --random --runs=1000 ./counter
heddle-cc "$here/project/plain.c" -o plain
expect 0 heddle run --random --runs=100 ./plain

echo "-- the same with gcc"
HEDDLE_CXX=g++ heddle-c++ "$here/project/counter.cpp" -o counter_by_gcc
expect 1 heddle run --random --runs=1000 ./counter_by_gcc

echo "-- find_package, with an ordinary compiler"
CC='' CXX='' "$cmake" -S "$here/project" -B ordinary -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER=clang++-19 >/dev/null
"$cmake" --build ordinary >/dev/null
expect 0 ordinary/counter

echo "-- find_package, with CXX=heddle-c++"
CXX=heddle-c++ "$cmake" -S "$here/project" -B controlled -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build controlled >/dev/null
expect 1 heddle run --random --runs=1000 controlled/counter

echo "-- a unit test that explores"
bash "$source/tests/examples/run_googletest.sh" "$prefix/bin" "$source/examples/googletest" "$scratch/googletest" "$cmake"

echo "-- the doctor"
expect 0 heddle doctor
