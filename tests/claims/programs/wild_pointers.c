// Whatever function of libc is handed a wild pointer: it is the program that crashes, at the line of the call.
// FLAGS: -O0
// HUNT: --all
// FINDINGS: 111
// COMPLETE: yes
// LEDGER: try-lock
#include <heddle/heddle.h>
#include <ifaddrs.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void* nothing(void* unused) { return unused; }
static int nothing_either(void* unused) { return unused != NULL; }
static void once_only(void) {}

int main(void) {
  void* volatile const wild = (void*)0x3fffffff8;
  void* const p = wild;
  char buffer[32] = "";
  struct timespec now = {0, 0};
  pthread_t thread;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  sigset_t set;
  sigemptyset(&set);
  timer_t timer;
  enum { kFirst = __COUNTER__ + 1 };
#define CALL(x)              \
  case __COUNTER__ - kFirst: \
    x;                       \
    break;
  switch (heddle_choose(111)) {
    CALL(pthread_create(p, NULL, nothing, NULL))
    CALL(pthread_create(&thread, p, nothing, NULL))
    CALL(pthread_create(&thread, NULL, nothing, NULL); pthread_join(thread, p))
    CALL(pthread_create(&thread, NULL, nothing, NULL); pthread_tryjoin_np(thread, p))
    CALL(pthread_create(&thread, NULL, nothing, NULL); pthread_timedjoin_np(thread, NULL, p))
    CALL(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, p))
    CALL(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, p))
    CALL(pthread_sigmask(SIG_BLOCK, p, NULL))
    CALL(pthread_setname_np(pthread_self(), p))
    CALL(pthread_getname_np(pthread_self(), p, 16))
    CALL(pthread_getattr_np(pthread_self(), p))
    CALL(pthread_key_create(p, NULL))
    CALL(pthread_mutex_init(p, NULL))
    CALL(pthread_mutex_init(&mutex, p))
    CALL(pthread_mutex_destroy(p))
    CALL(pthread_mutex_lock(p))
    CALL(pthread_mutex_trylock(p))
    CALL(pthread_mutex_timedlock(p, &now))
    CALL(pthread_mutex_lock(&mutex); pthread_mutex_timedlock(&mutex, p))
    CALL(pthread_mutex_clocklock(p, CLOCK_MONOTONIC, &now))
    CALL(pthread_mutex_unlock(p))
    CALL(pthread_mutex_consistent(p))
    CALL(pthread_spin_init(p, 0))
    CALL(pthread_spin_lock(p))
    CALL(pthread_spin_trylock(p))
    CALL(pthread_spin_unlock(p))
    CALL(pthread_rwlock_init(p, NULL))
    CALL(pthread_rwlock_destroy(p))
    CALL(pthread_rwlock_rdlock(p))
    CALL(pthread_rwlock_tryrdlock(p))
    CALL(pthread_rwlock_timedrdlock(p, &now))
    CALL(pthread_rwlock_wrlock(&lock); pthread_rwlock_timedrdlock(&lock, p))
    CALL(pthread_rwlock_wrlock(p))
    CALL(pthread_rwlock_trywrlock(p))
    CALL(pthread_rwlock_timedwrlock(p, &now))
    CALL(pthread_rwlock_unlock(p))
    CALL(pthread_cond_init(p, NULL))
    CALL(pthread_cond_init(&condition, p))
    CALL(pthread_cond_destroy(p))
    CALL(pthread_mutex_lock(&mutex); pthread_cond_wait(p, &mutex))
    CALL(pthread_cond_wait(&condition, p))
    CALL(pthread_mutex_lock(&mutex); pthread_cond_timedwait(&condition, &mutex, p))
    CALL(pthread_cond_timedwait(&condition, p, &now))
    CALL(pthread_cond_signal(p))
    CALL(pthread_cond_broadcast(p))
    CALL(pthread_barrier_init(p, NULL, 1))
    CALL(pthread_barrier_destroy(p))
    CALL(pthread_barrier_wait(p))
    CALL(sem_init(p, 0, 1))
    CALL(sem_wait(p))
    CALL(sem_trywait(p))
    CALL(sem_timedwait(p, &now))
    CALL(sem_timedwait(&semaphore, p))
    CALL(sem_post(p))
    CALL(sem_getvalue(p, (int*)buffer))
    CALL(sem_getvalue(&semaphore, p))
    CALL(pthread_once(p, once_only))
    CALL(flockfile(p))
    CALL(ftrylockfile(p))
    CALL(funlockfile(p))
    CALL(thrd_create(p, nothing_either, NULL))
    CALL(thrd_create(&thread, nothing_either, NULL); thrd_join(thread, p))
    CALL(mtx_init(p, mtx_plain))
    CALL(mtx_lock(p))
    CALL(mtx_timedlock(p, &now))
    CALL(mtx_unlock(p))
    CALL(mtx_destroy(p))
    CALL(cnd_init(p))
    CALL(cnd_wait(p, (mtx_t*)&mutex))
    CALL(cnd_signal(p))
    CALL(cnd_destroy(p))
    CALL(call_once(p, once_only))
    CALL(tss_create(p, NULL))
    CALL(clock_gettime(CLOCK_MONOTONIC, p))
    CALL(gettimeofday(p, NULL))
    CALL(time(p))
    CALL(timespec_get(p, TIME_UTC))
    CALL(sigaction(SIGUSR1, p, NULL))
    CALL(sigaction(SIGUSR1, NULL, p))
    CALL(raise(SIGUSR1); sigwait(&set, p))
    CALL(timer_create(CLOCK_MONOTONIC, p, &timer))
    CALL(timer_create(CLOCK_MONOTONIC, NULL, p))
    CALL(getifaddrs(p))
    CALL(strlen(p) == 3 ? _exit(0) : (void)0)
    CALL(strcpy(buffer, p))
    CALL(strcpy(p, "word"))
    CALL(strncpy(buffer, p, 9))
    CALL(strcat(buffer, p))
    CALL(strcat(p, "word"))
    CALL(strncat(buffer, p, 9))
    CALL(if (strcmp(buffer, p)) _exit(0))
    CALL(if (strcmp(p, buffer)) _exit(0))
    CALL(if (strncmp(buffer, p, 5)) _exit(0))
    CALL(if (strcasecmp(p, buffer)) _exit(0))
    CALL(if (strchr(p, 'x')) _exit(0))
    CALL(if (strrchr(p, 'x')) _exit(0))
    CALL(if (strstr(p, "xy")) _exit(0))
    CALL(if (strstr("xy", p)) _exit(0))
    CALL(if (strspn(p, "x")) _exit(0))
    CALL(if (strpbrk(p, "x")) _exit(0))
    CALL(memcpy(buffer, p, 7))
    CALL(memcpy(p, buffer, 7))
    CALL(memmove(buffer, p, 7))
    CALL(memset(p, 1, 9))
    CALL(if (memcmp(buffer, p, 9)) _exit(0))
    CALL(if (memchr(p, 'x', 9)) _exit(0))
    CALL(buffer[0] = *strdup(p))
    CALL(buffer[0] = *strndup(p, 4))
    CALL(free(p))
    CALL(buffer[0] = *(char*)realloc(p, 4))
    CALL(if (posix_memalign(p, 16, 16)) _exit(0))
  }
  _exit(0);
}
