// libc's own functions behind the names we interpose.
#pragma once

#include <ifaddrs.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace heddle::runtime {

// X(name): resolved by dlsym(RTLD_NEXT, ...) before the target's first instruction.
// clang-format off
#define HEDDLE_REAL_FUNCTIONS(X) \
  X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) X(pthread_timedjoin_np) X(pthread_clockjoin_np) \
  X(pthread_detach) X(pthread_exit) X(pthread_cancel) X(pthread_testcancel) X(pthread_setcancelstate) \
  X(pthread_setcanceltype) X(pthread_kill) X(pthread_sigmask) X(pthread_setname_np) X(pthread_getname_np) \
  X(pthread_getattr_np) X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) \
  X(pthread_mutex_trylock) X(pthread_mutex_timedlock) X(pthread_mutex_clocklock) X(pthread_mutex_unlock) \
  X(pthread_mutex_consistent) X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) \
  X(pthread_rwlock_tryrdlock) X(pthread_rwlock_timedrdlock) X(pthread_rwlock_clockrdlock) \
  X(pthread_rwlock_wrlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock) \
  X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock) X(pthread_cond_init) X(pthread_cond_destroy) \
  X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_clockwait) X(pthread_cond_signal) \
  X(pthread_cond_broadcast) X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait) \
  X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock) \
  X(pthread_spin_unlock) X(pthread_once) X(pthread_key_create) X(pthread_key_delete) X(sem_init) X(sem_destroy) X(sem_open) \
  X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) X(sem_post) X(sem_getvalue) X(thrd_create) \
  X(thrd_join) X(thrd_detach) X(thrd_exit) X(thrd_sleep) X(thrd_yield) X(mtx_init) X(mtx_destroy) X(mtx_lock) \
  X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock) X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) \
  X(cnd_signal) X(cnd_broadcast) X(call_once) X(tss_create) X(tss_delete) X(sched_yield) X(sleep) X(usleep) \
  X(nanosleep) X(clock_nanosleep) X(clock_gettime) X(gettimeofday) X(time) X(clock) X(timespec_get) X(getpid) \
  X(getppid) X(gettid) X(getrandom) X(getentropy) X(exit) X(_exit) X(abort) X(raise) X(kill) X(sigaction) \
  X(signal) X(__sysv_signal) X(sigprocmask) X(tgkill) X(sigqueue) X(pthread_sigqueue) X(sigpending) X(sigwaitinfo) \
  X(sigtimedwait) X(sigsuspend) X(pause) X(sigaltstack) X(alarm) X(setitimer) X(getitimer) X(timer_settime) \
  X(timer_gettime) X(timer_getoverrun) X(timer_delete) X(fork) X(system) X(popen) \
  X(posix_spawn) X(posix_spawnp) X(timer_create) X(sigwait) X(select) X(getifaddrs) \
  X(flockfile) X(ftrylockfile) X(funlockfile)
// clang-format on

// X(field, symbol, type): the same for names that no header declares.
#define HEDDLE_REAL_SYMBOLS(X)                                                               \
  X(thread_atexit, "__cxa_thread_atexit_impl", int (*)(void (*)(void*), void*, void*))       \
  X(register_cancel, "__pthread_register_cancel", void (*)(void*))                           \
  X(unregister_cancel, "__pthread_unregister_cancel", void (*)(void*))                       \
  X(unwind_next, "__pthread_unwind_next", void (*)(void*))                                   \
  X(assert_fail, "__assert_fail", void (*)(const char*, const char*, unsigned, const char*)) \
  X(syscall, "syscall", long (*)(long, ...))                                                 \
  X(libc_start_main, "__libc_start_main",                                                    \
    int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*))

// X(field, symbol, type): what a C program or an older libc does not have. The loader allocates to say so: not while a
// malloc of the program's own is being set up, and calls what is above.
#define HEDDLE_OPTIONAL_SYMBOLS(X)                                                                    \
  X(arc4random, "arc4random", decltype(&::arc4random))                                                \
  X(arc4random_buf, "arc4random_buf", decltype(&::arc4random_buf))                                    \
  X(arc4random_uniform, "arc4random_uniform", decltype(&::arc4random_uniform))                        \
  X(cxa_guard_acquire, "__cxa_guard_acquire", int (*)(void*))                                         \
  X(cxa_guard_release, "__cxa_guard_release", void (*)(void*))                                        \
  X(cxa_guard_abort, "__cxa_guard_abort", void (*)(void*))                                            \
  X(random_device_value, "_ZNSt13random_device9_M_getvalEv", unsigned (*)(void*))                     \
  X(exception_ptr_release, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv", void (*)(void*))    \
  X(make_ready_at_exit, "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv", void (*)(void*)) \
  X(delete_exception, "_Unwind_DeleteException", void (*)(void*))

struct RealFunctions {
#define HEDDLE_REAL_FIELD(name) decltype(&::name) name;
  HEDDLE_REAL_FUNCTIONS(HEDDLE_REAL_FIELD)
#undef HEDDLE_REAL_FIELD
#define HEDDLE_REAL_FIELD(field, symbol, ...) std::type_identity_t<__VA_ARGS__> field;
  HEDDLE_REAL_SYMBOLS(HEDDLE_REAL_FIELD)
#undef HEDDLE_REAL_FIELD
};

struct OptionalFunctions {
#define HEDDLE_REAL_FIELD(field, symbol, ...) std::type_identity_t<__VA_ARGS__> field;
  HEDDLE_OPTIONAL_SYMBOLS(HEDDLE_REAL_FIELD)
#undef HEDDLE_REAL_FIELD
};

// Resolves them on first use.
[[nodiscard]] const RealFunctions& real();
[[nodiscard]] const OptionalFunctions& optional();

}  // namespace heddle::runtime
