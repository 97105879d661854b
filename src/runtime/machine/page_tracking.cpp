#include "runtime/machine/page_tracking.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "runtime/machine/arch.h"

namespace heddle::runtime {
namespace {

// From the kernel's uapi, newer than the headers this may be built with.
constexpr long kUserModeOnly = 1;
constexpr std::uint64_t kFeatureWriteProtect = 1U << 0U;
constexpr std::uint64_t kFeatureAsynchronous = 1U << 15U;
constexpr std::uint64_t kIsWriteProtectAllowed = 1U << 0U;
constexpr std::uint64_t kIsWritten = 1U << 1U;
constexpr std::uint64_t kIsPresent = 1U << 3U;
struct ScanArguments {
  std::uint64_t size, flags, start, end, walk_end, vector, vector_length, max_pages, category_inverted, category_mask,
      category_any_mask, return_mask;
};
constexpr unsigned long kScan = _IOWR('f', 16, ScanArguments);
constexpr std::uintptr_t kTop = 0x7fff'ffff'f000;

int fault_descriptor = -1;
int map_descriptor = -1;
constexpr std::size_t kRanges = 4096;
PageRange ranges[kRanges];

std::span<const PageRange> scan(std::uintptr_t low, std::uintptr_t high, std::uint64_t categories,
                                std::uintptr_t& next) {
  ScanArguments arguments{};
  arguments.size = sizeof arguments;
  arguments.start = low;
  arguments.end = high;
  arguments.vector = reinterpret_cast<std::uint64_t>(ranges);
  arguments.vector_length = kRanges;
  arguments.category_mask = categories;
  arguments.return_mask = categories;
  const long count =
      system_call(SYS_ioctl, map_descriptor, static_cast<long>(kScan), reinterpret_cast<long>(&arguments));
  next = count < 0 ? high : static_cast<std::uintptr_t>(arguments.walk_end);
  return {ranges, count < 0 ? 0 : static_cast<std::size_t>(count)};
}

}  // namespace

int move_descriptor(long descriptor) {
  if (descriptor < 0) {
    return -1;
  }
  const long moved = system_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 1000);
  if (moved < 0) {
    return static_cast<int>(descriptor);
  }
  system_call(SYS_close, descriptor);
  return static_cast<int>(moved);
}

bool open_page_tracking() {
  const long descriptor = system_call(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | kUserModeOnly);
  if (descriptor < 0) {
    return false;
  }
  fault_descriptor = move_descriptor(descriptor);
  uffdio_api api{.api = UFFD_API, .features = kFeatureWriteProtect | kFeatureAsynchronous, .ioctls = 0};
  map_descriptor = move_descriptor(
      system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/pagemap"), O_RDONLY | O_CLOEXEC));
  std::uintptr_t next = 0;
  const bool works =
      system_call(SYS_ioctl, fault_descriptor, UFFDIO_API, reinterpret_cast<long>(&api)) == 0 && map_descriptor >= 0 &&
      !scan(stack_pointer() & ~std::uintptr_t{4095}, (stack_pointer() & ~std::uintptr_t{4095}) + 4096, kIsPresent, next)
           .empty();
  if (!works) {
    system_call(SYS_close, fault_descriptor);
    fault_descriptor = -1;
  }
  return works;
}

bool track_mapping(std::uintptr_t low, std::uintptr_t high) {
  uffdio_register arguments{.range = {.start = low, .len = high - low}, .mode = UFFDIO_REGISTER_MODE_WP, .ioctls = 0};
  return system_call(SYS_ioctl, fault_descriptor, UFFDIO_REGISTER, reinterpret_cast<long>(&arguments)) == 0;
}

void protect_pages(std::uintptr_t low, std::uintptr_t high) {
  uffdio_writeprotect arguments{.range = {.start = low, .len = high - low}, .mode = UFFDIO_WRITEPROTECT_MODE_WP};
  system_call(SYS_ioctl, fault_descriptor, UFFDIO_WRITEPROTECT, reinterpret_cast<long>(&arguments));
}

std::span<const PageRange> present_pages(std::uintptr_t low, std::uintptr_t high, std::uintptr_t& next) {
  return scan(low, high, kIsPresent, next);
}

std::span<const PageRange> written_pages(std::uintptr_t low, std::uintptr_t& next) {
  return scan(low, kTop, kIsWriteProtectAllowed | kIsWritten | kIsPresent, next);
}

}  // namespace heddle::runtime
