// It looks like a loop that waits, for nobody, but it counts in a vector register.
// CHECK: passes
#include <emmintrin.h>

#include <cassert>
#include <thread>

static volatile bool done;

static void wait() {
  const __m128i one = _mm_set1_epi32(1);
  __m128i counter = _mm_setzero_si128();
  while (!done) {
    counter = _mm_add_epi32(counter, one);
    if (_mm_cvtsi128_si32(counter) == 20) {
      break;
    }
  }
  assert(_mm_cvtsi128_si32(counter) == 20);
}

int main() {
  std::thread other(wait);
  other.join();
}
