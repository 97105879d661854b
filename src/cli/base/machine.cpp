#include "cli/base/machine.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <linux/userfaultfd.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace heddle::cli {
namespace {

constexpr unsigned long kHwcap2FsGsBase = 2;  // asm/hwcap2.h

// From linux/userfaultfd.h and linux/fs.h of newer kernels than the headers installed here may be from.
constexpr std::uint64_t kFeatureWriteProtectUnpopulated = 1ULL << 13U;
constexpr std::uint64_t kFeatureWriteProtectAsync = 1ULL << 15U;
constexpr std::uint64_t kPageIsWritten = 1ULL << 1U;
constexpr std::uint64_t kScanCheckAsync = 1ULL << 1U;
struct ScanArguments {
  std::uint64_t size, flags, start, end, walk_end, regions, region_count, max_pages;
  std::uint64_t category_inverted, category_mask, category_any, return_mask;
};
struct ScanRegion {
  std::uint64_t start, end, categories;
};
constexpr unsigned long kPagemapScan = _IOWR('f', 16, ScanArguments);

// Runs a trial in a child, so that whatever it does to its process is gone with it.
template <typename Trial>
bool works_in_child(Trial trial) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(trial() ? 0 : 1);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Syscall User Dispatch reads it before every system call.
volatile char selector = 0;  // SYSCALL_DISPATCH_FILTER_ALLOW
volatile sig_atomic_t dispatched = 0;

void on_dispatched(int /*signal*/) {
  selector = 0;
  dispatched = 1;
}

bool try_dispatch() {
  struct sigaction action{};
  action.sa_handler = &on_dispatched;
  ::sigaction(SIGSYS, &action, nullptr);
  constexpr int kPrSetSyscallUserDispatch = 59;
  if (::prctl(kPrSetSyscallUserDispatch, 1UL, 0UL, 0UL, const_cast<char*>(&selector)) != 0) {
    return false;
  }
  selector = 1;  // SYSCALL_DISPATCH_FILTER_BLOCK
  ::syscall(SYS_getppid);
  selector = 0;
  return dispatched != 0;
}

// Protects two pages, writes to one, and asks which was written to.
bool try_write_tracking() {
  const long page = ::sysconf(_SC_PAGESIZE);
  const auto size = static_cast<std::size_t>(2 * page);
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int faults = static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY));
  const int pagemap = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (memory == MAP_FAILED || faults < 0 || pagemap < 0) {
    return false;
  }
  const auto start = reinterpret_cast<std::uint64_t>(memory);
  uffdio_api api{.api = UFFD_API, .features = kFeatureWriteProtectUnpopulated | kFeatureWriteProtectAsync, .ioctls = 0};
  uffdio_register range{.range = {.start = start, .len = size}, .mode = UFFDIO_REGISTER_MODE_WP, .ioctls = 0};
  uffdio_writeprotect protect{.range = {.start = start, .len = size}, .mode = UFFDIO_WRITEPROTECT_MODE_WP};
  if (::ioctl(faults, UFFDIO_API, &api) != 0 || ::ioctl(faults, UFFDIO_REGISTER, &range) != 0 ||
      ::ioctl(faults, UFFDIO_WRITEPROTECT, &protect) != 0) {
    return false;
  }
  static_cast<volatile char*>(memory)[page] = 1;
  ScanRegion found[2] = {};
  ScanArguments scan{};
  scan.size = sizeof scan;
  scan.flags = kScanCheckAsync;
  scan.start = start;
  scan.end = start + size;
  scan.regions = reinterpret_cast<std::uint64_t>(found);
  scan.region_count = 2;
  scan.category_mask = kPageIsWritten;
  scan.return_mask = kPageIsWritten;
  return ::ioctl(pagemap, kPagemapScan, &scan) == 1 && found[0].start == start + static_cast<std::uint64_t>(page);
}

bool try_fixed_addresses() {
  const int current = ::personality(0xffffffff);
  return current != -1 && ::personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE) != -1 &&
         (::personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0;
}

}  // namespace

bool has_fsgsbase() { return (::getauxval(AT_HWCAP2) & kHwcap2FsGsBase) != 0; }
bool can_disable_randomisation() { return works_in_child(&try_fixed_addresses); }
bool has_syscall_dispatch() { return works_in_child(&try_dispatch); }
bool has_write_tracking() { return works_in_child(&try_write_tracking); }
bool has_memfd() {
  const int file = ::memfd_create("heddle-doctor", MFD_CLOEXEC);
  const bool works = file >= 0 && ::ftruncate(file, ::sysconf(_SC_PAGESIZE)) == 0;
  ::close(file);
  return works;
}

std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::uint64_t kibibytes = 0;
  std::string unit;
  while (file >> name >> kibibytes) {
    if (name == "MemAvailable:") {
      return kibibytes << 10U;
    }
    std::getline(file, unit);
  }
  return 0;
}

std::string kernel_version() {
  utsname names{};
  return ::uname(&names) == 0 ? names.release : "unknown";
}

std::string libc_version() { return ::gnu_get_libc_version(); }

int ptrace_scope() {
  std::ifstream file("/proc/sys/kernel/yama/ptrace_scope");
  int scope = -1;
  return file >> scope ? scope : -1;
}

}  // namespace heddle::cli
