#include "cli/target/target_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "cli/base/limits.h"
#include "cli/target/orphans.h"

namespace heddle::cli {
namespace {

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& text : strings) {
    result.push_back(text.data());
  }
  result.push_back(nullptr);
  return result;
}

struct Child {
  const char* path;
  char** arguments;
  char** environment;
  std::array<int, 3> inherited;            // descriptors, or -1
  int input, output, early_error, report;  // descriptors; early_error is -1 where the target's output is shown
  pid_t parent;
  bool own_group;
};

// Between fork and exec: no allocation, no locks.
[[noreturn]] void become_target(const Child& child) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // whatever happens to us, the target does not live on
  if (::getppid() != child.parent) {
    ::_exit(1);
  }
  if (child.own_group) {
    ::setpgid(0, 0);  // ^C is for us, and we ask the target to end
  }
  const int current = ::personality(0xffffffff);
  if (current != -1) {
    // Where a container refuses it, addresses differ from process to process; names and hashes do not depend on them.
    (void)::personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE);
  }
  for (const int descriptor : child.inherited) {
    ::fcntl(descriptor, F_SETFD, 0);
  }
  ::dup2(child.input, 0);
  if (child.early_error >= 0) {
    ::dup2(child.output, 1);
    ::dup2(child.early_error, 2);
  }
  ::execve(child.path, child.arguments, child.environment);
  const int error = errno;
  (void)!::write(child.report, &error, sizeof error);
  ::_exit(127);
}

std::string first_bytes(int descriptor) {
  std::array<char, 4096> buffer;
  const ssize_t size = ::pread(descriptor, buffer.data(), buffer.size(), 0);
  return size > 0 ? std::string(buffer.data(), static_cast<std::size_t>(size)) : std::string();
}

}  // namespace

TargetProcess::TargetProcess(pid_t id, bool own_group, Descriptor early_error)
    : id_(id),
      own_group_(own_group),
      handle_(static_cast<int>(::syscall(SYS_pidfd_open, id, 0))),
      early_error_(std::move(early_error)) {}

std::optional<ProcessEnd> TargetProcess::reap() {
  int status = 0;
  if (!end_ && ::waitpid(id_, &status, WNOHANG) == id_) {
    const bool exited = WIFEXITED(status);
    end_ = ProcessEnd{.exited = exited, .status = exited ? WEXITSTATUS(status) : WTERMSIG(status)};
    if (own_group_) {
      ::kill(-id_, SIGKILL);
    }
    note_ended(id_);
    end_orphans();
  }
  return end_;
}

void TargetProcess::kill() const {
  if (!end_) {
    ::kill(id_, SIGKILL);
  }
}

std::string TargetProcess::early_error() const {
  return early_error_.number() < 0 ? std::string() : first_bytes(early_error_.number());
}

std::vector<std::string> target_environment(char** ours, int segment_descriptor, const std::string& preload) {
  constexpr std::string_view kBindNow = "LD_BIND_NOW=";
  constexpr std::string_view kTunables = "GLIBC_TUNABLES=";
  // rseq: the kernel would write into the area of a thread that is parked on another's kernel thread.
  constexpr const char* kNoRseq = "glibc.pthread.rseq=0";
  constexpr std::string_view kPreload = "LD_PRELOAD=";
  // OpenMP: its threads wait in the scheduler at once, instead of looking at memory a hundred thousand times before.
  constexpr std::string_view kSpinCount = "GOMP_SPINCOUNT=";
  std::string tunables = kNoRseq;
  std::string preloaded = preload;
  std::vector<std::string> environment;
  for (char** entry = ours; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (variable.starts_with("HEDDLE_SEGMENT=") || variable.starts_with("HEDDLE_SAVED_")) {
      continue;
    }
    if (variable.starts_with(kBindNow)) {
      environment.push_back(fmt::format("{}={}", segment::kSavedBindNowName, variable.substr(kBindNow.size())));
    } else if (variable.starts_with(kTunables)) {
      const std::string_view value = variable.substr(kTunables.size());
      environment.push_back(fmt::format("{}={}", segment::kSavedTunablesName, value));
      tunables = value.empty() ? kNoRseq : fmt::format("{}:{}", value, kNoRseq);
    } else if (variable.starts_with(kPreload) && !preload.empty()) {
      const std::string_view value = variable.substr(kPreload.size());
      environment.push_back(fmt::format("{}={}", segment::kSavedPreloadName, value));
      preloaded = fmt::format("{}:{}", preload, value);
    } else if (variable.starts_with(kSpinCount)) {
      environment.push_back(fmt::format("{}={}", segment::kSavedSpinCountName, variable.substr(kSpinCount.size())));
    } else {
      environment.emplace_back(variable);
    }
  }
  if (!preload.empty()) {
    environment.push_back(fmt::format("{}{}", kPreload, preloaded));
  }
  environment.push_back(fmt::format("{}={}", segment::kEnvironmentName, segment_descriptor));
  environment.push_back(fmt::format("{}1", kBindNow));
  environment.push_back(fmt::format("{}{}", kTunables, tunables));
  environment.push_back(fmt::format("{}0", kSpinCount));
  return environment;
}

namespace {

// Of a program that is not controlled.
std::vector<std::string> free_environment(char** ours, int segment_descriptor) {
  std::vector<std::string> environment;
  for (char** entry = ours; *entry != nullptr; ++entry) {
    environment.emplace_back(*entry);
  }
  environment.push_back(fmt::format("{}={}", segment::kParallelName, segment_descriptor));
  return environment;
}

// ... which reads its input itself.
int input_file(const SharedSegment& segment) {
  const std::string_view input = segment.input();
  const int file = ::memfd_create("heddle-stdin", MFD_CLOEXEC);
  if (file >= 0 && (::write(file, input.data(), input.size()) != static_cast<ssize_t>(input.size()) ||
                    ::lseek(file, 0, SEEK_SET) != 0)) {
    ::close(file);
    return -1;
  }
  return file;
}

}  // namespace

std::variant<TargetProcess, Refusal> TargetProcess::start(const TargetFile& target,
                                                          const std::vector<std::string>& arguments,
                                                          const SharedSegment& segment, bool own_group) {
  const auto cannot_start = [&](int error) {
    return Refusal{kExitCannotExplore, "cannot start " + target.path.string() + ": " + std::strerror(error)};
  };
  std::vector<std::string> words{target.path.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const bool is_parallel = segment.request().mode == segment::Mode::kParallel;
  std::vector<std::string> environment =
      is_parallel ? free_environment(environ, segment.descriptor())
                  : target_environment(environ, segment.descriptor(), target.preload.string());
  const std::vector<char*> argument_pointers = pointers(words);
  const std::vector<char*> environment_pointers = pointers(environment);

  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const Descriptor given(is_parallel ? input_file(segment) : -1);
  const bool shown = segment.request().show_output != 0;
  Descriptor early_error(shown ? -1 : ::memfd_create("heddle-stderr", MFD_CLOEXEC));
  std::array<int, 2> pipe{};
  if (nothing.number() < 0 || (is_parallel && given.number() < 0) || ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    return cannot_start(errno);
  }
  const Descriptor report_in(pipe[0]);
  Descriptor report_out(pipe[1]);

  std::fflush(nullptr);
  const Child child{.path = target.path.c_str(),
                    .arguments = const_cast<char**>(argument_pointers.data()),
                    .environment = const_cast<char**>(environment_pointers.data()),
                    .inherited = {segment.descriptor(), segment.request().hunt.bell_descriptor,
                                  segment.request().hunt.reached_descriptor},
                    .input = is_parallel ? given.number() : nothing.number(),
                    .output = is_parallel ? early_error.number() : nothing.number(),
                    .early_error = early_error.number(),
                    .report = report_out.number(),
                    .parent = ::getpid(),
                    .own_group = own_group};
  adopt_orphans();
  const pid_t process = ::fork();
  if (process == 0) {
    become_target(child);
  }
  if (process < 0 && errno == EAGAIN) {
    return cannot_work_here("cannot create more processes: raise the limit (ulimit -u, a cgroup's pids.max)");
  }
  if (process < 0) {
    return cannot_start(errno);
  }
  note_started(process);
  report_out.close();
  int error = 0;
  if (::read(report_in.number(), &error, sizeof error) == sizeof error) {
    ::waitpid(process, nullptr, 0);
    note_ended(process);
    return cannot_start(error);
  }
  return TargetProcess(process, own_group, std::move(early_error));
}

}  // namespace heddle::cli
