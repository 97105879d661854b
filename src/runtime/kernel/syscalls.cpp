#include "runtime/kernel/syscalls.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/hash.h"
#include "runtime/contexts/carriers.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/descriptors.h"
#include "runtime/kernel/file_locks.h"
#include "runtime/kernel/kernel_memory.h"
#include "runtime/kernel/path_names.h"
#include "runtime/kernel/streams.h"
#include "runtime/kernel/syscall_names.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/models/clocks.h"
#include "runtime/models/process.h"
#include "runtime/models/waiting.h"
#include "runtime/program/modules.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/spin.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {

namespace {

using Arguments = const long (&)[6];

std::uintptr_t initial_mapping = 0;
long first_free_descriptor = 3;
bool descriptors_changed = false;

// What is mapped there is the execution's own. All else is part of the state that the next one begins with.
bool is_own_mapping(long address) {
  return static_cast<std::uintptr_t>(address) >= kMappingsLow && static_cast<std::uintptr_t>(address) < kMappingsHigh;
}

long pass(long number, Arguments a) {
  return path_owner != 0 ? call_with_own_names(number, a) : system_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

void give_name(long number, Line& line) {
  if (const char* name = system_call_name(number); name != nullptr) {
    line.text(name);
  } else {
    line.text("system call ").number(static_cast<unsigned long>(number));
  }
}

[[noreturn]] void refuse(long number) {
  char text[64];
  Line line(text, sizeof text);
  give_name(number, line);
  unsupported(text);
}

// Mappings get deterministic addresses in a region of their own, unmapped whole at the reset.
long map(Arguments a) {
  State& models = state();
  const auto flags = a[3];
  if ((a[2] & PROT_EXEC) != 0 && (flags & MAP_ANONYMOUS) == 0) {
    library_mapped = true;
  }
  // An address without these is a wish only.
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0) {
    release_spinners();
    if (!is_own_mapping(a[0])) {
      need_fork("a mapping at a fixed address");
    }
    return pass(SYS_mmap, a);
  }
  const std::uintptr_t size = page_up(static_cast<std::uintptr_t>(a[1]));
  constexpr std::uintptr_t kHuge = std::uintptr_t{1} << 21U;
  const std::uintptr_t alignment = size >= kHuge ? kHuge : kPageSize;
  const std::uintptr_t start = (kMappingsLow + models.next_mapping + alignment - 1) & ~(alignment - 1);
  if (size == 0 || size > kMappingsHigh - start) {
    return size == 0 ? -EINVAL : -ENOMEM;
  }
  const long mapped =
      system_call(SYS_mmap, static_cast<long>(start), a[1], a[2], flags | MAP_FIXED_NOREPLACE, a[4], a[5]);
  if (mapped >= 0) {
    models.shares_mapping = models.shares_mapping || (flags & MAP_PRIVATE) == 0;
    models.next_mapping = start + size + kPageSize - kMappingsLow;
  }
  return mapped;
}

// The loader protects a library's relocated data when it has entered it in its list and before it runs its
// constructors.
long protect(Arguments a) {
  release_spinners();
  if (!is_own_mapping(a[0])) {
    need_fork("mprotect");
  }
  const long result = pass(SYS_mprotect, a);
  if (library_mapped) {
    notice_libraries();
  }
  return result;
}

// Memory of the initial state stays mapped: the reset needs it.
long unmap(Arguments a) {
  release_spinners();
  return is_own_mapping(a[0]) ? pass(SYS_munmap, a) : 0;
}

long remap(Arguments a) {
  release_spinners();
  const auto address = static_cast<std::uintptr_t>(a[0]);
  if (!is_own_mapping(a[0])) {
    refuse(SYS_mremap);
  }
  State& models = state();
  const long in_place = system_call(SYS_mremap, a[0], a[1], a[2], 0);
  if (in_place >= 0) {
    const std::uintptr_t end = address + page_up(static_cast<std::uintptr_t>(a[2])) + kPageSize - kMappingsLow;
    models.next_mapping = std::max(models.next_mapping, end);
  }
  if (in_place >= 0 || (a[3] & MREMAP_MAYMOVE) == 0) {
    return in_place;
  }
  const std::uintptr_t start = kMappingsLow + models.next_mapping;
  const long moved = system_call(SYS_mremap, a[0], a[1], a[2], MREMAP_MAYMOVE | MREMAP_FIXED, static_cast<long>(start));
  if (moved >= 0) {
    models.next_mapping += page_up(static_cast<std::uintptr_t>(a[2])) + kPageSize;
  }
  return moved;
}

long random_bytes(Arguments a) {
  auto* bytes = reinterpret_cast<unsigned char*>(a[0]);
  fill_random(bytes, static_cast<std::size_t>(a[1]));
  return a[1];
}

long open_file(long number, Arguments a) {
  const auto* path = reinterpret_cast<const char*>(number == SYS_open ? a[0] : a[1]);
  const long descriptor = pass(number, a);
  descriptors_changed = true;
  if (descriptor >= 0 && (std::strcmp(path, "/dev/urandom") == 0 || std::strcmp(path, "/dev/random") == 0)) {
    mark_random(static_cast<int>(descriptor));
  }
  return descriptor;
}

// Reading and writing files does not block; anything else may, and waits for the executor that can wait.
long read_or_write(long number, Arguments a) {
  const auto descriptor = static_cast<int>(a[0]);
  long result = 0;
  if (stream_call(number, a, result)) {
    return result;
  }
  if (!is_plain_file(descriptor)) {
    unsupported(number == SYS_read || number == SYS_readv ? "reading from a pipe, socket or device"
                                                          : "writing to a pipe, socket or device");
  }
  return pass(number, a);
}

long clock_call(long number, Arguments a) {
  switch (number) {
    case SYS_clock_gettime:
      return read_clock(static_cast<clockid_t>(a[0]), *reinterpret_cast<timespec*>(a[1])) ? 0 : -EINVAL;
    case SYS_gettimeofday: {
      timespec now{};
      (void)read_clock(CLOCK_REALTIME, now);
      if (a[0] != 0) {
        *reinterpret_cast<timeval*>(a[0]) = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
      }
      return 0;
    }
    case SYS_time: {
      timespec now{};
      (void)read_clock(CLOCK_REALTIME, now);
      if (a[0] != 0) {
        *reinterpret_cast<time_t*>(a[0]) = now.tv_sec;
      }
      return now.tv_sec;
    }
    default:
      return -ENOSYS;
  }
}

long sleep_call(long number, Arguments a, const void* caller) {
  if (number == SYS_nanosleep) {
    return -sleep_for(reinterpret_cast<const timespec*>(a[0]), reinterpret_cast<timespec*>(a[1]), caller);
  }
  const auto* time = reinterpret_cast<const timespec*>(a[2]);
  return (a[1] & TIMER_ABSTIME) != 0 ? -sleep_until(static_cast<clockid_t>(a[0]), time, caller)
                                     : -sleep_for(time, reinterpret_cast<timespec*>(a[3]), caller);
}

// What was open before the execution, other than the standard streams, stays open: the next one needs it.
bool is_from_outside(long descriptor) { return descriptor > STDERR_FILENO && descriptor < first_free_descriptor; }

long close_file(Arguments a, const void* caller) {
  if (is_from_outside(a[0])) {
    return 0;
  }
  if (a[0] >= kFirstOwnDescriptor) {
    return -EBADF;
  }
  note_close(a[0]);
  give_back_file_locks(caller);
  return pass(SYS_close, a);
}

// Whether a stream is a terminal must not depend on how heddle was started.
long control_device(Arguments a) { return a[0] <= STDERR_FILENO && a[1] == TCGETS ? -ENOTTY : pass(SYS_ioctl, a); }

long control_file(Arguments a, const void* caller) {
  if (a[1] == F_OFD_SETLK || a[1] == F_OFD_SETLKW) {
    return lock_part_of_file(a, caller);
  }
  return a[1] == F_DUPFD || a[1] == F_DUPFD_CLOEXEC ? duplicate_file(SYS_fcntl, a) : pass(SYS_fcntl, a);
}

long make_memory_file(Arguments a) {
  descriptors_changed = true;
  return pass(SYS_memfd_create, a);
}

enum class Policy : std::uint8_t {
  kPass,  // neither blocks nor changes kernel state that the reset would miss
  kFork,  // changes state of the process that only its end undoes
  kRefuse,
};

Policy policy_of(long number) {
  switch (number) {
    case SYS_chdir:
    case SYS_fchdir:
    case SYS_umask:
    case SYS_setrlimit:
    case SYS_setpriority:
    case SYS_setpgid:
    case SYS_setsid:
    case SYS_setuid:
    case SYS_setgid:
    case SYS_setreuid:
    case SYS_setregid:
    case SYS_setresuid:
    case SYS_setresgid:
    case SYS_setgroups:
    case SYS_personality:
      return Policy::kFork;
    case SYS_stat:
    case SYS_fstat:
    case SYS_lstat:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_lseek:
    case SYS_madvise:
    case SYS_mincore:
    case SYS_msync:
    case SYS_mlock:
    case SYS_munlock:
    case SYS_access:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_readlink:
    case SYS_readlinkat:
    case SYS_getcwd:
    case SYS_uname:
    case SYS_sysinfo:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_getgroups:
    case SYS_getrlimit:
    case SYS_getrusage:
    case SYS_times:
    case SYS_sched_getparam:
    case SYS_sched_setparam:
    case SYS_sched_getscheduler:
    case SYS_sched_setscheduler:
    case SYS_sched_getattr:
    case SYS_sched_setattr:
    case SYS_sched_get_priority_max:
    case SYS_sched_get_priority_min:
    case SYS_getpriority:
    case SYS_getdents64:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_fallocate:
    case SYS_fadvise64:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_mkdir:
    case SYS_mkdirat:
    case SYS_rmdir:
    case SYS_link:
    case SYS_symlink:
    case SYS_chmod:
    case SYS_fchmod:
    case SYS_fchmodat:
    case SYS_chown:
    case SYS_fchown:
    case SYS_lchown:
    case SYS_fchownat:
    case SYS_utime:
    case SYS_utimes:
    case SYS_futimesat:
    case SYS_mknod:
    case SYS_linkat:
    case SYS_symlinkat:
    case SYS_sync:
    case SYS_syncfs:
    case SYS_getxattr:
    case SYS_lgetxattr:
    case SYS_fgetxattr:
    case SYS_listxattr:
    case SYS_flistxattr:
    case SYS_getresuid:
    case SYS_getresgid:
    case SYS_capget:
    case SYS_mlockall:
    case SYS_munlockall:
    case SYS_mlock2:
    case SYS_readahead:
    case SYS_utimensat:
    case SYS_statfs:
    case SYS_fstatfs:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_getcpu:
    case SYS_clock_getres:
    case SYS_rt_sigreturn:
    case SYS_membarrier:
    case SYS_set_robust_list:
    case SYS_get_robust_list:
    case SYS_set_tid_address:
    case SYS_arch_prctl:
    case SYS_prctl:
    case SYS_getpgrp:
    case SYS_getpgid:
    case SYS_getsid:
    case SYS_sendfile:
    case SYS_copy_file_range:
      return Policy::kPass;
    default:
      return Policy::kRefuse;
  }
}

// Calls that no child can notice.
bool is_private(long number) {
  switch (number) {
    case SYS_futex:
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_madvise:
    case SYS_getpid:
    case SYS_gettid:
    case SYS_clock_gettime:
    case SYS_sched_yield:
    case SYS_rt_sigaction:
      return true;
    default:
      return false;
  }
}

}  // namespace

long duplicate_file(long number, Arguments a) {
  if (is_free()) {
    return pass(number, a);
  }
  descriptors_changed = true;
  const long descriptor = pass(number, a);
  if (descriptor >= 0) {
    note_duplicate(a[0], descriptor);
  }
  return descriptor;
}

long duplicate_onto(long number, Arguments a) {
  if (is_free()) {
    return pass(number, a);
  }
  if (a[1] >= kFirstOwnDescriptor) {
    unsupported("descriptors of 1000 and above");
  }
  if (is_from_outside(a[1])) {
    need_fork("dup2 onto a descriptor from outside the program");
  }
  return duplicate_file(number, a);
}

namespace {

long handle(long number, const long (&a)[6], const void* caller) {
  if (const long error = memory_error(number, a); error != 0) {
    return error;
  }
  if (long result = 0; dispatching() && may_be_descriptor_call(number) && descriptor_call(number, a, caller, result)) {
    descriptors_changed = true;
    return result;
  }
  if (long result = 0; dispatching() && child_call(number, a, caller, result)) {
    return result;
  }
  if (may_be_signal_call(number)) {
    return signal_call(number, a, caller);
  }
  switch (number) {
    case SYS_futex:
      return futex(reinterpret_cast<const void*>(a[0]), static_cast<int>(a[1]), static_cast<std::uint32_t>(a[2]), a[3],
                   reinterpret_cast<const void*>(a[4]), static_cast<std::uint32_t>(a[5]), caller);
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
      return read_or_write(number, a);
    case SYS_open:
    case SYS_openat:
      return open_file(number, a);
    case SYS_close:
      return close_file(a, caller);
    case SYS_dup:
      return duplicate_file(number, a);
    case SYS_dup2:
    case SYS_dup3:
      return duplicate_onto(number, a);
    case SYS_fcntl:
      return control_file(a, caller);
    case SYS_flock:
      return lock_file(a, caller);
    case SYS_memfd_create:
      return make_memory_file(a);
    case SYS_ioctl:
      return control_device(a);
    case SYS_mmap:
      return map(a);
    case SYS_mprotect:
      return protect(a);
    case SYS_munmap:
      return unmap(a);
    case SYS_mremap:
      return remap(a);
    case SYS_ftruncate:
    case SYS_truncate:
      release_spinners();  // what is mapped behind the new end cannot be read
      return pass(number, a);
    case SYS_brk:
      return system_call(SYS_brk, 0);  // never moves: the heap is ours
    case SYS_exit_group:
      end_process(static_cast<int>(a[0]), caller);
    case SYS_exit:
      refuse(number);
    case SYS_getpid:
      return virtual_process();
    case SYS_getppid:
      return virtual_process() - 1;
    case SYS_gettid:
      return virtual_thread();
    case SYS_sched_yield:
      yield(caller);
      return 0;
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return sleep_call(number, a, caller);
    case SYS_clock_gettime:
    case SYS_gettimeofday:
    case SYS_time:
      return clock_call(number, a);
    case SYS_prlimit64:
      if (a[2] != 0) {
        need_fork("prlimit64");
      }
      return pass(number, a);
    case SYS_sched_getaffinity:
      return uses_kernel_threads() ? get_affinity(reinterpret_cast<void*>(a[2]), static_cast<std::size_t>(a[1]))
                                   : pass(number, a);
    case SYS_sched_setaffinity:
      need_fork("sched_setaffinity");
      return uses_kernel_threads() ? 0 : pass(number, a);
    case SYS_getrandom:
      return random_bytes(a);
    default:
      break;
  }
  const Policy policy = policy_of(number);
  if (policy == Policy::kRefuse) {
    refuse(number);
  }
  if (policy == Policy::kFork) {
    char text[64];
    Line line(text, sizeof text);
    give_name(number, line);
    need_fork(text);
  }
  return pass(number, a);
}

}  // namespace

long handle_system_call(long number, const long (&a)[6], const void* caller) {
  const std::uint64_t steps = execution.steps;
  const long result = handle(number, a, caller);
  if (execution.active && execution.steps == steps && !is_free()) {
    // No point for a switch. But a loop of nothing else would have no end, nor be a sign of life.
    beat();
    if (++execution.steps > execution.step_limit) {
      end_execution(OutcomeKind::kStepLimit, 0, 0);
    }
  }
  if (!is_free() && any_children_left() && !is_private(number)) [[unlikely]] {
    note_step_for_children();
    settle_children();
  }
  return result;
}

void note_initial_kernel_state() {
  initial_mapping = state().next_mapping;
  const long lowest = system_call(SYS_fcntl, STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  if (lowest >= 0) {
    system_call(SYS_close, lowest);
    first_free_descriptor = lowest;
  }
  note_initial_streams();
}

bool files_open() {
  const long lowest = system_call(SYS_fcntl, STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  system_call(SYS_close, lowest);
  return lowest != first_free_descriptor;
}

void undo_system_calls() {
  const std::uintptr_t mapped = state().next_mapping;
  if (mapped > initial_mapping) {
    system_call(SYS_munmap, static_cast<long>(kMappingsLow + initial_mapping),
                static_cast<long>(page_up(mapped - initial_mapping)));
  }
  if (descriptors_changed || !dispatching()) {
    system_call(SYS_close_range, first_free_descriptor, kFirstOwnDescriptor - 1, 0);
    descriptors_changed = false;
  }
  restore_streams();
}

}  // namespace heddle::runtime
