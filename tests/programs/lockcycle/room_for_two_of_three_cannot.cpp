// Three threads, each with a lock that its neighbour wants, but only two are let in at a time.
// CHECK: passes
#include <semaphore.h>

#include <mutex>
#include <thread>

static std::mutex forks[3];
static sem_t room;

static void eat(int seat) {
  sem_wait(&room);
  {
    std::lock_guard left(forks[seat]);
    std::lock_guard right(forks[(seat + 1) % 3]);
  }
  sem_post(&room);
}

int main() {
  sem_init(&room, 0, 2);
  std::thread one(eat, 0);
  std::thread two(eat, 1);
  std::thread three(eat, 2);
  one.join();
  two.join();
  three.join();
}
