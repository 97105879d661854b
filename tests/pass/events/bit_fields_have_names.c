// EVENTS: read flags.low 4
// EVENTS: write flags.low 4
// EVENTS: read flags.high 4
// EVENTS: write flags.high 4
// EVENTS: read flags.signed_one 4
// EVENTS: read flags.high 4
// EVENTS: write flags.{low, high, signed_one} 4
// EVENTS: write lonely.bits 1
struct flags {
  unsigned low : 4;
  unsigned high : 4;
  int signed_one : 24;
} flags;
struct lonely {
  unsigned char bits : 8;
} lonely;
int main(void) {
  flags.low = 3;
  flags.high = 2;
  int sum = flags.signed_one + (int)flags.high;
  *(int volatile*)&flags = 0;
  lonely.bits = 1;
  return sum - 2;
}
