#include "processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace heddle::bench {
namespace {

constexpr int kCannotExec = 127;

class WorkingFolder {
 public:
  WorkingFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "heddle-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      fmt::print(stderr, "bench: cannot make a folder like {}: {}\n", name, std::strerror(errno));
      std::exit(1);
    }
    path_ = name;
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Closes what it stands for.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

// Opens a file for reading and writing; there is no bench without it.
int opened(const char* name, int flags) {
  const int descriptor = ::open(name, O_RDWR | O_CLOEXEC | flags, 0600);
  if (descriptor < 0) {
    fmt::print(stderr, "bench: cannot open {}: {}\n", name, std::strerror(errno));
    std::exit(1);
  }
  return descriptor;
}

int null_device() {
  static const int descriptor = opened("/dev/null", 0);
  return descriptor;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double processor_seconds(const rusage& usage) { return seconds(usage.ru_utime) + seconds(usage.ru_stime); }

// Of a process that has ended and is not waited for yet.
double own_processor_seconds(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    fmt::print(stderr, "bench: cannot see the processor time of a process: {}\n", std::strerror(errno));
    std::exit(1);
  }
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double processor_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return processor_seconds(usage);
}

volatile sig_atomic_t interrupts = 0;

void on_interrupt(int /*signal*/) { interrupts = interrupts + 1; }

sigset_t interrupting_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGINT);
  ::sigaddset(&signals, SIGTERM);
  return signals;
}

constexpr int kInherited = -1;

struct Child {
  int output = kInherited;
  int errors = kInherited;
  bool own_group = false;  // ^C is for us, and what the child has started can be ended with it
};

// Everything is prepared by the caller: between fork and exec there are system calls only.
pid_t start(char* const* arguments, const Child& child) {
  const int null = null_device();
  const char* folder = working_folder().c_str();
  const sigset_t signals = interrupting_signals();
  const pid_t process = ::fork();
  if (process == 0) {
    ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
    if (child.own_group) {
      ::setpgid(0, 0);
    }
    ::dup2(null, STDIN_FILENO);
    ::dup2(child.output, STDOUT_FILENO);
    if (child.errors != kInherited) {
      ::dup2(child.errors, STDERR_FILENO);
    }
    if (::chdir(folder) == 0) {
      ::execv(arguments[0], arguments);
    }
    ::_exit(kCannotExec);
  }
  if (child.own_group) {
    ::setpgid(process, process);  // whoever comes first
  }
  return process;
}

void expect_success(const std::string& program, int status) {
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fmt::print(stderr, "bench: {} {} {}\n", program, WIFEXITED(status) ? "ended with status" : "was killed by signal",
               WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    std::exit(1);
  }
}

std::vector<char*> pointers(const Command& command) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));  // exec only reads
  }
  words.push_back(nullptr);
  return words;
}

std::string beginning_of(int file) {
  constexpr std::size_t kMost = 1 << 20;
  std::string text(kMost, '\0');
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

// Until the process has ended, the time has come, or we are interrupted. Signals come in nowhere but here.
void wait_for(pid_t process, std::chrono::steady_clock::time_point end) {
  const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  sigset_t signals;
  ::sigprocmask(SIG_BLOCK, nullptr, &signals);
  ::sigdelset(&signals, SIGINT);
  ::sigdelset(&signals, SIGTERM);
  while (interrupts == 0) {
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(end - std::chrono::steady_clock::now());
    constexpr std::int64_t kSecond = 1'000'000'000;
    const timespec timeout{.tv_sec = left.count() / kSecond, .tv_nsec = left.count() % kSecond};
    pollfd poll{.fd = handle.number(), .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || ::ppoll(&poll, 1, &timeout, &signals) >= 0) {
      return;
    }
  }
}

}  // namespace

const std::filesystem::path& working_folder() {
  static const WorkingFolder folder;
  return folder.path();
}

Times run(const Command& command) {
  const std::vector<char*> arguments = pointers(command);
  const Child child{.output = null_device()};
  const auto begin = std::chrono::steady_clock::now();
  const pid_t process = start(arguments.data(), child);
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  const double own = own_processor_seconds(process);
  int status = 0;
  rusage usage{};
  while (::wait4(process, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  expect_success(fmt::format("{}", fmt::join(command, " ")), status);
  return {.wall = wall.count(),
          .processor = processor_seconds(usage),
          .own_processor = own,
          .peak_mebibytes = static_cast<double>(usage.ru_maxrss) / 1024};
}

Attempt attempt(const Command& command, std::chrono::milliseconds limit) {
  const std::vector<char*> arguments = pointers(command);
  const Descriptor output(opened((working_folder() / "output").c_str(), O_CREAT | O_TRUNC | O_APPEND));
  const auto begin = std::chrono::steady_clock::now();
  const pid_t process =
      start(arguments.data(), {.output = output.number(), .errors = output.number(), .own_group = true});
  wait_for(process, begin + limit);
  int status = 0;
  Attempt result;
  if (::waitpid(process, &status, WNOHANG) == 0) {
    (was_interrupted() ? result.interrupted : result.stopped) = true;
    ::kill(-process, SIGKILL);
    ::waitpid(process, &status, 0);
  }
  result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.output = beginning_of(output.number());
  return result;
}

void keep_interrupts_for_attempts() {
  const sigset_t signals = interrupting_signals();
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool was_interrupted() { return interrupts != 0; }

Times fork_and_wait(const std::filesystem::path& program, int count) {
  const Command command{program.string()};
  const std::vector<char*> arguments = pointers(command);
  const Child child{.output = null_device(), .errors = null_device()};
  const double processor_before = processor_of_children();
  const auto begin = std::chrono::steady_clock::now();
  for (int index = 0; index < count; ++index) {
    const pid_t process = start(arguments.data(), child);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    expect_success(program.string(), status);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return {.wall = wall.count(), .processor = processor_of_children() - processor_before};
}

}  // namespace heddle::bench
