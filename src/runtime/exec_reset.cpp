#include "runtime/exec_reset.h"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "core/hash.h"
#include "runtime/arch.h"
#include "runtime/carriers.h"
#include "runtime/fatal.h"
#include "runtime/modules.h"
#include "runtime/own_memory.h"
#include "runtime/pool.h"
#include "runtime/worker.h"

namespace heddle::runtime {
namespace {

constexpr int kStreams = 3;

// How the process with the engine was started. The strings are where the kernel has put them.
struct Start {
  const char* path;
  char** arguments;
  char** environment;
  std::uint64_t signal_mask;
  long streams[kStreams];  // copies of the standard descriptors; negative: there was none
};
Start start;

segment::Renewal& renewal() { return worker_segment().result.renewal; }

// As high as we would like, or as the limit of open files allows. Programs that are executed do not see it.
long move_high(long descriptor) {
  for (long lowest = 1000; lowest > STDERR_FILENO; lowest /= 2) {
    if (const long moved = system_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, lowest); moved >= 0) {
      return moved;
    }
  }
  return -1;
}

// The environment as it was, whatever constructors have made of it: the kernel puts the path behind its last string.
char** initial_environment(char* begin, const char* end) {
  std::size_t count = 0;
  for (const char* entry = begin; entry < end; entry += std::strlen(entry) + 1) {
    ++count;
  }
  auto** environment = static_cast<char**>(own_allocate((count + 1) * sizeof(char*)));
  char** next = environment;
  for (char* entry = begin; entry < end; entry += std::strlen(entry) + 1) {
    *next++ = entry;
  }
  *next = nullptr;
  return environment;
}

}  // namespace

bool executed_anew() {
  const std::int32_t engine = renewal().engine_process;
  return engine != 0 && engine != system_call(SYS_getpid);
}

void remember_start(int argc, char** argv) {
  start.path = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  start.arguments = static_cast<char**>(own_allocate((static_cast<std::size_t>(argc) + 1) * sizeof(char*)));
  std::memcpy(static_cast<void*>(start.arguments), static_cast<const void*>(argv),
              (static_cast<std::size_t>(argc) + 1) * sizeof(char*));
  char* const last = argv[argc - 1];
  start.environment = initial_environment(last + std::strlen(last) + 1, start.path);
  system_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, reinterpret_cast<long>(&start.signal_mask), sizeof start.signal_mask);
  for (int stream = 0; stream < kStreams; ++stream) {
    start.streams[stream] = move_high(stream);
  }
  renewal().engine_process = static_cast<std::int32_t>(system_call(SYS_getpid));
}

void execute_program() {
  for (int stream = 0; stream < kStreams; ++stream) {
    if (start.streams[stream] >= 0) {
      system_call(SYS_dup3, start.streams[stream], stream, 0);
    } else {
      system_call(SYS_close, stream);
    }
  }
  for (const long inherited :
       {long{renewal().memory_descriptor}, long{renewal().variables_descriptor}, segment_descriptor()}) {
    system_call(SYS_fcntl, inherited, F_SETFD, 0);
  }
  return_processors();
  system_call(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&start.signal_mask), 0, sizeof start.signal_mask);
  system_call(SYS_execve, reinterpret_cast<long>(start.path), reinterpret_cast<long>(start.arguments),
              reinterpret_cast<long>(start.environment));
  unsupported("exec reset of a program that cannot be executed again from where it has gone");
}

void compare_layout(std::uintptr_t child_stack) {
  std::uint64_t layout = 0;
  for (std::size_t index = 0; index < module_count(); ++index) {
    const Module& module = module_at(index);
    layout = combine(layout, module.base);
    layout = combine(layout, hash_bytes(module.path));
  }
  for (const std::uintptr_t place :
       {reinterpret_cast<std::uintptr_t>(&worker_segment()), main_stack_end(), main_stack_start(),
        thread_pointer_of_slot(0), thread_pointer_of_slot(1), engine_thread_pointer(), child_stack}) {
    layout = combine(layout, place);
  }
  if (!executed_anew()) {
    renewal().layout = layout;
  } else if (renewal().layout != layout) {
    unsupported("exec reset where libraries or stacks have other addresses in every process");
  }
}

long make_shared_file(long size) {
  const long low = system_call(SYS_memfd_create, reinterpret_cast<long>("heddle"), MFD_CLOEXEC);
  const long file = low < 0 ? low : move_high(low);
  system_call(SYS_close, low);
  return file >= 0 && system_call(SYS_ftruncate, file, size) == 0 ? file : -1;
}

}  // namespace heddle::runtime
