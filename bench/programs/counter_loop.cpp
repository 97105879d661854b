// The same as counter.cpp, in the test loop.
#include <heddle/heddle.h>

#include "count.h"

int main() {
  do {
    counter = 0;
    heddle_start();
    count_in_two_threads();
  } while (heddle_restart() != 0);
}
