// Threads of the target: birth, death, joining, cancellation, thread-specific data. Return values as pthreads'.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

// The models of a new execution: main alone, about to call `entry`.
void begin_with_main(void (*entry)());
// In the test loop: main is running; everything else starts anew.
void restart_with_main();

int thread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                  const void* caller);
int thread_join(pthread_t handle, void** result, std::uint64_t deadline, const void* caller);
int thread_try_join(pthread_t handle, void** result, const void* caller);
int thread_detach(pthread_t handle, const void* caller);
[[noreturn]] void thread_exit(void* result);
// nullptr for what is no thread of this execution.
[[nodiscard]] Thread* thread_of(pthread_t handle);

int thread_cancel(pthread_t handle, const void* caller);
// Acts on a pending request.
void cancellation_point();
int set_cancel_state(int state, int* before);
// A signalled, or cancelled, condition wait: the thread must take its mutex again.
void wake_condition_waiter(Thread& waiter);

// thread_local destructors (__cxa_thread_atexit_impl) and thread-specific data.
void register_destructor(void (*function)(void*), void* object);
void run_thread_local_destructors(Thread& self);
void run_key_destructors();
int key_create(pthread_key_t* key, void (*destructor)(void*));
int key_delete(pthread_key_t key);

// Clean-up buffers of C code compiled without exceptions; `buffer` is a __pthread_unwind_buf_t.
void push_cleanup(void* buffer);
void pop_cleanup(void* buffer);
[[noreturn]] void continue_unwinding();

}  // namespace heddle::runtime
