// Every pass of the test loop opens a pipe, hands a letter through it, and closes it.
// CHECK: passes
// LOOP: safe
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* write_one(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  do {
    heddle_start();
    assert(pipe(ends) == 0);
    pthread_t thread;
    pthread_create(&thread, NULL, write_one, NULL);
    char letter;
    assert(read(ends[0], &letter, 1) == 1 && letter == 'x');
    pthread_join(thread, NULL);
    assert(close(ends[0]) == 0 && close(ends[1]) == 0);
  } while (heddle_restart());
  return 0;
}
