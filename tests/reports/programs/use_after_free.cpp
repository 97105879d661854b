// A session is closed between two requests; the second one uses a pointer from before.
#include <pthread.h>

struct Session {
  int user;
  int requests;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Session* current;

static void* close_session(void*) {
  pthread_mutex_lock(&mutex);
  delete current;
  current = nullptr;
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

static int requests_of(Session* session) {
  pthread_mutex_lock(&mutex);
  const int requests = session->requests;
  pthread_mutex_unlock(&mutex);
  return requests;
}

int main() {
  current = new Session{.user = 7, .requests = 1};
  Session* session = current;
  pthread_t closer;
  pthread_create(&closer, nullptr, close_session, nullptr);
  requests_of(session);
  pthread_join(closer, nullptr);
}
