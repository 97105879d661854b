#!/usr/bin/env bash
# Adds the detector of docs/adding-an-analysis.md, word for word, to a copy of the sources, and looks that this touched
# its two files, its row and its line of CMakeLists.txt, and nothing else of src.
#
# added_detector.sh tested SOURCE COPY COMPILER LIBRARY...: its own test passes, and what is linked with the copy's
#   registry knows the new kind.
# added_detector.sh hunted SOURCE COPY CC CXX: heddle is built from the copy, and finds what the document says.
set -euo pipefail
mode=$1 source=$2 copy=$3
shift 3
page=$source/docs/adding-an-analysis.md
name=third_writer

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

add_detector() {
  rm -rf "$copy"
  mkdir -p "$copy"
  tar -C "$source" --exclude=./build --exclude=./.git -c . | tar -C "$copy" -x
  write src/detectors/$name.h
  write src/detectors/$name.cpp
  insert src/detectors/registry.h '^#include "engine/' -e
  insert src/detectors/registry.h '// A new row goes above this line' -v
  insert src/detectors/CMakeLists.txt '^  USES' -v
  write tests/unit/detectors/${name}_test.cpp
}

check_files() {
  local changed expected
  changed=$(cd "$copy" && { diff -rq "$source/src" src || true; } | sed "s|$source/||g" | sort)
  expected="Files src/detectors/CMakeLists.txt and src/detectors/CMakeLists.txt differ
Files src/detectors/registry.h and src/detectors/registry.h differ
Only in src/detectors: $name.cpp
Only in src/detectors: $name.h"
  [ "$changed" = "$expected" ] || fail "the detector touches:
$changed"
  local lines
  lines=$({ diff "$source/src/detectors/CMakeLists.txt" "$copy/src/detectors/CMakeLists.txt" || true; } | grep -c '^[<>]')
  [ "$lines" = 1 ] || fail "$lines lines of CMakeLists.txt are others"
}

run_its_test() {
  local compiler=$1 objects=()
  shift
  for file in src/detectors/registry.cpp src/detectors/$name.cpp tests/unit/detectors/${name}_test.cpp \
    tests/layout/added_detector_test.cpp; do
    local object
    object=$copy/$(basename "$file" .cpp).o
    objects+=("$object")
    "$compiler" -std=c++20 -Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion -O0 -fPIC -I "$copy/src" \
      -I "$copy/tests/unit/detectors" -c "$copy/$file" -o "$object" &
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

hunt() {
  cd "$copy/build"
  local heddle=$copy/build/bin/heddle
  block three.cpp >three.cpp
  "$heddle" c++ -g three.cpp -o three
  "$heddle" list >list.txt
  grep -q thirdwriter list.txt || fail "heddle list does not have it"
  "$heddle" hunt ./three >clean.txt 2>&1 || fail "without the detector there is a finding: $(cat clean.txt)"
  local code=0
  "$heddle" hunt --detectors=thirdwriter ./three >report.txt 2>&1 || code=$?
  [ "$code" = 1 ] || fail "there is no finding: $(cat report.txt)"
  block report >expected.txt
  [ -s expected.txt ] || fail "$page has no report"
  diff expected.txt <(head -n "$(wc -l <expected.txt)" report.txt) || fail "it reports something else"
  code=0
  "$heddle" replay .heddle/three-*/1.finding >replayed.txt 2>&1 || code=$?
  [ "$code" = 1 ] || fail "it does not replay: $(cat replayed.txt)"
}

add_detector
check_files
case $mode in
  tested) run_its_test "$@" ;;
  hunted)
    build "$@"
    hunt
    ;;
  *) fail "what is $mode?" ;;
esac
rm -rf "$copy"
