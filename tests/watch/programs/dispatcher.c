// Requests come in an order that depends on the schedule, and each is served by a thread of its own: the first thread
// that main creates behind its clients serves now one of them, now another. With IDENTITY the program says which.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#ifdef IDENTITY
#include "heddle/heddle.h"
#endif

enum { kRequests = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t arrived;
static int queue[kRequests];
static int queued = 0;
static int served[kRequests];
static int last = 0;

static void* client(void* argument) {
  const int* number = argument;
  pthread_mutex_lock(&mutex);
  queue[queued++] = *number;
  pthread_mutex_unlock(&mutex);
  sem_post(&arrived);
  return NULL;
}

static void* server(void* argument) {
  const int* number = argument;
  for (int i = 0; i < *number; ++i) {
    served[*number] += 1;  // how often depends on the request
  }
  last = *number;
  return NULL;
}

#ifdef IDENTITY
unsigned long heddle_thread_identity(const void* start, void* argument) {
  const int* number = argument;
  return start == (const void*)server ? 100UL + (unsigned long)*number : 0;
}
#endif

int main(void) {
  static const int numbers[kRequests] = {0, 1, 2};
  pthread_t clients[kRequests];
  pthread_t servers[kRequests];
  sem_init(&arrived, 0, 0);
  for (int i = 0; i < kRequests; ++i) {
    pthread_create(&clients[i], NULL, client, (void*)&numbers[i]);
  }
  for (int i = 0; i < kRequests; ++i) {
    sem_wait(&arrived);
    pthread_mutex_lock(&mutex);
    const int number = queue[i];
    pthread_mutex_unlock(&mutex);
    pthread_create(&servers[i], NULL, server, (void*)&numbers[number]);
  }
  int total = 0;
  for (int i = 0; i < kRequests; ++i) {
    pthread_join(clients[i], NULL);
    pthread_join(servers[i], NULL);
  }
  for (int i = 0; i < kRequests; ++i) {
    total += served[i];
  }
  return total == 3 ? 0 : 1;
}
