// Three philosophers, each of whom takes the left fork first.
#include <pthread.h>

static pthread_mutex_t north = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t east = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t west = PTHREAD_MUTEX_INITIALIZER;

struct Seat {
  pthread_mutex_t* left;
  pthread_mutex_t* right;
};

static void* eat(void* argument) {
  const auto* seat = static_cast<const Seat*>(argument);
  pthread_mutex_lock(seat->left);
  pthread_mutex_lock(seat->right);
  pthread_mutex_unlock(seat->right);
  pthread_mutex_unlock(seat->left);
  return nullptr;
}

int main() {
  Seat seats[] = {{.left = &north, .right = &east}, {.left = &east, .right = &west}, {.left = &west, .right = &north}};
  pthread_t philosophers[3];
  for (int i = 0; i < 3; ++i) {
    pthread_create(&philosophers[i], nullptr, eat, &seats[i]);
  }
  for (const pthread_t philosopher : philosophers) {
    pthread_join(philosopher, nullptr);
  }
}
