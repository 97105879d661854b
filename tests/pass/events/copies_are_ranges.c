// Small copies are made in place, large ones by the runtime; a private side makes no event.
// EVENTS: read_range a 48
// EVENTS: write_range b 48
// EVENTS: write_range b 48
// EVENTS: move_from large[] 4000
// EVENTS: move_to large[] 4000
// EVENTS: set large 4096
// EVENTS: copy_from large[] 2048
// EVENTS: copy_to other[] 2048
// EVENTS: read_range words[] 8
// EVENTS: write_range words[] 8
#include <string.h>
struct block {
  long words[6];
} a, b;
char large[4096], other[4096];
long words[4];
int main(void) {
  b = a;
  memset(&b, 1, sizeof b);
  memmove(large, large + 96, 4000);
  memset(large, 0, sizeof large);
  memcpy(other, large, 2048);
  memmove(words + 1, words, 8);
  return 0;
}
