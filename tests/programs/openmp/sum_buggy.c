// A parallel loop adds to a shared variable without protection: an update is lost.
// FAILS: assertion sum == 6
// COMPILER: gcc
// FLAGS: -fopenmp
#include <assert.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(3)
  for (int number = 1; number <= 3; ++number) {
    sum = sum + number;
  }
  assert(sum == 6);  // REPORTED
  return 0;
}
