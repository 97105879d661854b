// A parallel loop with a critical section loses nothing.
// CHECK: passes
// COMPILER: gcc
// FLAGS: -fopenmp
// RUNS: 100
#include <assert.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(3)
  for (int number = 1; number <= 3; ++number) {
#pragma omp critical
    sum = sum + number;
  }
  assert(sum == 6);
  return 0;
}
