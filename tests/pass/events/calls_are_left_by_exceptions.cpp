// EVENTS: write depth 4
// EVENTS: write *__cxa_allocate_exception() 4
// EVENTS: read *__cxa_begin_catch() 4
// CALLS: enter main
// CALLS: enter _Z5outeri
// CALLS: enter _Z5inneri
// CALLS: leave _Z5inneri
// CALLS: leave _Z5outeri
// CALLS: leave main
int depth;
__attribute__((noinline)) int inner(int value) {
  asm volatile(".rept 1\n\tnop\n\t.endr");
  depth = value;
  for (volatile int i = 0; i < 1; i = i + 1) {
    if (value == 7) {
      throw value;
    }
  }
  return value;
}
__attribute__((noinline)) int outer(int value) { return inner(value) + 1; }
int main() {
  try {
    outer(7);
  } catch (int value) {
    return value - 7;
  }
  return 1;
}
