// A sum in a vector register is the same after accesses at which other threads ran, with 128 and with 256 bits.
// CHECK: passes
// FLAGS: -O2
#include <cassert>
#include <thread>

using Narrow = double __attribute__((vector_size(16)));
using Wide = double __attribute__((vector_size(32)));

static int shared;

__attribute__((noinline)) static void add_narrow(double start) {
  Narrow sum = {start, start + 1};
  for (int index = 0; index < 4; ++index) {
    ++shared;
    sum += Narrow{1, 10};
  }
  assert(sum[0] == start + 4 && sum[1] == start + 41);
}

__attribute__((noinline, target("avx"))) static void add_wide(double start) {
  Wide sum = {start, start + 1, start + 2, start + 3};
  for (int index = 0; index < 4; ++index) {
    ++shared;
    sum += Wide{1, 10, 100, 1000};
  }
  assert(sum[0] == start + 4 && sum[1] == start + 41 && sum[2] == start + 402 && sum[3] == start + 4003);
}

static void add(double start) {
  add_narrow(start);
  if (__builtin_cpu_supports("avx")) {
    add_wide(start);
  }
}

int main() {
  std::thread first(add, 1);
  std::thread second(add, 1000);
  first.join();
  second.join();
}
