#include "monitor/trace_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace heddle::trace_files {

namespace {

template <typename Number>
Number or_error(Number result) {
  return result < 0 ? static_cast<Number>(-errno) : result;
}

}  // namespace

int make(const char* path) { return or_error(::open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)); }
// A pipe must not block.
int open(const char* path) { return or_error(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)); }
int duplicate(int descriptor) { return or_error(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)); }
void close(int descriptor) { ::close(descriptor); }

std::int64_t read(int descriptor, std::uint64_t position, std::span<std::byte> to) {
  return or_error(::pread(descriptor, to.data(), to.size(), static_cast<off_t>(position)));
}

std::int64_t write(int descriptor, std::uint64_t position, std::span<const std::byte> bytes) {
  return or_error(::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(position)));
}

std::int64_t size(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

void cut(int descriptor, std::uint64_t size) { static_cast<void>(::ftruncate(descriptor, static_cast<off_t>(size))); }

std::string in_words(int error) { return std::strerror(error); }

}  // namespace heddle::trace_files
