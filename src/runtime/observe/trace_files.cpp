// In here libc's functions are the target's: system calls of our own instead.
#include "monitor/trace_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cstring>

#include "runtime/machine/arch.h"
#include "runtime/state/descriptor_state.h"

namespace heddle::trace_files {

using runtime::system_call;

// Whatever becomes of this process, nothing is left behind: the name is gone at once. It is this process's own until
// then.
int make(const char* path) {
  const std::string own = std::string(path) + "-" + std::to_string(system_call(SYS_getpid));
  const auto name = reinterpret_cast<long>(own.c_str());
  const long descriptor = system_call(SYS_open, name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    return static_cast<int>(descriptor);
  }
  system_call(SYS_unlink, name);
  // Numbers below are the target's.
  const long high = system_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, runtime::kFirstOwnDescriptor);
  system_call(SYS_close, descriptor);
  return static_cast<int>(high);
}

int open(const char* path) {
  return static_cast<int>(system_call(SYS_open, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

int duplicate(int descriptor) {
  return static_cast<int>(system_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, runtime::kFirstOwnDescriptor));
}

void close(int descriptor) { system_call(SYS_close, descriptor); }

std::int64_t read(int descriptor, std::uint64_t position, std::span<std::byte> to) {
  return system_call(SYS_pread64, descriptor, reinterpret_cast<long>(to.data()), static_cast<long>(to.size()),
                     static_cast<long>(position));
}

std::int64_t write(int descriptor, std::uint64_t position, std::span<const std::byte> bytes) {
  return system_call(SYS_pwrite64, descriptor, reinterpret_cast<long>(bytes.data()), static_cast<long>(bytes.size()),
                     static_cast<long>(position));
}

std::int64_t size(int descriptor) {
  struct stat status{};
  const long result = system_call(SYS_fstat, descriptor, reinterpret_cast<long>(&status));
  return result == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

void cut(int descriptor, std::uint64_t size) { system_call(SYS_ftruncate, descriptor, static_cast<long>(size)); }

// libc's own words, without a look at what language the target speaks.
std::string in_words(int error) {
  const char* words = strerrordesc_np(error);
  return words == nullptr ? "error " + std::to_string(error) : words;
}

}  // namespace heddle::trace_files
