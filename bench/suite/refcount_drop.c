// A session is found, then referenced: when the last reference goes in between, a destroyed session is used.
// FINDS: assertion session->alive
// PREEMPTIONS: 1
// FIXED: a reference is got only where the count is not zero
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

// Sessions live in a table of their own: their memory stays a session's even when they are destroyed.
struct session {
  atomic_int references;
  bool alive;
};

static struct session table[1] = {{1, true}};
static struct session* _Atomic current = &table[0];

static bool get(struct session* session) {
#ifdef FIXED
  int references = session->references;
  while (references != 0) {
    if (atomic_compare_exchange_strong(&session->references, &references, references + 1)) return true;
  }
  return false;
#else
  ++session->references;
  return true;
#endif
}

static void put(struct session* session) {
  if (--session->references == 0) session->alive = false;
}

static void* use(void* unused) {
  struct session* session = current;
  if (session != NULL && get(session)) {
    assert(session->alive);  // REPORTED
    put(session);
  }
  return unused;
}

static void* close_session(void* unused) {
  struct session* session = atomic_exchange(&current, NULL);
  put(session);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, use, NULL);
  pthread_create(&threads[1], NULL, close_session, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
