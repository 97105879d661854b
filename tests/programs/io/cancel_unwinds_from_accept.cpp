// A thread that is cancelled in accept runs its destructors.
// CHECK: passes
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cassert>

static int closed = 0;

struct Listener {
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  Listener() {
    sockaddr_un any = {};
    any.sun_family = AF_UNIX;
    assert(bind(descriptor, reinterpret_cast<sockaddr*>(&any), sizeof any.sun_family) == 0);
    assert(listen(descriptor, 1) == 0);
  }
  ~Listener() {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
    assert(close(descriptor) == 0);
    ++closed;
  }
};

static void* serve(void*) {
  int before = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const Listener listener;
  const Listener another;  // under a name of its own
  pthread_setcancelstate(before, nullptr);
  accept(listener.descriptor, nullptr, nullptr);
  return nullptr;
}

int main() {
  pthread_t thread;
  void* result = nullptr;
  assert(pthread_create(&thread, nullptr, serve, nullptr) == 0);
  assert(pthread_cancel(thread) == 0 && pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED && closed == 2);
}
