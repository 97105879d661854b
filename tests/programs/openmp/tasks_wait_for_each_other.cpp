// Tasks of OpenMP create tasks and wait for them; a loop is done in order; sections and locks exclude each other.
// CHECK: passes
// RUNS: 200
// COMPILER: g++
// FLAGS: -fopenmp
#include <omp.h>

#include <cassert>

static int fibonacci(int number) {
  if (number < 2) return number;
  int first = 0;
  int second = 0;
#pragma omp task shared(first)
  first = fibonacci(number - 1);
#pragma omp task shared(second)
  second = fibonacci(number - 2);
#pragma omp taskwait
  return first + second;
}

int main() {
  omp_set_num_threads(2);
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fibonacci(3);
  assert(result == 2);

  int next = 0;
#pragma omp parallel for ordered schedule(dynamic, 1)
  for (int i = 0; i < 3; ++i) {
#pragma omp ordered
    assert(next++ == i);
  }

  omp_lock_t lock;
  omp_init_lock(&lock);
  int inside = 0;
#pragma omp parallel sections
  {
#pragma omp section
    {
      omp_set_lock(&lock);
      assert(++inside == 1 && --inside == 0);
      omp_unset_lock(&lock);
    }
#pragma omp section
    {
      omp_set_lock(&lock);
      assert(++inside == 1 && --inside == 0);
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
}
