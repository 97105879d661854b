#!/usr/bin/env bash
# check_complete.sh SRC: whether a search is complete is decided in engine/claim.h alone. Everywhere else a variable or
# member of that name may only repeat what a claim says.
set -euo pipefail
cd "$1"
set +e
found=$(grep -rnE '(\bcomplete_?(\{| *=[^=])|\{"complete",)' --include=*.h --include=*.cpp . |
  grep -vE '^\./engine/claim\.h:' |
  # What a claim says, or that name handed on.
  grep -vE 'complete = [A-Za-z_.]*claim\.complete\(\)|\{"complete", ([A-Za-z_.]*claim\.complete\(\)|complete)\}' |
  # Entries of the table of reached states: whether an execution ended there.
  grep -vE '^\./(engine/(reached|frontier)\.h|core/lease\.h|cli/search/committed_table\.cpp):' |
  # What the command line's summary said, for the caller of heddle::explore.
  grep -vE '^\./runtime/session/explore\.cpp:.*(bool complete = false|\.complete = complete)')
if [ -n "$found" ]; then
  printf 'complete is said by engine/claim.h only; here it is set by something else:\n%s\n' "$found"
  exit 1
fi
