#!/usr/bin/env bash
# check_limits.sh SOURCE: what the programs of tests/programs/unsupported are refused for is in the table of limits.md.
set -euo pipefail
cd "$1"
status=0
table=$(grep -E '^\|' docs/limits.md)
while IFS= read -r name; do
  if ! grep -qF "$name" <<<"$table"; then
    echo "docs/limits.md does not name: $name"
    status=1
  fi
done < <(grep -rhE '^// UNSUPPORTED: ' tests/programs/unsupported | sed 's/^[^:]*: *//' | sort -u)
exit $status
