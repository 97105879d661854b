// Recursive functions are never inlined, nor is one with a label of the assembler's, which is not even split.
// EVENTS: write depth 4
// EVENTS: write *__cxa_allocate_exception() 4
// EVENTS: read *__cxa_begin_catch() 4
// CALLS: enter main
// CALLS: enter _Z5outeri
// CALLS: enter _Z5outeri
// CALLS: enter _Z5inneri
// CALLS: leave _Z5inneri
// CALLS: leave _Z5outeri
// CALLS: leave _Z5outeri
// CALLS: leave main
int depth;
int inner(int value) {
  asm volatile("label_of_inner:");
  depth = value;
  throw value;
}
int outer(int value) { return value < 7 ? outer(value + 1) + 1 : inner(value) + 1; }
int main() {
  try {
    outer(6);
  } catch (int value) {
    return value - 7;
  }
  return 1;
}
