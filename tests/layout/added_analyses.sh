#!/usr/bin/env bash
# Adds the analyses of docs/adding-an-analysis.md, word for word, to a copy of the sources, and looks that each touched
# its two files, its row and its line of CMakeLists.txt, and nothing else of src.
#
# added_analyses.sh strategy|detector SOURCE COPY COMPILER LIBRARY...: this one; its own test passes, linked with the
#   copy's registry.
# added_analyses.sh hunted SOURCE COPY CC CXX: both; heddle is built from the copy, and does what the document says.
set -euo pipefail
mode=$1 source=$2 copy=$3
shift 3
page=$source/docs/adding-an-analysis.md

fail() {
  echo "FAILED: $*"
  exit 1
}

# block NAME: the code of the page that is marked with this name.
block() {
  awk -v mark=" $1" '/^```/ && inside { exit } inside { print } /^```/ && substr($0, length($0) - length(mark) + 1) == mark { inside = 1 }' "$page"
}

# write FILE: a new file.
write() {
  [ ! -e "$copy/$1" ] || fail "$1 exists already"
  block "$1" >"$copy/$1"
  [ -s "$copy/$1" ] || fail "$page has no $1"
}

# insert FILE PATTERN WHICH: lines of the block in front of the line of the file that matches.
insert() {
  local lines
  lines=$(block "$1" | grep "$3" '^#include') || fail "$page has nothing for $1"
  grep -qE "$2" "$copy/$1" || fail "$1 has no line like $2"
  awk -v lines="${lines//\\/\\\\}" -v pattern="$2" '!done && $0 ~ pattern { print lines; done = 1 } { print }' \
    "$copy/$1" >"$copy/inserted"
  mv "$copy/inserted" "$copy/$1"
}

copy_sources() {
  rm -rf "$copy"
  mkdir -p "$copy"
  tar -C "$source" --exclude=./build --exclude=./.git -c . | tar -C "$copy" -x
}

row='// A new row goes above this line'

add_detector() {
  write src/detectors/third_writer.h
  write src/detectors/third_writer.cpp
  insert src/detectors/registry.h '^#include "engine/' -e
  insert src/detectors/registry.h "$row" -v
  insert src/detectors/CMakeLists.txt '^  USES' -v
  write tests/unit/detectors/third_writer_test.cpp
}

add_strategy() {
  write src/strategies/sticky.h
  write src/strategies/sticky.cpp
  insert src/strategies/registry.cpp '^#include "strategies/watchpoints.h"' -e
  insert src/strategies/registry.cpp "$row" -v
  insert src/strategies/CMakeLists.txt '^  USES' -v
  write tests/sim/sticky_test.cpp
}

# check_files FOLDER NAME REGISTRY: these alone are others than in the sources.
check_files() {
  local changed expected lines
  changed=$(cd "$copy" && { diff -rq "$source/src" src || true; } | sed "s|$source/||g" | sort)
  expected=$(printf '%s\n' "Files src/$1/CMakeLists.txt and src/$1/CMakeLists.txt differ" \
    "Files src/$1/$3 and src/$1/$3 differ" "Only in src/$1: $2.cpp" "Only in src/$1: $2.h" | sort)
  [ "$changed" = "$expected" ] || fail "it touches:
$changed"
  lines=$({ diff "$source/src/$1/CMakeLists.txt" "$copy/src/$1/CMakeLists.txt" || true; } | grep -c '^[<>]')
  [ "$lines" = 1 ] || fail "$lines lines of CMakeLists.txt are others"
}

# run_test FILES -- COMPILER LIBRARY...
run_test() {
  local files=() objects=()
  while [ "$1" != -- ]; do
    files+=("$1")
    shift
  done
  local compiler=$2
  shift 2
  for file in "${files[@]}"; do
    local object
    object=$copy/$(basename "$file" .cpp).o
    objects+=("$object")
    "$compiler" -std=c++20 -Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion -O0 -fPIC -I "$copy/src" \
      -I "$copy/tests" -I "$copy/tests/unit/detectors" -c "$copy/$file" -o "$object" &
  done
  for _ in "${objects[@]}"; do
    wait -n || fail "it does not compile"
  done
  # Our registry is found before that of the library.
  "$compiler" "${objects[@]}" "$@" -lfmt -lgtest -lgtest_main -o "$copy/test" || fail "it does not link"
  "$copy/test"
}

build() {
  cmake -S "$copy" -B "$copy/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_C_COMPILER="$1" -DCMAKE_CXX_COMPILER="$2" >"$copy/build.log" &&
    cmake --build "$copy/build" --target heddle heddle_runtime heddle_pass >>"$copy/build.log" || {
    tail -n 50 "$copy/build.log"
    fail "it cannot be built"
  }
}

# finds BLOCK PROGRAM OPTION...: a hunt ends with the report of the page, and its finding replays.
finds() {
  local expected=$1 program=$2 code=0
  shift 2
  rm -rf .heddle
  "$heddle" hunt "$@" "./$program" >report.txt 2>&1 || code=$?
  [ "$code" = 1 ] || fail "there is no finding: $(cat report.txt)"
  block "$expected" >expected.txt
  [ -s expected.txt ] || fail "$page has no $expected"
  diff expected.txt <(head -n "$(wc -l <expected.txt)" report.txt) || fail "it reports something else"
  code=0
  "$heddle" replay ".heddle/$program"-*/1.finding >replayed.txt 2>&1 || code=$?
  [ "$code" = 1 ] || fail "it does not replay: $(cat replayed.txt)"
}

# refuses LINE OPTION...
refuses() {
  local line=$1 code=0
  shift
  "$heddle" hunt "$@" ./three >refused.txt 2>&1 || code=$?
  [ "$code" = 2 ] && grep -qF -e "$line" refused.txt || fail "not refused by '$line': $(cat refused.txt)"
}

hunt() {
  cd "$copy/build"
  heddle=$copy/build/bin/heddle
  block three.cpp >three.cpp
  "$heddle" c++ -g three.cpp -o three
  "$heddle" list >list.txt
  grep -q thirdwriter list.txt || fail "heddle list does not have the detector"
  "$heddle" hunt ./three >clean.txt 2>&1 || fail "without the detector there is a finding: $(cat clean.txt)"
  finds report three --detectors=thirdwriter

  grep -q -e '--stay' list.txt || fail "heddle list does not have the option"
  finds found three --detectors=thirdwriter --strategy=sticky --stay=50 --seed=2
  refuses "--stay: '101' is more than 100" --strategy=sticky --stay=101
  refuses "--stay does not go with --strategy=cb" --strategy=cb --stay=50
  "$heddle" hunt --strategy=sticky --stay=50 --executions=100 ./three >first.txt 2>&1 || fail "$(cat first.txt)"
  "$heddle" hunt --resume --executions=200 ./three >second.txt 2>&1 || fail "$(cat second.txt)"
  grep -q '200 random schedules of threads that stay' second.txt || fail "resumed: $(cat second.txt)"
  refuses "not with --stay=60" --resume --stay=60
}

copy_sources
case $mode in
  detector)
    add_detector
    check_files detectors third_writer registry.h
    run_test src/detectors/registry.cpp src/detectors/third_writer.cpp tests/unit/detectors/third_writer_test.cpp \
      tests/layout/added_detector_test.cpp -- "$@"
    ;;
  strategy)
    add_strategy
    check_files strategies sticky registry.cpp
    run_test src/strategies/registry.cpp src/strategies/sticky.cpp tests/sim/sticky_test.cpp -- "$@"
    ;;
  hunted)
    add_detector
    add_strategy
    build "$@"
    hunt
    ;;
  *) fail "what is $mode?" ;;
esac
rm -rf "$copy"
