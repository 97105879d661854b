// A message is read after the lock was released, while its owner may delete it.
#include <pthread.h>

struct Message {
  long number;
  long size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Message* current;

static void* read_size(void*) {
  pthread_mutex_lock(&lock);
  const Message* message = current;
  pthread_mutex_unlock(&lock);
  return message == nullptr ? nullptr : reinterpret_cast<void*>(message->size);
}

static void discard() {
  pthread_mutex_lock(&lock);
  Message* message = current;
  current = nullptr;
  pthread_mutex_unlock(&lock);
  delete message;
}

int main() {
  current = new Message{.number = 1, .size = 16};
  pthread_t reader;
  pthread_create(&reader, nullptr, read_size, nullptr);
  discard();
  pthread_join(reader, nullptr);
  return 0;
}
