#include "runtime/models/c11.h"

#include <cerrno>
#include <cstdint>

#include "runtime/models/clocks.h"
#include "runtime/models/threads.h"

namespace heddle::runtime {

int c11_status(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ETIMEDOUT:
      return thrd_timedout;
    case ENOMEM:
      return thrd_nomem;
    default:
      return thrd_error;
  }
}

int c11_create(thrd_t* handle, thrd_start_t start, void* argument, const void* caller) {
  // int and void* results are returned in the same register; c11_join reads the int half.
  void* const address = reinterpret_cast<void*>(start);
  return c11_status(thread_create(handle, nullptr, reinterpret_cast<void* (*)(void*)>(address), argument, caller));
}

int c11_join(thrd_t handle, int* result, const void* caller) {
  void* value = nullptr;
  const int error = thread_join(handle, &value, kNever, caller);
  if (error == 0 && result != nullptr) {
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  }
  return c11_status(error);
}

void c11_exit(int result) { thread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result))); }

int c11_sleep(const timespec* duration, timespec* remaining, const void* caller) {
  if (const int error = sleep_for(duration, remaining, caller); error != 0) {
    return error == EINTR ? -1 : -2;
  }
  return 0;
}

}  // namespace heddle::runtime
