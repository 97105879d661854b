# One unit in a static library, one in a shared library, one in the executable and an empty one: the runtime finds all
# four, and the linker keeps the records also when it collects unused sections.
source "$(dirname "$0")/common.sh"
sources=$1
clang="$HEDDLE_LLVM/clang -O2 -g -fPIC -ffunction-sections -fdata-sections -fpass-plugin=$HEDDLE_PLUGIN"
for linker in bfd gold lld; do
  if [ $linker = lld ] && ! command -v ld.lld >/dev/null; then continue; fi
  for unit in in_archive in_shared main empty; do
    $clang -c "$sources/$unit.c" -o "$work/$unit.o"
  done
  rm -f "$work/libarchive.a"
  ar rcs "$work/libarchive.a" "$work/in_archive.o"
  $clang -fuse-ld=$linker -shared "$work/in_shared.o" -o "$work/libshared.so" -Wl,--gc-sections -Wl,-z,defs "$HEDDLE_STUB"
  $clang -fuse-ld=$linker "$work/main.o" "$work/empty.o" "$work/libarchive.a" "$work/libshared.so" "$HEDDLE_STUB" \
    -o "$work/program" -Wl,--gc-sections -Wl,-rpath,"$work" -Wl,-rpath,"$(dirname "$HEDDLE_STUB")"
  STUB_UNITS="$work/units" STUB_GATES=1 STUB_LOG="$work/log" "$work/program" || fail "$linker: the program failed"
  printf 'empty.c\nin_archive.c\nin_shared.c\nmain.c\n' | diff -u - <(sort "$work/units") || fail "$linker: units differ"
  printf 'archive_counter\nmain_counter\nshared_counter\n' |
    diff -u - <(grep -E '^(read|write) ' "$work/log" | cut -d' ' -f2 | sort -u) || fail "$linker: events differ"
  readelf -n "$work/program" | grep -q 'heddle  *0x00000010' || fail "$linker: no note that readelf understands"
  # Nothing in the records needs work when the program is loaded.
  if readelf -SW "$work/program" | grep -E 'heddle_sites' | grep -q ' WA '; then fail "$linker: sites are writable"; fi
done
