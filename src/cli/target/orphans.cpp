#include "cli/target/orphans.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace heddle::cli {
namespace {

// For one that the kernel does not let die, as of a disk that does not answer.
constexpr std::chrono::seconds kPatience{2};

bool adopts = false;
std::vector<pid_t> started;

// We have one thread.
std::vector<pid_t> children() {
  std::ifstream file("/proc/self/task/" + std::to_string(::getpid()) + "/children");
  return {std::istream_iterator<pid_t>(file), {}};
}

std::vector<pid_t> orphans() {
  std::vector<pid_t> all = children();
  std::erase_if(all, [](pid_t process) { return std::ranges::find(started, process) != started.end(); });
  return all;
}

}  // namespace

void adopt_orphans() {
  static const bool asked = [] {
    adopts = children().empty() && ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
    return true;
  }();
  (void)asked;
}

void note_started(pid_t process) { started.push_back(process); }
void note_ended(pid_t process) { std::erase(started, process); }

void end_orphans() {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  for (auto left = orphans(); adopts && !left.empty() && std::chrono::steady_clock::now() < until; left = orphans()) {
    for (const pid_t process : left) {
      ::kill(process, SIGKILL);
    }
    bool waited = false;
    for (const pid_t process : left) {
      waited = ::waitpid(process, nullptr, WNOHANG) == process || waited;
    }
    if (!waited) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
}

}  // namespace heddle::cli
