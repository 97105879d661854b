// The system's random sources steer the program, so a run that repeats must see the same: the event hash tells.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static volatile int cells[16];

static void step(unsigned value) { ++cells[value & 15]; }

static void* draw(void* unused) {
  unsigned value;
  assert(getrandom(&value, sizeof value, 0) == sizeof value);
  step(value);
  assert(getentropy(&value, sizeof value) == 0);
  step(value);
  step(arc4random());
  step(arc4random_uniform(16));
  arc4random_buf(&value, sizeof value);
  step(value);
  int device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  assert(device >= 0);
  assert(read(device, &value, sizeof value) == sizeof value);
  step(value);
  assert(close(device) == 0);
  FILE* stream = fopen("/dev/urandom", "r");
  assert(stream);
  assert(fread(&value, sizeof value, 1, stream) == 1);
  step(value);
  assert(fclose(stream) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, draw, NULL) == 0);
  assert(pthread_join(thread, NULL) == 0);
  draw(NULL);
  return 0;
}
