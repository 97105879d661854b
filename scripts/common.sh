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

# build PRESET: configures and builds one preset of CMakePresets.json.
build() {
  quietly "configure-$1.log" cmake --preset "$1"
  quietly "build-$1.log" cmake --build --preset "$1" --parallel "$(nproc)"
}
