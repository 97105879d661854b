// By the time the lambda is inlined its captures are values; what it refers to keeps its name.
// EVENTS: write counter 4
// EVENTS: read counter 4
// EVENTS: write counter 4
// EVENTS: read counter 4
// EVENTS: frame_end counter 4
#include <functional>
__attribute__((noinline)) static void publish(int* shared) { asm volatile("" : : "r"(shared) : "memory"); }
int main() {
  int counter = 0;
  publish(&counter);
  auto increment = [&counter] { counter += 1; };
  increment();
  return counter - 1;
}
