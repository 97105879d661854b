#include "runtime/entry/libc_calls.h"

#include <net/if.h>
#include <netinet/in.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/entry/allocation.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/streams.h"
#include "runtime/kernel/syscalls.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/own_text.h"
#include "runtime/machine/probing.h"
#include "runtime/machine/real.h"
#include "runtime/models/clocks.h"
#include "runtime/models/threads.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {

int with_errno(int error) {
  if (error == 0) {
    return 0;
  }
  errno = error;
  return -1;
}

const char* error_text(int error) { return std::strerror(error); }

void real_assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  real().assert_fail(expression, file, line, function);
  __builtin_unreachable();
}

unsigned sleep_seconds(unsigned seconds, const void* caller) {
  const timespec duration{.tv_sec = static_cast<time_t>(seconds), .tv_nsec = 0};
  timespec left{};
  return sleep_for(&duration, &left, caller) == 0 ? 0
                                                  : static_cast<unsigned>(left.tv_sec) + (left.tv_nsec == 0 ? 0 : 1);
}

int sleep_microseconds(useconds_t microseconds, const void* caller) {
  const timespec duration{.tv_sec = static_cast<time_t>(microseconds / 1'000'000),
                          .tv_nsec = static_cast<long>(microseconds % 1'000'000) * 1000};
  return with_errno(sleep_for(&duration, nullptr, caller));
}

int clock_sleep(clockid_t clock, int flags, const timespec* time, timespec* left, const void* caller) {
  return (flags & TIMER_ABSTIME) != 0 ? sleep_until(clock, time, caller) : sleep_for(time, left, caller);
}

int time_of_day(timeval* time) {
  timespec now{};
  (void)read_clock(CLOCK_REALTIME, now);
  *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

time_t seconds_since_epoch(time_t* out) {
  timespec now{};
  (void)read_clock(CLOCK_REALTIME, now);
  if (out != nullptr) {
    *out = now.tv_sec;
  }
  return now.tv_sec;
}

clock_t processor_clock() {
  timespec now{};
  (void)read_clock(CLOCK_PROCESS_CPUTIME_ID, now);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}

int get_timespec(timespec* time, int base) { return base == TIME_UTC && read_clock(CLOCK_REALTIME, *time) ? base : 0; }

pid_t process_number() { return virtual_process(); }
pid_t thread_number() { return virtual_thread(); }

ssize_t random_into(void* to, std::size_t size) {
  if (!can_write(reinterpret_cast<std::uintptr_t>(to), size)) {
    return with_errno(EFAULT);
  }
  fill_random(static_cast<unsigned char*>(to), size);
  return static_cast<ssize_t>(size);
}

int entropy_into(void* to, std::size_t size) {
  if (size > 256) {
    return with_errno(EIO);
  }
  return random_into(to, size) < 0 ? -1 : 0;
}

std::uint32_t random_word() { return static_cast<std::uint32_t>(next_random() >> 32U); }

std::uint32_t random_below(std::uint32_t bound) {
  return bound < 2 ? 0 : static_cast<std::uint32_t>((std::uint64_t{random_word()} * bound) >> 32U);
}

int thread_timed_join(pthread_t handle, void** result, clockid_t clock, const timespec* absolute, const void* caller) {
  std::uint64_t deadline = kNever;
  if (absolute != nullptr && !deadline_of(clock, absolute, deadline)) {
    return EINVAL;
  }
  return thread_join(handle, result, deadline, caller);
}

int set_cancel_type(int type, int* before) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) {
    return EINVAL;
  }
  bool& asynchronous = current_thread().cancel_asynchronous;
  if (before != nullptr) {
    *before = asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  }
  asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (asynchronous) {
    cancellation_point();
  }
  return 0;
}

int get_attributes(pthread_t handle, pthread_attr_t* attributes) {
  const Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  const int error = real().pthread_getattr_np(handle, attributes);
  if (error != 0) {
    return error;
  }
  pthread_attr_setdetachstate(attributes, target->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  if (target->own_stack != nullptr) {
    pthread_attr_setstack(attributes, target->own_stack, target->own_stack_size);
  }
  return 0;
}

int set_thread_title(pthread_t handle, const char* title) {
  Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  const std::size_t size = std::strlen(title) + 1;
  if (size > sizeof target->title) {
    return ERANGE;
  }
  std::memcpy(target->title, title, size);
  return 0;
}

int get_thread_title(pthread_t handle, char* title, std::size_t size) {
  const Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  const char* source = target->title[0] != '\0' ? target->title : program_invocation_short_name;
  if (size < sizeof target->title) {
    return ERANGE;
  }
  std::memset(title, 0, sizeof target->title);
  for (std::size_t index = 0; index + 1 < sizeof target->title && source[index] != '\0'; ++index) {
    title[index] = source[index];
  }
  return 0;
}

int thread_at_exit(void (*function)(void*), void* object, void* library) {
  if (!controlled()) {
    return real().thread_atexit(function, object, library);
  }
  register_destructor(function, object);
  return 0;
}

void cleanup_push(void* buffer) {
  if (controlled()) {
    push_cleanup(buffer);
  } else {
    real().register_cancel(buffer);
  }
}

void cleanup_pop(void* buffer) {
  if (controlled()) {
    pop_cleanup(buffer);
  } else {
    real().unregister_cancel(buffer);
  }
}

void unwind_next(void* buffer) {
  if (controlled()) {
    continue_unwinding();
  }
  real().unwind_next(buffer);
  __builtin_unreachable();
}

void refuse_early_thread() {
  if (is_free()) {
    unsupported("a thread in a child process that has not called exec");
  }
  if (!controlled() && own_heap()) {
    need_library_constructors();
  }
}

void note_sharing(int shared) {
  if (controlled() && shared != PTHREAD_PROCESS_PRIVATE) {
    state().shares_primitives = true;
  }
}

namespace {

template <typename Attributes>
void note_attributes(const Attributes* attributes, int (*read)(const Attributes*, int*)) {
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) {
    read(attributes, &shared);
  }
  note_sharing(shared);
}

}  // namespace

void note_sharing(const pthread_mutexattr_t* attributes) { note_attributes(attributes, pthread_mutexattr_getpshared); }
void note_sharing(const pthread_rwlockattr_t* attributes) {
  note_attributes(attributes, pthread_rwlockattr_getpshared);
}
void note_sharing(const pthread_condattr_t* attributes) { note_attributes(attributes, pthread_condattr_getpshared); }
void note_sharing(const pthread_barrierattr_t* attributes) {
  note_attributes(attributes, pthread_barrierattr_getpshared);
}

sem_t* open_semaphore(const char* name, int flags, mode_t mode, unsigned value) {
  if (controlled() && children_present()) {
    unsupported("a primitive shared between processes");
  }
  sem_t* semaphore = real().sem_open(name, flags, mode, value);
  if (semaphore != SEM_FAILED) {
    note_sharing(PTHREAD_PROCESS_SHARED);
  }
  return semaphore;
}

void refuse_without_dispatch(const char* function) {
  if (controlled() && !dispatching()) {
    unsupported(function);
  }
}

long raw_system_call(long number, const long (&a)[6], const void* caller) {
  if (!controlled()) {
    return real().syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
  if (number == SYS_clone && a[1] != 0) {
    unsupported("clone");  // it would have to return on another stack
  }
  const long result = handle_system_call(number, a, caller);
  if (result < 0 && result > -4096) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}

int select_call(int limit, fd_set* readers, fd_set* writers, fd_set* others, timeval* timeout, const void* caller) {
  if (!dispatching()) {
    unsupported("select");
  }
  const long arguments[6] = {limit,
                             reinterpret_cast<long>(readers),
                             reinterpret_cast<long>(writers),
                             reinterpret_cast<long>(others),
                             reinterpret_cast<long>(timeout),
                             0};
  return static_cast<int>(raw_system_call(SYS_select, arguments, caller));
}

int network_interfaces(ifaddrs** list, const void* caller) {
  struct Loopback {
    ifaddrs entry;
    sockaddr_in address;
    sockaddr_in mask;
    char name[3];
  };
  void* memory = allocate(sizeof(Loopback), caller);
  if (memory == nullptr) {
    return -1;
  }
  auto* loopback = new (memory) Loopback{};
  loopback->address = {.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
  loopback->mask = {.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(IN_CLASSA_NET)}, .sin_zero = {}};
  std::memcpy(loopback->name, "lo", sizeof loopback->name);
  loopback->entry.ifa_name = loopback->name;
  loopback->entry.ifa_flags = IFF_UP | IFF_LOOPBACK | IFF_RUNNING;
  loopback->entry.ifa_addr = reinterpret_cast<sockaddr*>(&loopback->address);
  loopback->entry.ifa_netmask = reinterpret_cast<sockaddr*>(&loopback->mask);
  *list = &loopback->entry;
  return 0;
}

}  // namespace heddle::runtime
