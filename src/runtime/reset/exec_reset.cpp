#include "runtime/reset/exec_reset.h"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "core/hash.h"
#include "runtime/contexts/carriers.h"
#include "runtime/contexts/pool.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_memory.h"
#include "runtime/program/modules.h"

namespace heddle::runtime {
namespace {

constexpr int kStreams = 3;

// How the process with the engine was started.
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

// The strings of such a file, whatever constructors have made of argv and environ. The kernel has no room for more.
char** strings_of(const char* path) {
  constexpr std::size_t kCapacity = std::size_t{8} << 20U;
  auto* const text = static_cast<char*>(own_pages(kCapacity));
  const long file = system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY);
  std::size_t size = 0;
  long part = 0;
  while ((part = system_call(SYS_read, file, reinterpret_cast<long>(text + size),
                             static_cast<long>(kCapacity - size))) > 0) {
    size += static_cast<std::size_t>(part);
  }
  if (file < 0 || part < 0) {
    denied("cannot read ", path);
  }
  system_call(SYS_close, file);
  const auto count = static_cast<std::size_t>(std::count(text, text + size, '\0'));
  auto** strings = static_cast<char**>(own_allocate((count + 1) * sizeof(char*)));
  char* next = text;
  for (std::size_t index = 0; index < count; ++index) {
    strings[index] = next;
    next += std::strlen(next) + 1;
  }
  strings[count] = nullptr;
  return strings;
}

}  // namespace

void remember_start() {
  start.path = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  start.arguments = strings_of("/proc/self/cmdline");
  start.environment = strings_of("/proc/self/environ");
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
  for (const long inherited : {long{renewal().memory_descriptor}, long{renewal().variables_descriptor},
                               segment_descriptor(), long{worker_segment().request.hunt.reached_descriptor}}) {
    system_call(SYS_fcntl, inherited, F_SETFD, 0);
  }
  return_processors();
  system_call(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE);  // the loader reads it, and this setting lasts
  system_call(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&start.signal_mask), 0, sizeof start.signal_mask);
  system_call(SYS_execve, reinterpret_cast<long>(start.path), reinterpret_cast<long>(start.arguments),
              reinterpret_cast<long>(start.environment));
  unsupported(
      "exec reset of a program whose path leads nowhere any more (has a library changed the working directory?)");
}

void compare_layout() {
  std::uint64_t layout = 0;
  for (std::size_t index = 0; index < module_count(); ++index) {
    const Module& module = module_at(index);
    layout = combine(layout, module.base);
    layout = combine(layout, hash_bytes(module.path));
  }
  for (const std::uintptr_t place :
       {reinterpret_cast<std::uintptr_t>(&worker_segment()), main_stack_end(), main_stack_start(),
        thread_pointer_of_slot(0), thread_pointer_of_slot(1), engine_thread_pointer()}) {
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
