// Every name of libc and libstdc++ we interpose, except memory functions (exports_memory.cpp), one line each: under
// control the model, on its own libc's function. The object of an operation is looked at where the operation is
// performed; what else a function is handed, here (handed.h).
#include <ifaddrs.h>
#include <pthread.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "heddle/heddle.h"
#include "runtime/entry/annotations.h"
#include "runtime/entry/libc_calls.h"
#include "runtime/entry/program_api.h"
#include "runtime/entry/start.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/signal_functions.h"
#include "runtime/machine/handed.h"
#include "runtime/machine/real.h"
#include "runtime/models/c11.h"
#include "runtime/models/clocks.h"
#include "runtime/models/library_order.h"
#include "runtime/models/locks.h"
#include "runtime/models/process.h"
#include "runtime/models/threads.h"
#include "runtime/models/waiting.h"
#include "runtime/program/library_constructors.h"
#include "runtime/schedule/failures.h"
#include "runtime/session/explore.h"
#include "runtime/state/control.h"
#include "runtime/state/virtual_time.h"
#include "runtime/uncontrolled/parallel_run.h"

using heddle::SyncKind;
using namespace heddle::runtime;  // NOLINT(google-build-using-namespace): this file is a list of names

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)
// Under control the first, else the second.
#define OR(model, libc) return controlled() ? (model) : (real().libc)
#define OR_OPTIONAL(model, libc) return controlled() ? (model) : (optional().libc)
// The same for locks. While threads run in parallel somebody may be told who holds what: what has been taken, and what
// is about to be given back.
#define OR_TAKE(model, libc, kind, lock) return controlled() ? (model) : taken(real().libc, SyncKind::kind, lock)
#define OR_GIVE(model, libc, kind, lock) return controlled() ? (model) : (give(SyncKind::kind, lock), real().libc)
#define OR_WAIT(model, libc, lock) \
  return controlled() ? (model) : (give(SyncKind::kUnlock, lock), taken_anyway(real().libc, lock))

namespace {

int taken(int error, SyncKind kind, const void* lock) {
  if (runs_in_parallel() && error == 0) [[unlikely]] {
    parallel_sync(kind, lock);
  }
  return error;
}

void give(SyncKind kind, const void* lock) {
  if (runs_in_parallel()) [[unlikely]] {
    parallel_sync(kind, lock);
  }
}

// Also where it timed out.
int taken_anyway(int error, const void* lock) {
  (void)taken(0, SyncKind::kLock, lock);
  return error;
}

int joined(int error, pthread_t thread) {
  if (runs_in_parallel() && error == 0) [[unlikely]] {
    parallel_joined(thread);
  }
  return error;
}

int create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  return runs_in_parallel() ? parallel_create(thread, attributes, function, argument)
                            : real().pthread_create(thread, attributes, function, argument);
}

[[noreturn]] void fail_in_libc(const char* expression, const char* file, unsigned line, const char* function) {
  note_parallel_assertion(expression, file, line, function);
  real_assert_fail(expression, file, line, function);
}

// int and void* results are returned in the same register.
int create_c11(thrd_t* thread, thrd_start_t function, void* argument) {
  void* const address = reinterpret_cast<void*>(function);
  return runs_in_parallel()
             ? c11_status(parallel_create(thread, nullptr, reinterpret_cast<void* (*)(void*)>(address), argument))
             : real().thrd_create(thread, function, argument);
}

}  // namespace

// A debugger stops here: the program has failed, on the stack of the thread that did.
EXPORT void heddle_before_constructors(char** environment) { take_library_constructors(environment); }
EXPORT __attribute__((noinline)) void heddle_failed(const char* what) { asm volatile("" : : "r"(what) : "memory"); }

// clang-format off
// Start and end.
EXPORT int __libc_start_main(int (*m)(int, char**, char**), int c, char** v, void (*i)(), void (*f)(), void (*r)(), void* s) { return start_program(m, c, v, i, f, r, s); }
EXPORT void exit(int s) { if (controlled()) { exit_process(s); } real().exit(s); __builtin_unreachable(); }
EXPORT void _exit(int s) { if (controlled()) { end_process(s, CALLER); } end_parallel_run(); real()._exit(s); __builtin_unreachable(); }
EXPORT void _Exit(int s) { if (controlled()) { end_process(s, CALLER); } end_parallel_run(); real()._exit(s); __builtin_unreachable(); }
EXPORT void abort() { if (controlled()) { abort_execution(); } real().abort(); __builtin_unreachable(); }
EXPORT void __assert_fail(const char* e, const char* f, unsigned l, const char* n) { if (controlled()) { fail_assertion(e, f, l, n); } fail_in_libc(e, f, l, n); }
EXPORT void __assert_perror_fail(int e, const char* f, unsigned l, const char* n) { if (controlled()) { fail_assertion(error_text(e), f, l, n); } fail_in_libc(error_text(e), f, l, n); }
EXPORT void __assert(const char* e, const char* f, int l) { if (controlled()) { fail_assertion(e, f, static_cast<unsigned>(l), nullptr); } fail_in_libc(e, f, static_cast<unsigned>(l), nullptr); }

// Threads.
EXPORT int pthread_create(pthread_t* t, const pthread_attr_t* a, void* (*f)(void*), void* x) { refuse_early_thread(); return controlled() ? (given_all(t), given(a), thread_create(t, a, f, x, CALLER)) : create(t, a, f, x); }
EXPORT int pthread_join(pthread_t t, void** r) { return controlled() ? (given(r), thread_join(t, r, kNever, CALLER)) : joined(real().pthread_join(t, r), t); }
EXPORT int pthread_tryjoin_np(pthread_t t, void** r) { return controlled() ? (given(r), thread_try_join(t, r, CALLER)) : joined(real().pthread_tryjoin_np(t, r), t); }
EXPORT int pthread_timedjoin_np(pthread_t t, void** r, const timespec* d) { return controlled() ? (given(r, d), thread_timed_join(t, r, CLOCK_REALTIME, d, CALLER)) : joined(real().pthread_timedjoin_np(t, r, d), t); }
EXPORT int pthread_clockjoin_np(pthread_t t, void** r, clockid_t c, const timespec* d) { return controlled() ? (given(r, d), thread_timed_join(t, r, c, d, CALLER)) : joined(real().pthread_clockjoin_np(t, r, c, d), t); }
EXPORT int pthread_detach(pthread_t t) { OR(thread_detach(t, CALLER), pthread_detach(t)); }
EXPORT void pthread_exit(void* r) { if (controlled()) { thread_exit(r); } real().pthread_exit(r); __builtin_unreachable(); }
EXPORT int pthread_cancel(pthread_t t) { OR(thread_cancel(t, CALLER), pthread_cancel(t)); }
EXPORT void pthread_testcancel() { if (controlled()) { cancellation_point(); } else { real().pthread_testcancel(); } }
EXPORT int pthread_setcancelstate(int s, int* o) { OR((given(o), set_cancel_state(s, o)), pthread_setcancelstate(s, o)); }
EXPORT int pthread_setcanceltype(int s, int* o) { OR((given(o), set_cancel_type(s, o)), pthread_setcanceltype(s, o)); }
EXPORT int pthread_kill(pthread_t t, int s) { OR(thread_kill(t, s, CALLER), pthread_kill(t, s)); }
EXPORT int pthread_sigqueue(pthread_t t, int s, const sigval v) { OR(thread_queue(t, s, v, CALLER), pthread_sigqueue(t, s, v)); }
EXPORT int pthread_sigmask(int h, const sigset_t* s, sigset_t* o) { OR((given(s), signal_mask(h, s, o, CALLER)), pthread_sigmask(h, s, o)); }
EXPORT int sigprocmask(int h, const sigset_t* s, sigset_t* o) { OR((given(s), with_errno(signal_mask(h, s, o, CALLER))), sigprocmask(h, s, o)); }
EXPORT int pthread_setname_np(pthread_t t, const char* n) { OR((touch(n), set_thread_title(t, n)), pthread_setname_np(t, n)); }
EXPORT int pthread_getname_np(pthread_t t, char* n, size_t s) { OR((given_all(n), get_thread_title(t, n, s)), pthread_getname_np(t, n, s)); }
EXPORT int pthread_getattr_np(pthread_t t, pthread_attr_t* a) { OR((given_all(a), get_attributes(t, a)), pthread_getattr_np(t, a)); }
EXPORT int pthread_key_create(pthread_key_t* k, void (*d)(void*)) { OR((given_all(k), key_create(k, d)), pthread_key_create(k, d)); }
EXPORT int pthread_key_delete(pthread_key_t k) { OR(key_delete(k), pthread_key_delete(k)); }
EXPORT int __cxa_thread_atexit_impl(void (*f)(void*), void* o, void* d) { return thread_at_exit(f, o, d); }
EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t* b) { cleanup_push(b); }
EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t* b) { cleanup_pop(b); }
EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t* b) { unwind_next(b); }

// Mutexes and spin locks.
EXPORT int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) { note_sharing(a); return controlled() ? (given_all(m), given(a), real().pthread_mutex_init(m, a)) : real().pthread_mutex_init(m, a); }
EXPORT int pthread_mutex_destroy(pthread_mutex_t* m) { OR(mutex_destroy(m, CALLER), pthread_mutex_destroy(m)); }
EXPORT int pthread_mutex_lock(pthread_mutex_t* m) { OR_TAKE(mutex_lock(m, CALLER), pthread_mutex_lock(m), kLock, m); }
EXPORT int pthread_mutex_trylock(pthread_mutex_t* m) { OR_TAKE(mutex_try_lock(m, CALLER), pthread_mutex_trylock(m), kLock, m); }
EXPORT int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* d) { OR_TAKE(mutex_timed_lock(m, CLOCK_REALTIME, d, CALLER), pthread_mutex_timedlock(m, d), kLock, m); }
EXPORT int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t c, const timespec* d) { OR_TAKE(mutex_timed_lock(m, c, d, CALLER), pthread_mutex_clocklock(m, c, d), kLock, m); }
EXPORT int pthread_mutex_unlock(pthread_mutex_t* m) { OR_GIVE(mutex_unlock(m, CALLER), pthread_mutex_unlock(m), kUnlock, m); }
EXPORT int pthread_mutex_consistent(pthread_mutex_t* m) { OR(mutex_consistent(m), pthread_mutex_consistent(m)); }
EXPORT int pthread_spin_init(pthread_spinlock_t* l, int p) { OR(spin_init(l), pthread_spin_init(l, p)); }
EXPORT int pthread_spin_destroy(pthread_spinlock_t* l) { OR(0, pthread_spin_destroy(l)); }
EXPORT int pthread_spin_lock(pthread_spinlock_t* l) { OR(spin_lock(l, CALLER), pthread_spin_lock(l)); }
EXPORT int pthread_spin_trylock(pthread_spinlock_t* l) { OR(spin_try_lock(l, CALLER), pthread_spin_trylock(l)); }
EXPORT int pthread_spin_unlock(pthread_spinlock_t* l) { OR(spin_unlock(l, CALLER), pthread_spin_unlock(l)); }

// Reader-writer locks.
EXPORT int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* a) { note_sharing(a); return controlled() ? (given_all(l), given(a), real().pthread_rwlock_init(l, a)) : real().pthread_rwlock_init(l, a); }
EXPORT int pthread_rwlock_destroy(pthread_rwlock_t* l) { OR(read_write_destroy(l, CALLER), pthread_rwlock_destroy(l)); }
EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t* l) { OR_TAKE((touch(l), read_lock(l, CALLER)), pthread_rwlock_rdlock(l), kLockShared, l); }
EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) { OR_TAKE(try_read_lock(l, CALLER), pthread_rwlock_tryrdlock(l), kLockShared, l); }
EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* d) { OR_TAKE((touch(l), timed_read_lock(l, CLOCK_REALTIME, d, CALLER)), pthread_rwlock_timedrdlock(l, d), kLockShared, l); }
EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t c, const timespec* d) { OR_TAKE((touch(l), timed_read_lock(l, c, d, CALLER)), pthread_rwlock_clockrdlock(l, c, d), kLockShared, l); }
EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t* l) { OR_TAKE((touch(l), write_lock(l, CALLER)), pthread_rwlock_wrlock(l), kLock, l); }
EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t* l) { OR_TAKE(try_write_lock(l, CALLER), pthread_rwlock_trywrlock(l), kLock, l); }
EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* d) { OR_TAKE((touch(l), timed_write_lock(l, CLOCK_REALTIME, d, CALLER)), pthread_rwlock_timedwrlock(l, d), kLock, l); }
EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t c, const timespec* d) { OR_TAKE((touch(l), timed_write_lock(l, c, d, CALLER)), pthread_rwlock_clockwrlock(l, c, d), kLock, l); }
EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* l) { OR_GIVE(read_write_unlock(l, CALLER), pthread_rwlock_unlock(l), kUnlock, l); }

// Condition variables, barriers, semaphores, once.
EXPORT int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* a) { note_sharing(a); OR(condition_init(c, a), pthread_cond_init(c, a)); }
EXPORT int pthread_cond_destroy(pthread_cond_t* c) { OR(condition_destroy(c, CALLER), pthread_cond_destroy(c)); }
EXPORT int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) { OR_WAIT((touch(m), condition_wait(c, m, CALLER)), pthread_cond_wait(c, m), m); }
EXPORT int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* d) { OR_WAIT((touch(m), condition_timed_wait(c, m, -1, d, CALLER)), pthread_cond_timedwait(c, m, d), m); }
EXPORT int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t k, const timespec* d) { OR_WAIT((touch(m), condition_timed_wait(c, m, k, d, CALLER)), pthread_cond_clockwait(c, m, k, d), m); }
EXPORT int pthread_cond_signal(pthread_cond_t* c) { OR(condition_signal(c, CALLER), pthread_cond_signal(c)); }
EXPORT int pthread_cond_broadcast(pthread_cond_t* c) { OR(condition_broadcast(c, CALLER), pthread_cond_broadcast(c)); }
EXPORT int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* a, unsigned n) { note_sharing(a); OR(barrier_init(b, n), pthread_barrier_init(b, a, n)); }
EXPORT int pthread_barrier_destroy(pthread_barrier_t* b) { OR(barrier_destroy(b, CALLER), pthread_barrier_destroy(b)); }
EXPORT int pthread_barrier_wait(pthread_barrier_t* b) { OR(barrier_wait(b, CALLER), pthread_barrier_wait(b)); }
EXPORT int sem_init(sem_t* s, int p, unsigned v) { note_sharing(p); OR(semaphore_init(s, p, v), sem_init(s, p, v)); }
EXPORT sem_t* sem_open(const char* n, int f, ...) { va_list l; va_start(l, f); const auto m = va_arg(l, mode_t); const auto v = va_arg(l, unsigned); va_end(l); return open_semaphore(n, f, m, v); }
EXPORT int sem_destroy(sem_t* s) { OR(semaphore_destroy(s, CALLER), sem_destroy(s)); }
EXPORT int sem_wait(sem_t* s) { OR(semaphore_wait(s, CALLER), sem_wait(s)); }
EXPORT int sem_trywait(sem_t* s) { OR(semaphore_try_wait(s, CALLER), sem_trywait(s)); }
EXPORT int sem_timedwait(sem_t* s, const timespec* d) { OR(semaphore_timed_wait(s, CLOCK_REALTIME, d, CALLER), sem_timedwait(s, d)); }
EXPORT int sem_clockwait(sem_t* s, clockid_t c, const timespec* d) { OR(semaphore_timed_wait(s, c, d, CALLER), sem_clockwait(s, c, d)); }
EXPORT int sem_post(sem_t* s) { OR(semaphore_post(s, CALLER), sem_post(s)); }
EXPORT int sem_getvalue(sem_t* s, int* v) { OR(semaphore_get_value(s, v, CALLER), sem_getvalue(s, v)); }
EXPORT int pthread_once(pthread_once_t* o, void (*f)()) { OR(once(o, f, CALLER), pthread_once(o, f)); }
EXPORT void flockfile(FILE* f) { if (controlled()) { given_all(f); stream_lock(f, CALLER); } else { real().flockfile(f); (void)taken(0, SyncKind::kLock, f); } }
EXPORT int ftrylockfile(FILE* f) { OR_TAKE((given_all(f), stream_trylock(f, CALLER)), ftrylockfile(f), kLock, f); }
EXPORT void funlockfile(FILE* f) { if (controlled()) { given_all(f); stream_unlock(f, CALLER); } else { give(SyncKind::kUnlock, f); real().funlockfile(f); } }
EXPORT int __cxa_guard_acquire(void* g) { OR_OPTIONAL(guard_acquire(g, CALLER), cxa_guard_acquire(g)); }
EXPORT void __cxa_guard_release(void* g) { if (controlled()) { guard_release(g, CALLER); } else { optional().cxa_guard_release(g); } }
EXPORT void __cxa_guard_abort(void* g) { if (controlled()) { guard_abort(g, CALLER); } else { optional().cxa_guard_abort(g); } }

// C11.
EXPORT int thrd_create(thrd_t* t, thrd_start_t f, void* x) { refuse_early_thread(); return controlled() ? (given_all(t), c11_create(t, f, x, CALLER)) : create_c11(t, f, x); }
EXPORT int thrd_join(thrd_t t, int* r) { return controlled() ? (given(r), c11_join(t, r, CALLER)) : joined(real().thrd_join(t, r), t); }
EXPORT int thrd_detach(thrd_t t) { OR(c11_status(thread_detach(t, CALLER)), thrd_detach(t)); }
EXPORT void thrd_exit(int r) { if (controlled()) { c11_exit(r); } real().thrd_exit(r); __builtin_unreachable(); }
EXPORT int thrd_sleep(const timespec* d, timespec* r) { OR(c11_sleep(d, r, CALLER), thrd_sleep(d, r)); }
EXPORT void thrd_yield() { if (controlled()) { yield(CALLER); } else { real().thrd_yield(); } }
EXPORT int mtx_init(mtx_t* m, int k) { OR((given_all(m), real().mtx_init(m, k)), mtx_init(m, k)); }
EXPORT void mtx_destroy(mtx_t* m) { if (controlled()) { mutex_destroy(c11_mutex(m), CALLER); } else { real().mtx_destroy(m); } }
EXPORT int mtx_lock(mtx_t* m) { OR_TAKE(c11_status(mutex_lock(c11_mutex(m), CALLER)), mtx_lock(m), kLock, m); }
EXPORT int mtx_trylock(mtx_t* m) { OR_TAKE(c11_status(mutex_try_lock(c11_mutex(m), CALLER)), mtx_trylock(m), kLock, m); }
EXPORT int mtx_timedlock(mtx_t* m, const timespec* d) { OR_TAKE(c11_status(mutex_timed_lock(c11_mutex(m), CLOCK_REALTIME, d, CALLER)), mtx_timedlock(m, d), kLock, m); }
EXPORT int mtx_unlock(mtx_t* m) { OR_GIVE(c11_status(mutex_unlock(c11_mutex(m), CALLER)), mtx_unlock(m), kUnlock, m); }
EXPORT int cnd_init(cnd_t* c) { OR(c11_status(condition_init(c11_condition(c), nullptr)), cnd_init(c)); }
EXPORT void cnd_destroy(cnd_t* c) { if (controlled()) { condition_destroy(c11_condition(c), CALLER); } else { real().cnd_destroy(c); } }
EXPORT int cnd_wait(cnd_t* c, mtx_t* m) { OR_WAIT((touch(m), c11_status(condition_wait(c11_condition(c), c11_mutex(m), CALLER))), cnd_wait(c, m), m); }
EXPORT int cnd_timedwait(cnd_t* c, mtx_t* m, const timespec* d) { OR_WAIT((touch(m), c11_status(condition_timed_wait(c11_condition(c), c11_mutex(m), -1, d, CALLER))), cnd_timedwait(c, m, d), m); }
EXPORT int cnd_signal(cnd_t* c) { OR(c11_status(condition_signal(c11_condition(c), CALLER)), cnd_signal(c)); }
EXPORT int cnd_broadcast(cnd_t* c) { OR(c11_status(condition_broadcast(c11_condition(c), CALLER)), cnd_broadcast(c)); }
EXPORT void call_once(once_flag* o, void (*f)()) { if (controlled()) { once(c11_once(o), f, CALLER); } else { real().call_once(o, f); } }
EXPORT int tss_create(tss_t* k, tss_dtor_t d) { OR((given_all(k), c11_status(key_create(k, d))), tss_create(k, d)); }
EXPORT void tss_delete(tss_t k) { if (controlled()) { key_delete(k); } else { real().tss_delete(k); } }

// Time.
EXPORT int sched_yield() { OR((yield(CALLER), 0), sched_yield()); }
EXPORT unsigned sleep(unsigned s) { OR(sleep_seconds(s, CALLER), sleep(s)); }
EXPORT int usleep(useconds_t u) { OR(sleep_microseconds(u, CALLER), usleep(u)); }
EXPORT int nanosleep(const timespec* d, timespec* r) { OR(with_errno(sleep_for(d, r, CALLER)), nanosleep(d, r)); }
EXPORT int clock_nanosleep(clockid_t c, int f, const timespec* d, timespec* r) { OR(clock_sleep(c, f, d, r, CALLER), clock_nanosleep(c, f, d, r)); }
EXPORT int clock_gettime(clockid_t c, timespec* t) { OR((given_all(t), with_errno(read_clock(c, *t) ? 0 : EINVAL)), clock_gettime(c, t)); }
EXPORT int gettimeofday(timeval* t, void* z) { OR((given_all(t), time_of_day(t)), gettimeofday(t, z)); }
EXPORT time_t time(time_t* t) { OR((given(t), seconds_since_epoch(t)), time(t)); }
EXPORT clock_t clock() { OR(processor_clock(), clock()); }
EXPORT int timespec_get(timespec* t, int b) { OR((given_all(t), get_timespec(t, b)), timespec_get(t, b)); }

// Identity and chance.
EXPORT pid_t getpid() { OR(process_number(), getpid()); }
EXPORT pid_t getppid() { OR(process_number() - 1, getppid()); }
EXPORT pid_t gettid() { OR(thread_number(), gettid()); }
EXPORT ssize_t getrandom(void* p, size_t n, unsigned f) { OR(random_into(p, n), getrandom(p, n, f)); }
EXPORT int getentropy(void* p, size_t n) { OR(entropy_into(p, n), getentropy(p, n)); }
EXPORT uint32_t arc4random() { OR_OPTIONAL(random_word(), arc4random()); }
EXPORT void arc4random_buf(void* p, size_t n) { if (controlled()) { touch_to_write(p, n); random_into(p, n); } else { optional().arc4random_buf(p, n); } }
EXPORT uint32_t arc4random_uniform(uint32_t n) { OR_OPTIONAL(random_below(n), arc4random_uniform(n)); }
EXPORT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** p) { release_exception(p, CALLER); }
EXPORT void _Unwind_DeleteException(_Unwind_Exception* e) { if (controlled()) { drop_thrown(e, CALLER); } optional().delete_exception(e); }
EXPORT void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(void* r) { make_ready_at_exit(r); }
EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void* d) { OR_OPTIONAL(random_word(), random_device_value(d)); }
EXPORT unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void* d) { OR_OPTIONAL(random_word(), random_device_value(d)); }

// Signals and raw system calls.
EXPORT int raise(int s) { OR(raise_signal(s, CALLER), raise(s)); }
EXPORT int kill(pid_t p, int s) { OR(signal_function(SYS_kill, CALLER, p, s), kill(p, s)); }
EXPORT int tgkill(pid_t p, pid_t t, int s) { OR(signal_function(SYS_tgkill, CALLER, p, t, s), tgkill(p, t, s)); }
EXPORT int sigqueue(pid_t p, int s, const sigval v) { OR(queue_signal(p, s, v, CALLER), sigqueue(p, s, v)); }
EXPORT int sigaction(int s, const struct sigaction* a, struct sigaction* o) { OR((given(a, o), signal_handler(s, a, o, CALLER)), sigaction(s, a, o)); }
EXPORT sighandler_t signal(int s, sighandler_t h) { OR(simple_signal_handler(s, h, SA_RESTART, CALLER), signal(s, h)); }
EXPORT sighandler_t __sysv_signal(int s, sighandler_t h) { OR(simple_signal_handler(s, h, static_cast<int>(SA_RESETHAND) | SA_NODEFER, CALLER), __sysv_signal(s, h)); }
EXPORT int sigpending(sigset_t* s) { OR(pending_signals(s, CALLER), sigpending(s)); }
EXPORT int sigwait(const sigset_t* s, int* n) { OR(wait_for_signal(s, n, CALLER), sigwait(s, n)); }
EXPORT int sigwaitinfo(const sigset_t* s, siginfo_t* i) { OR(timed_wait_for_signal(s, i, nullptr, CALLER), sigwaitinfo(s, i)); }
EXPORT int sigtimedwait(const sigset_t* s, siginfo_t* i, const timespec* t) { OR(timed_wait_for_signal(s, i, t, CALLER), sigtimedwait(s, i, t)); }
EXPORT int sigsuspend(const sigset_t* s) { OR(signal_function(SYS_rt_sigsuspend, CALLER, argument(s), 8), sigsuspend(s)); }
EXPORT int pause() { OR(signal_function(SYS_pause, CALLER), pause()); }
EXPORT int sigaltstack(const stack_t* s, stack_t* o) { OR(signal_function(SYS_sigaltstack, CALLER, argument(s), argument(o)), sigaltstack(s, o)); }
EXPORT unsigned alarm(unsigned s) { OR(static_cast<unsigned>(signal_function(SYS_alarm, CALLER, s)), alarm(s)); }
EXPORT int setitimer(__itimer_which_t w, const itimerval* n, itimerval* o) { OR(signal_function(SYS_setitimer, CALLER, w, argument(n), argument(o)), setitimer(w, n, o)); }
EXPORT int getitimer(__itimer_which_t w, itimerval* o) { OR(signal_function(SYS_getitimer, CALLER, w, argument(o)), getitimer(w, o)); }
EXPORT int timer_create(clockid_t c, struct sigevent* e, timer_t* t) { OR((given(e), given_all(t), make_timer(c, e, t, CALLER)), timer_create(c, e, t)); }
EXPORT int timer_settime(timer_t t, int f, const itimerspec* n, itimerspec* o) { OR(signal_function(SYS_timer_settime, CALLER, argument(t), f, argument(n), argument(o)), timer_settime(t, f, n, o)); }
EXPORT int timer_gettime(timer_t t, itimerspec* o) { OR(signal_function(SYS_timer_gettime, CALLER, argument(t), argument(o)), timer_gettime(t, o)); }
EXPORT int timer_getoverrun(timer_t t) { OR(signal_function(SYS_timer_getoverrun, CALLER, argument(t)), timer_getoverrun(t)); }
EXPORT int timer_delete(timer_t t) { OR(signal_function(SYS_timer_delete, CALLER, argument(t)), timer_delete(t)); }
EXPORT long syscall(long n, ...) { va_list l; va_start(l, n); const long a[6] = {va_arg(l, long), va_arg(l, long), va_arg(l, long), va_arg(l, long), va_arg(l, long), va_arg(l, long)}; va_end(l); return raw_system_call(n, a, CALLER); }
EXPORT int select(int n, fd_set* r, fd_set* w, fd_set* x, timeval* t) { OR((given(t), select_call(n, r, w, x, t, CALLER)), select(n, r, w, x, t)); }
EXPORT int getifaddrs(ifaddrs** l) { OR((given_all(l), network_interfaces(l, CALLER)), getifaddrs(l)); }

// Child processes: libc makes them by system calls.
EXPORT pid_t fork() { refuse_without_dispatch("fork"); return real().fork(); }
EXPORT int system(const char* c) { refuse_without_dispatch("system"); return real().system(c); }
EXPORT FILE* popen(const char* c, const char* m) { refuse_without_dispatch("popen"); return real().popen(c, m); }
EXPORT int posix_spawn(pid_t* p, const char* f, const posix_spawn_file_actions_t* a, const posix_spawnattr_t* t, char* const* v, char* const* e) { refuse_without_dispatch("posix_spawn"); OR(spawn_child(real().posix_spawn, p, f, a, t, v, e), posix_spawn(p, f, a, t, v, e)); }
EXPORT int posix_spawnp(pid_t* p, const char* f, const posix_spawn_file_actions_t* a, const posix_spawnattr_t* t, char* const* v, char* const* e) { refuse_without_dispatch("posix_spawnp"); OR(spawn_child(real().posix_spawnp, p, f, a, t, v, e), posix_spawnp(p, f, a, t, v, e)); }

// What there is no executor for yet, by the name the program used.

// heddle.h.
EXPORT void heddle_start() { program_loop_start(); }
EXPORT int heddle_restart() { return program_loop_restart(); }
EXPORT int heddle_choose(int n) { return program_choose(n, CALLER); }
EXPORT void heddle_assume(int c) { program_assume(c); }
EXPORT void heddle_yield() { if (controlled()) { yield(CALLER); } }
EXPORT void heddle_atomic_begin() { program_atomic_begin(CALLER); }
EXPORT void heddle_atomic_end() { program_atomic_end(); }
EXPORT void heddle_annotate_acquire(const volatile void* p) { annotate_acquire(p, CALLER); }
EXPORT void heddle_annotate_release(const volatile void* p) { annotate_release(p, CALLER); }
EXPORT void heddle_annotate_benign_race(const volatile void* p, unsigned long n) { annotate_benign_race(p, n); }
EXPORT void heddle_annotate_ignore(int begins) { begins != 0 ? annotate_ignore_begin(heddle::kIgnoreReads | heddle::kIgnoreWrites) : annotate_ignore_end(heddle::kIgnoreReads | heddle::kIgnoreWrites); }
EXPORT heddle_exploration heddle_explore(int (*b)(void*), void* x, const heddle_explore_call* c) { return explore(b, x, *c, CALLER); }
EXPORT void heddle_fail(const char* f, int l, const char* m) { program_fail(f, l, m); }
EXPORT int heddle_is_active() { return controlled() ? 1 : 0; }
// clang-format on
