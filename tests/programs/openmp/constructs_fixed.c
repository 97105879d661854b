// Reductions, barriers, tasks and single sections of OpenMP do what they promise.
// CHECK: passes
// COMPILER: gcc
// FLAGS: -fopenmp
// RUNS: 50
#include <assert.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int number = 1; number <= 4; ++number) {
    sum += number;
  }
  assert(sum == 10);
  int arrived = 0;
  int tasks = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    arrived += 1;
#pragma omp barrier
    assert(arrived == 2);
#pragma omp single
    {
#pragma omp task
      {
#pragma omp atomic
        tasks += 1;
      }
#pragma omp task
      {
#pragma omp atomic
        tasks += 1;
      }
    }
  }
  assert(tasks == 2);
  return 0;
}
