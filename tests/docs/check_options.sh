#!/usr/bin/env bash
# check_options.sh SOURCE HEDDLE: the pages name every option that `heddle COMMAND --help` names, and no others.
set -euo pipefail
cd "$1"
heddle=$2 page=docs/using.md
pages=(README.md docs/*.md examples/README.md)
status=0
complain() {
  echo "$*"
  status=1
}

# offered COMMAND: one to a line.
offered() {
  if [ "$1" = c++ ]; then
    printf '%s\n' --heddle-verbose --heddle-no-instrument --heddle-ignore
  else
    "$heddle" "$1" --help | grep -oE '^ +(-h, )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u
  fi
}

# used COMMAND: the options in the examples of all pages. Those of a program that stand behind it are not heddle's.
used() {
  case $1 in
    run | hunt) grep -ohE "heddle $1( --[a-z-]+[^ ]*)+" "${pages[@]}" ;;
    *) grep -ohE "heddle $1 [^#\`|]*" "${pages[@]}" | sed 's/ -- .*//' ;;
  esac | { grep -oE -- ' --[a-z-]+' || true; } | tr -d ' ' | sort -u
}

all=
for command in hunt replay show list run doctor c++; do
  options=$(offered "$command")
  all+=$'\n'$options
  for option in $options; do
    if [ "$option" != --help ] && ! grep -qE -- "\`(heddle $command .*)?${option}[\`=]" "$page" &&
      ! grep -qE -- "heddle $command .*${option}( |=|\$)" "$page"; then
      complain "$page does not name $option of heddle $command"
    fi
  done
  while IFS= read -r option; do
    if [ -n "$option" ] && ! grep -qx -- "$option" <<<"$options"; then
      complain "an example gives heddle $command the option $option, which it does not have"
    fi
  done < <(used "$command")
done

# The tables of options: `--name=...` in the first column.
while IFS= read -r option; do
  if ! grep -qx -- "$option" <<<"$all"; then
    complain "$page has $option in a table, which no command has"
  fi
done < <(grep -E '^\| `--' "$page" | cut -d'|' -f2 | grep -oE -- '--[a-z-]+' | sort -u)
exit $status
