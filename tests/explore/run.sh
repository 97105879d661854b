#!/usr/bin/env bash
# run.sh SCRATCH STATUS COMMAND...: in an empty folder the command ends with this exit code.
set -euo pipefail
scratch=$1 wanted=$2
shift 2
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
status=0
"$@" || status=$?
[ $status = "$wanted" ] || { echo "FAILED: exit code $status, not $wanted: $*" >&2; exit 1; }
