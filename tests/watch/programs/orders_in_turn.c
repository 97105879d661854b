// Two locks in opposite orders, the second one when the first is done, which no lock says.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int turn = 0;

static void both(pthread_mutex_t* outer, pthread_mutex_t* inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}

static void* first(void* argument) {
  both(&left, &right);
  turn = 1;
  return argument;
}

static void* second(void* argument) {
  while (turn == 0) {
  }
  both(&right, &left);
  return argument;
}

int main(void) {
  pthread_t one;
  pthread_t other;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&other, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
}
