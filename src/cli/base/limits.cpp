#include "cli/base/limits.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "trace/segment.h"

namespace heddle::cli {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

// Of the runtime's start, with arguments and environment of the size that Linux allows for such a limit: a quarter.
constexpr std::uint64_t kStack = 512 * kKiB;
// The program's heap, 64 GiB that are reserved and not used, its stacks, and our segment.
constexpr std::uint64_t kAddressSpace = 80 * kGiB;
// ... twice, where every execution is a process of its own.
constexpr std::uint64_t kAddressSpaceToFork = 160 * kGiB;
constexpr std::uint64_t kDescriptors = 24;
constexpr int kThreads = 10;

std::uint64_t limit_of(int resource) {
  rlimit limit{};
  return ::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

std::string amount(std::uint64_t bytes) {
  if (bytes == RLIM_INFINITY) {
    return "unlimited";
  }
  return bytes >= 10 * kGiB ? fmt::format("{} GiB", bytes / kGiB) : fmt::format("{} KiB", bytes / kKiB);
}

Need need_of_bytes(const char* id, const char* name, std::uint64_t limit, std::uint64_t least, const char* option) {
  const bool met = limit >= least;
  return {.id = id,
          .what = fmt::format("{}: {}", name, amount(limit)),
          .met = met,
          .use = met ? "enough" : fmt::format("heddle needs at least {}: raise the limit ({})", amount(least), option)};
}

Need need_of_address_space() {
  const std::uint64_t limit = std::min(limit_of(RLIMIT_AS), limit_of(RLIMIT_DATA));
  Need need = need_of_bytes("address_space", "address space", limit, kAddressSpace, "ulimit -v, ulimit -d");
  if (need.met && limit < kAddressSpaceToFork) {
    need.use = fmt::format("enough, except for programs that need fork reset: {}", amount(kAddressSpaceToFork));
  }
  return need;
}

Need need_of_descriptors() {
  const std::uint64_t limit = limit_of(RLIMIT_NOFILE);
  const bool met = limit >= kDescriptors;
  return {.id = "descriptors",
          .what = limit == RLIM_INFINITY ? "open files: unlimited" : fmt::format("open files: {}", limit),
          .met = met,
          .use = met ? "enough" : fmt::format("heddle needs at least {}: raise the limit (ulimit -n)", kDescriptors)};
}

Need need_of_file(const char* id, const char* path, int mode, const char* use) {
  const int file = ::open(path, mode | O_CLOEXEC);
  char byte = 0;
  const bool met = file >= 0 && (mode != O_RDONLY || ::read(file, &byte, 1) == 1);
  if (file >= 0) {
    ::close(file);
  }
  return {.id = id, .what = path, .met = met, .use = met ? use : "cannot be opened: mount what Linux has there"};
}

void* wait_for_end(void* /*unused*/) {
  ::pause();
  return nullptr;
}

// As many as a worker has; they end with their process.
bool can_create_threads() {
  pthread_attr_t small;
  ::pthread_attr_init(&small);
  ::pthread_attr_setstacksize(&small, 64 * kKiB);
  int count = 0;
  pthread_t thread{};
  while (count < kThreads && ::pthread_create(&thread, &small, wait_for_end, nullptr) == 0) {
    ++count;
  }
  return count == kThreads;
}

}  // namespace

std::vector<Need> needs() {
  return {need_of_bytes("stack", "stack", limit_of(RLIMIT_STACK), kStack, "ulimit -s"),
          need_of_address_space(),
          need_of_bytes("file_size", "size of a file", limit_of(RLIMIT_FSIZE), segment::kSize, "ulimit -f"),
          need_of_descriptors(),
          need_of_file("proc", "/proc/self/maps", O_RDONLY, "lists the program's memory"),
          need_of_file("dev", "/dev/null", O_RDWR, "is the program's standard input and output")};
}

Need need_of_threads() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(can_create_threads() ? 0 : 1);
  }
  int status = 0;
  const bool met = child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return {.id = "threads",
          .what = "processes and threads",
          .met = met,
          .use = met ? "enough for a worker"
                     : fmt::format("heddle needs one process and {} threads: raise the limit (ulimit -u, a cgroup's "
                                   "pids.max)",
                                   kThreads)};
}

Refusal cannot_work_here(const std::string& why) { return {kExitCannotExplore, "cannot work here: " + why}; }

std::optional<Refusal> unmet_need() {
  for (const Need& need : needs()) {
    if (!need.met) {
      return cannot_work_here(fmt::format("{}: {}", need.what, need.use));
    }
  }
  return std::nullopt;
}

}  // namespace heddle::cli
