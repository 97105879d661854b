// C11 threads: glibc's types wrap the pthread ones, so only return values and start functions differ.
#pragma once

#include <pthread.h>
#include <threads.h>

namespace heddle::runtime {

[[nodiscard]] int c11_status(int error);
int c11_create(thrd_t* handle, thrd_start_t start, void* argument, const void* caller);
int c11_join(thrd_t handle, int* result, const void* caller);
[[noreturn]] void c11_exit(int result);
int c11_sleep(const timespec* duration, timespec* remaining, const void* caller);

inline pthread_mutex_t* c11_mutex(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
inline pthread_cond_t* c11_condition(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }
inline pthread_once_t* c11_once(once_flag* flag) { return reinterpret_cast<pthread_once_t*>(flag); }

}  // namespace heddle::runtime
