// A thread that is cancelled while it waits in read or poll ends there, and its clean-up runs.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int cleaned;

static void clean(void* unused) {
  (void)unused;
  ++cleaned;
}

static void* wait_in_read(void* unused) {
  char letter;
  pthread_cleanup_push(clean, NULL);
  assert(read(ends[0], &letter, 1) == 1);
  pthread_cleanup_pop(0);
  return unused;
}

static void* wait_in_poll(void* unused) {
  struct pollfd polled = {ends[0], POLLIN, 0};
  pthread_cleanup_push(clean, NULL);
  poll(&polled, 1, -1);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  void* (*const waits[])(void*) = {wait_in_read, wait_in_poll};
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    void* result;
    pthread_create(&thread, NULL, waits[i], NULL);
    assert(pthread_cancel(thread) == 0 && pthread_join(thread, &result) == 0);
    assert(result == PTHREAD_CANCELED && cleaned == i + 1);
  }
  return 0;
}
