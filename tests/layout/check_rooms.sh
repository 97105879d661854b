#!/usr/bin/env bash
# check_rooms.sh FOLDER LIST: every source of FOLDER lies in a room of LIST (rooms.txt says how that looks), and includes
# headers of FOLDER by room, of its own room or of one below; upwards only where LIST has it, and LIST has no more.
set -euo pipefail
folder=$1 list=$2
layer=$(basename "$folder")
cd "$folder"

mapfile -t sources < <(find . -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.c' -o -name '*.S' \) -printf '%P\n')
awk -v layer="$layer" -v list="$list" '
function wrong(text) { print "FAILED: " text; failed = 1 }
function room_of(path) { return index(path, "/") ? substr(path, 1, index(path, "/") - 1) : "" }
BEGIN {
  while ((getline line <list) > 0) {
    count = split(line, word, /[ \t]+/)
    if (line ~ /^#/ || line ~ /^[ \t]*$/) { continue }
    if (word[1] == "rooms") { for (i = 2; i <= count; ++i) { rank[word[i]] = i }; continue }
    if (count < 3) { wrong("no reason is given for: " line); continue }
    allowed[word[1] " " word[2]] = 1
  }
}
FNR == 1 && !(room_of(FILENAME) in rank) { wrong(FILENAME " lies in no room") }
/^[ \t]*#[ \t]*include[ \t]*"/ {
  split($0, quoted, "\"")
  if (index(quoted[2], layer "/") != 1) { next }
  header = substr(quoted[2], length(layer) + 2)
  if (!(room_of(header) in rank)) { wrong(FILENAME " includes " quoted[2] ", which lies in no room"); next }
  if (rank[room_of(header)] <= rank[room_of(FILENAME)]) { next }
  edge = FILENAME " " header
  if (edge in allowed) { found[edge] = 1 } else { wrong(FILENAME " includes upwards: " header) }
}
END {
  for (edge in allowed) { if (!(edge in found)) { wrong("not needed any more: " edge) } }
  if (!failed) { print "ok" }
  exit failed
}' "${sources[@]}"
