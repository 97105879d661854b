// A program with threads changes its user and groups: to what they are, as it may not be allowed more.
// CHECK: passes
// RESET: fork
#define _GNU_SOURCE
#include <assert.h>
#include <grp.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t changed;

static void* look(void* user) {
  sem_wait(&changed);
  assert(getuid() == *(uid_t*)user);
  return NULL;
}

int main(void) {
  uid_t user = getuid();
  sem_init(&changed, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, look, &user);
  gid_t groups[64];
  const int count = getgroups(64, groups);
  assert(setgroups(count > 0 ? count : 0, groups) == 0 || user != 0);
  assert(setgid(getgid()) == 0 && setuid(user) == 0);
  sem_post(&changed);
  pthread_join(thread, NULL);
  return 0;
}
