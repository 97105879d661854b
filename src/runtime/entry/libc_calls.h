// Small libc functions as the target sees them: conversions of units, errno, identity, chance.
#pragma once

#include <ifaddrs.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// 0 for 0; otherwise sets errno and gives -1.
int with_errno(int error);
const char* error_text(int error);
[[noreturn]] void real_assert_fail(const char* expression, const char* file, unsigned line, const char* function);

unsigned sleep_seconds(unsigned seconds, const void* caller);
int sleep_microseconds(useconds_t microseconds, const void* caller);
int clock_sleep(clockid_t clock, int flags, const timespec* time, timespec* left, const void* caller);
int time_of_day(timeval* time);
time_t seconds_since_epoch(time_t* out);
clock_t processor_clock();
int get_timespec(timespec* time, int base);

pid_t process_number();
pid_t thread_number();
ssize_t random_into(void* to, std::size_t size);
int entropy_into(void* to, std::size_t size);
std::uint32_t random_word();
std::uint32_t random_below(std::uint32_t bound);

int thread_timed_join(pthread_t handle, void** result, clockid_t clock, const timespec* deadline, const void* caller);
int set_cancel_type(int type, int* before);
int get_attributes(pthread_t handle, pthread_attr_t* attributes);
int set_thread_title(pthread_t handle, const char* title);
int get_thread_title(pthread_t handle, char* title, std::size_t size);
int thread_at_exit(void (*function)(void*), void* object, void* library);
void cleanup_push(void* buffer);
void cleanup_pop(void* buffer);
[[noreturn]] void unwind_next(void* buffer);

// A library's constructor that creates a thread does so before heddle has taken over.
void refuse_early_thread();
// Ends the process with the name of what cannot be done, if under control and where system calls are not dispatched: what libc does inside is not seen then.
void refuse_without_dispatch(const char* function);

// Of a primitive that is initialised: whether other processes are to use it. A child would not find a model there.
void note_sharing(const pthread_mutexattr_t* attributes);
void note_sharing(const pthread_rwlockattr_t* attributes);
void note_sharing(const pthread_condattr_t* attributes);
void note_sharing(const pthread_barrierattr_t* attributes);
void note_sharing(int shared);
// A named semaphore, which other processes can open, too.
sem_t* open_semaphore(const char* name, int flags, mode_t mode, unsigned value);

// select as glibc has it makes another system call; --no-dispatch would not see it.
int select_call(int limit, fd_set* readers, fd_set* writers, fd_set* others, timeval* timeout, const void* caller);
long raw_system_call(long number, const long (&arguments)[6], const void* caller);

// The machine has one, lo with 127.0.0.1. As in libc the list is a single block.
int network_interfaces(ifaddrs** list, const void* caller);

}  // namespace heddle::runtime
