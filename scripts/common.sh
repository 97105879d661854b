# shellcheck shell=bash
# What ./quickstart and ./test have in common. Sourced, with the root of the repository as working directory.

say() { printf '\n== %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly LOG COMMAND...: the output goes to build/logs/LOG, and its end is shown only if the command fails.
quietly() {
  local log=build/logs/$1
  shift
  mkdir -p build/logs
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "failed: $* (all of its output is in $log)"
  fi
}

# build PRESET [TARGET...]: configures and builds a preset of CMakePresets.json, all of it or these targets.
build() {
  local preset=$1
  shift
  quietly "configure-$preset.log" cmake --preset "$preset"
  quietly "build-$preset.log" cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}
