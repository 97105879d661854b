// The message is written when the C11 condition is signalled and the mutex given back.
// FAILS: data-race
// VARIABLE: message
// TSAN: crash
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static int ready;
static int message;

static int send(void* unused) {
  (void)unused;
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  message += 42;  // REPORTED
  return 0;
}

int main(void) {
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  thrd_t sender;
  thrd_create(&sender, send, NULL);
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  assert(message == 0 || message == 42);  // REPORTED
  thrd_join(sender, NULL);
  return 0;
}
