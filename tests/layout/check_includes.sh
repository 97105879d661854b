#!/usr/bin/env bash
# check_includes.sh COMPILER OWN FOLDERS FORBIDDEN...: with the include folders (separated by colons) the header OWN
# compiles, and none of the forbidden ones is found.
set -euo pipefail
compiler=$1 own=$2 folders=$3
shift 3

flags=()
IFS=: read -ra list <<<"$folders"
for folder in "${list[@]}"; do
  [ -z "$folder" ] || flags+=("-I$folder")
done

# include HEADER: compiles a source that includes it.
include() { printf '#include "%s"\n' "$1" | "$compiler" -std=c++20 -x c++ -fsyntax-only "${flags[@]}" - 2>&1; }

if ! message=$(include "$own"); then
  echo "FAILED: its own header $own does not compile: $message"
  exit 1
fi
for header in "$@"; do
  if message=$(include "$header"); then
    echo "FAILED: $header can be included"
    exit 1
  fi
  if ! grep -qF "'$header' file not found" <<<"$message"; then
    echo "FAILED: $header does not compile, but for another reason: $message"
    exit 1
  fi
  echo "ok: $header is not found"
done
