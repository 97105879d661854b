// Two pairs of locks in opposite orders: one can close, the other cannot, for the second thread waits for the first.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t real_left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t real_right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_right = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int turn = 0;

static void* first(void* argument) {
  pthread_mutex_lock(&other_left);
  pthread_mutex_lock(&other_right);
  pthread_mutex_unlock(&other_right);
  pthread_mutex_unlock(&other_left);
  turn = 1;
  pthread_mutex_lock(&real_left);
  pthread_mutex_lock(&real_right);
  pthread_mutex_unlock(&real_right);
  pthread_mutex_unlock(&real_left);
  return argument;
}

static void* second(void* argument) {
  while (turn == 0) {
  }
  pthread_mutex_lock(&other_right);
  pthread_mutex_lock(&other_left);
  pthread_mutex_unlock(&other_left);
  pthread_mutex_unlock(&other_right);
  pthread_mutex_lock(&real_right);
  pthread_mutex_lock(&real_left);
  pthread_mutex_unlock(&real_left);
  pthread_mutex_unlock(&real_right);
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
