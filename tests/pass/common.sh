# Shared by the runners: a folder that goes away, and the compiler with the plugin.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compiler_for() {
  case "$1" in
    *.cpp) echo "$HEDDLE_LLVM/clang++ -std=c++20" ;;
    *) echo "$HEDDLE_LLVM/clang -fexceptions" ;;
  esac
}

# build SOURCE OUTPUT FLAGS...: an instrumented program with the stub as its runtime
build() {
  local source=$1 output=$2
  shift 2
  $(compiler_for "$source") -I"$HEDDLE_INCLUDE" -fpass-plugin="$HEDDLE_PLUGIN" "$@" "$source" -o "$output" \
    "$HEDDLE_STUB" -Wl,-rpath,"$(dirname "$HEDDLE_STUB")" -pthread
}

fail() {
  echo "$*" >&2
  exit 1
}
