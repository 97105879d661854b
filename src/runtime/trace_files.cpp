// In here libc's functions are the target's: system calls of our own instead.
#include "monitor/trace_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/arch.h"

namespace heddle::trace_files {

using runtime::system_call;

int make(const char* path) {
  return static_cast<int>(
      system_call(SYS_open, reinterpret_cast<long>(path), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
}

int open(const char* path) {
  return static_cast<int>(system_call(SYS_open, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

int duplicate(int descriptor) { return static_cast<int>(system_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 0)); }

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

std::string in_words(int error) { return "error " + std::to_string(error); }

}  // namespace heddle::trace_files
