#include "runtime/reset/branches.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

#include "runtime/contexts/carriers.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/descriptors.h"
#include "runtime/kernel/syscalls.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kArea = std::size_t{64} << 20U;

// Shared with the copies.
struct Area {
  std::uint64_t size;  // of the report; set last
  std::byte report[kArea - sizeof(std::uint64_t)];
};
Area* area = nullptr;
bool is_branch = false;
long branch = 0;  // under way

bool has_area() {
  if (area == nullptr) {
    const long mapped =
        system_call(SYS_mmap, 0, kArea, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped < 0 && mapped > -4096) {
      return false;
    }
    area = reinterpret_cast<Area*>(mapped);
  }
  return true;
}

bool is_possible() {
  return !forks() && !on_kernel_threads() && !state().shares_mapping && !descriptors_open() && !children_present() &&
         !files_open() && has_area();
}

}  // namespace

Executor::Branch make_branch() {
  if (!is_possible()) {
    return Executor::Branch::kNone;
  }
  area->size = 0;
  const long parent = system_call(SYS_getpid);
  const long process = system_call(SYS_fork);
  if (process < 0) {
    return Executor::Branch::kNone;
  }
  if (process == 0) {
    system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (system_call(SYS_getppid) != parent) {
      system_call(SYS_exit_group, 0);
    }
    is_branch = true;
    start_dispatch_here();
    return Executor::Branch::kChild;
  }
  branch = process;
  int status = 0;
  while (system_call(SYS_wait4, process, reinterpret_cast<long>(&status), 0, 0) == -EINTR) {
  }
  branch = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
    system_call(SYS_exit_group, WEXITSTATUS(status));  // it has said why, in the segment
  }
  return Executor::Branch::kParent;
}

bool in_branch() { return is_branch; }

void leave_branch(std::span<const std::byte> report) {
  if (!report.empty() && report.size() <= sizeof area->report) {
    std::memcpy(area->report, report.data(), report.size());
    area->size = report.size();
  }
  system_call(SYS_exit_group, 0);
  __builtin_unreachable();
}

std::span<const std::byte> last_branch_report() { return {area->report, area->size}; }

std::uint64_t nanoseconds() {
  timespec time{};
  system_call(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&time));
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

bool forward_to_branch(int signal) {
  if (branch == 0) {
    return false;
  }
  system_call(SYS_kill, branch, signal);
  return true;
}

}  // namespace heddle::runtime
