// Condition variables, semaphores, barriers, once-only initialisation, futexes. All return what the function of that
// name returns: an error number for pthreads, -1 and errno for semaphores, -errno for the futex system call.
#pragma once

#include <pthread.h>
#include <semaphore.h>

#include <cstdint>

namespace heddle::runtime {

int condition_init(pthread_cond_t* condition, const pthread_condattr_t* attributes);
int condition_destroy(pthread_cond_t* condition, const void* caller);
int condition_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* caller);
// `clock` -1: the condition's own.
int condition_timed_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* deadline,
                         const void* caller);
int condition_signal(pthread_cond_t* condition, const void* caller);
int condition_broadcast(pthread_cond_t* condition, const void* caller);

int semaphore_init(sem_t* semaphore, int shared, unsigned value);
int semaphore_destroy(sem_t* semaphore, const void* caller);
int semaphore_wait(sem_t* semaphore, const void* caller);
int semaphore_try_wait(sem_t* semaphore, const void* caller);
int semaphore_timed_wait(sem_t* semaphore, clockid_t clock, const timespec* deadline, const void* caller);
int semaphore_post(sem_t* semaphore, const void* caller);
int semaphore_get_value(sem_t* semaphore, int* value, const void* caller);

int barrier_init(pthread_barrier_t* barrier, unsigned count);
int barrier_destroy(pthread_barrier_t* barrier, const void* caller);
int barrier_wait(pthread_barrier_t* barrier, const void* caller);

int once(pthread_once_t* control, void (*routine)(), const void* caller);
// Itanium C++ ABI: 1 if the caller must initialise.
int guard_acquire(void* guard, const void* caller);
void guard_release(void* guard, const void* caller);
void guard_abort(void* guard, const void* caller);

// The futex system call.
long futex(const void* word, int operation, std::uint32_t value, long timeout_or_count, const void* second,
           std::uint32_t third, const void* caller);

}  // namespace heddle::runtime
