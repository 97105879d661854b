// A lock for readers and writers in a library that heddle does not see keeps a writer from two readers.
// CHECK: passes
// STRATEGY: wp
// HB: hint
// LIBRARY: lib.cpp
#include <cassert>
#include <thread>

bool hidden_try_read();
void hidden_end_read();
bool hidden_try_write();
void hidden_end_write();

static int width;
static int height;

static void measure() {
  if (hidden_try_read()) {
    assert(width == height);
    hidden_end_read();
  }
}

static void grow() {
  if (hidden_try_write()) {
    ++width;
    ++height;
    hidden_end_write();
  }
}

int main() {
  std::thread first(measure);
  std::thread second(measure);
  std::thread writer(grow);
  first.join();
  second.join();
  writer.join();
}
