# Builds a program at several levels; with the gates on it must announce exactly the events its `EVENTS:` lines list
# (function entries and exits in `CALLS:` lines, where there are any), with the gates off none. Each event has the same
# site key at every level.
source "$(dirname "$0")/common.sh"
input=$1
grep -E '^// EVENTS:' "$input" | sed -e 's|^// EVENTS: *||' >"$work/expected"
grep -E '^// CALLS:' "$input" | sed -e 's|^// CALLS: *||' >"$work/expected_calls" || true
for flags in "-O0 -g" "-O1 -g" "-O2 -g" "-O3 -g" "-Os -g" "-O2 -g -fPIE -fno-plt" "-O2 -g -fno-pie -no-pie"; do
  build "$input" "$work/program" $flags
  STUB_LOG="$work/off" "$work/program" || fail "$flags: failed with the gates off"
  [ ! -s "$work/off" ] || fail "$flags: events with the gates off: $(head -3 "$work/off")"
  STUB_GATES=1 STUB_LOG="$work/on" "$work/program" || fail "$flags: failed with the gates on"
  grep -vE '^(enter|leave) ' "$work/on" | sed -e 's/ [^ ]*:[0-9]* / /' >"$work/keyed" || true
  [ -e "$work/first" ] || cp "$work/keyed" "$work/first"
  diff -u "$work/first" "$work/keyed" || fail "$flags: the keys differ from those at -O0"
  sed -e 's/ [^ ]*$//' "$work/keyed" >"$work/seen"
  diff -u "$work/expected" "$work/seen" || fail "$flags: other events than expected"
  if [ -s "$work/expected_calls" ]; then
    grep -E '^(enter|leave) ' "$work/on" | sed -e 's/ ? / /' -e 's/:.*//' >"$work/seen" || true
    diff -u "$work/expected_calls" "$work/seen" || fail "$flags: other calls than expected"
  fi
done
