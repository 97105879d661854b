#!/usr/bin/env bash
# check_links.sh SOURCE: every link of a page to a file of the repository leads to one.
set -euo pipefail
cd "$1"
status=0
while IFS= read -r page; do
  while IFS= read -r link; do
    file=${link%%#*}
    if [ -n "$file" ] && [ ! -e "$(dirname "$page")/$file" ]; then
      echo "$page: $link does not exist"
      status=1
    fi
  done < <(grep -oE '\]\([^)]+\)' "$page" | sed 's/^](//; s/)$//' | grep -vE '^[a-z]+:' || true)
done < <(find . -name '*.md' -not -path './build/*')
exit $status
