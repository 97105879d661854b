#!/usr/bin/env bash
# run.sh PROJECT BIN SCRATCH CMAKE: builds a project of this folder in SCRATCH with the compilers in BIN, and checks what
# heddle sees of it.
set -euo pipefail
project=$1 bin=$2 scratch=$3 cmake=$4
here=$(cd "$(dirname "$0")" && pwd)
PATH=$bin:$PATH

fail() { echo "FAILED: $*" >&2; exit 1; }

# expect STATUS COMMAND...: its exit code; its output is kept in output.txt.
expect() {
  local wanted=$1 status=0
  shift
  "$@" >output.txt 2>&1 || status=$?
  [ $status = "$wanted" ] || { cat output.txt; fail "exit code $status, not $wanted: $*"; }
}

# saw PATTERN: a line of the last command's output.
saw() { grep -qE -e "$1" output.txt || { cat output.txt; fail "no line matches $1"; }; }

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

case $project in
  cmake)
    CXX=heddle-c++ "$cmake" -S "$here/cmake" -B . -G Ninja >/dev/null
    "$cmake" --build . >/dev/null
    expect 0 heddle run --events ./counting
    for source in main.cpp:20 counter_static.cpp:3 counter_shared.cpp:5; do
      saw "$source +read +counter: [012]\$"
      saw "$source +write +counter: [012] -> [123]\$"
    done
    expect 1 heddle run --random --runs=1000 --seed=1 ./counting
    saw 'assertion.*counter == 3'
    expect 0 heddle run --random --runs=1000 --seed=1 ./counting_fixed
    expect 0 ctest  # on its own, without heddle
    ;;
  make)
    make -f "$here/make/Makefile" CC=heddle-cc CXX=heddle-c++ >/dev/null
    [ -e note.d ] || fail "-MMD wrote no dependencies"
    expect 0 heddle run --events ./handover
    saw 'main.cpp:[0-9]+ +thread-create'
    saw 'box.c:[0-9]+ +write +content: '
    saw 'note.c:[0-9]+ +write +takes: 2 -> 3'
    expect 0 heddle run --random --runs=1000 --seed=1 ./handover
    expect 0 make -q -f "$here/make/Makefile" CC=heddle-cc CXX=heddle-c++
    expect 1 make -q -W "$here/make/note.h" -f "$here/make/Makefile" CC=heddle-cc CXX=heddle-c++  # known from note.d
    ;;
  gcc_make)  # the same, set up for ThreadSanitizer
    export HEDDLE_CC=gcc HEDDLE_CXX=g++
    make -f "$here/make/Makefile" CC=heddle-cc CXX=heddle-c++ CPPFLAGS="-I$here/make -fsanitize=thread" \
      LDFLAGS=-fsanitize=thread >/dev/null
    if ldd ./handover | grep -q 'libtsan\.so'; then fail "ThreadSanitizer's runtime is linked"; fi
    expect 0 heddle run --events ./handover
    saw 'main.cpp:[0-9]+ +thread-create'
    saw 'box.c:[0-9]+ +write +content: '
    saw 'note.c:[0-9]+ +write +takes: 2 -> 3'
    expect 0 heddle run --random --runs=1000 --seed=1 ./handover
    expect 0 heddle hunt --focus=box.c --bound=1 ./handover
    expect 0 ./handover
    ;;
  shared_make)
    make -f "$here/shared_make/Makefile" CC=heddle-cc install DESTDIR="$scratch/root" PREFIX=/opt >/dev/null
    rm libtick.so*  # the installed program finds the installed library
    expect 0 heddle run --events root/opt/bin/ticker
    saw 'tick.c:[0-9]+ +write +ticks: 2 -> 3'
    expect 1 heddle run --random --runs=1000 --seed=1 root/opt/bin/ticker
    saw 'assertion.*tick\(\) == 3'
    expect 0 root/opt/bin/ticker
    ;;
  preprocessed)  # by gcc, on a system whose headers clang does not read as they are
    gcc -E "$here/../programs/verifier/thread_functions_of_other_types_buggy.c" -o racy.i
    printf '%s\n' 'extern void *get(unsigned long) __attribute__ ((__malloc__ (__builtin_free, 1)));' >>racy.i
    expect 0 heddle cc -g -w racy.i -o racy -pthread
    expect 1 heddle hunt ./racy
    saw 'finding 1: data race on sum'
    ;;
  *) fail "no project $project" ;;
esac
