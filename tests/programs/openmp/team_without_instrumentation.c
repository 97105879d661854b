// Teams, tasks and barriers of OpenMP, in a program that was built by gcc.
// CHECK: passes
// PLAIN: gcc -std=c11
// FLAGS: -fopenmp
#include <assert.h>
#include <omp.h>

int main(void) {
  omp_set_num_threads(3);
  int count = 0;
  int done = 0;
#pragma omp parallel
  {
#pragma omp critical
    ++count;
#pragma omp barrier
    assert(count == 3);
#pragma omp single
    for (int i = 0; i < 2; ++i) {
#pragma omp task shared(done)
      {
#pragma omp atomic
        ++done;
      }
    }
  }
  assert(done == 2);
  return 0;
}
