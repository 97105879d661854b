#!/usr/bin/env bash
# check_options.sh SOURCE HEDDLE: docs/using.md names the options that `heddle run --help` names, and no others.
set -euo pipefail
page=$1/docs/using.md heddle=$2
status=0
offered=$("$heddle" run --help | grep -oE '^ +(-h, )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u)
for option in $offered; do
  if [ "$option" != --help ] && ! grep -qE -- "\`${option}[\`=]" "$page"; then
    echo "docs/using.md does not name $option"
    status=1
  fi
done
while IFS= read -r option; do
  if ! grep -qx -- "$option" <<<"$offered"; then
    echo "docs/using.md names $option, which heddle run does not have"
    status=1
  fi
done < <(grep -oE 'heddle run( --[a-z-]+[^ ]*)+' "$page" | grep -oE -- '--[a-z-]+' | sort -u)
exit $status
