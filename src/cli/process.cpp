#include "cli/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "cli/watchdog.h"

namespace heddle::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPollInterval{20};
// What the runtime gets to say where its threads are.
constexpr std::chrono::milliseconds kAnswerTime{2000};

volatile sig_atomic_t stop_signals = 0;

void on_stop(int /*signal*/) { stop_signals = stop_signals + 1; }

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  [[nodiscard]] int number() const { return number_; }
  void close() {
    if (number_ >= 0) {
      ::close(std::exchange(number_, -1));
    }
  }

 private:
  int number_;
};

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
  int input, early_error, report;  // descriptors; early_error is -1 where the target's output is shown
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
  ::dup2(child.input, 0);
  if (child.early_error >= 0) {
    ::dup2(child.input, 1);  // /dev/null, opened for both directions
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

// Waits for one process; kills it where it must end.
class Supervisor {
 public:
  Supervisor(pid_t process, const SharedSegment& segment, const LaunchOptions& options)
      : process_(process),
        handle_(static_cast<int>(::syscall(SYS_pidfd_open, process, 0))),
        request_(segment.request()),
        result_(segment.result()),
        options_(options),
        watchdog_(options.hang_timeout) {}

  Ended wait() {
    start_ = Clock::now();
    while (!reap()) {
      if (must_die()) {
        ::kill(process_, SIGKILL);
        pause(kPollInterval);
      } else if (!ended_.hang && is_stuck()) {
        ended_.hang = true;
        ask_where();
      } else {
        ask_to_end();
        if (options_.tick) {
          options_.tick();
        }
        pause(kPollInterval);
      }
    }
    if (options_.can_be_asked) {
      ::kill(-process_, SIGKILL);  // what its children have left behind, where it was killed
    }
    ended_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return ended_;
  }

 private:
  [[nodiscard]] bool reap() {
    if (const std::uint64_t peak = peak_memory_kib(process_); peak != 0) {
      ended_.peak_rss_kib = peak;
    }
    int status = 0;
    if (::waitpid(process_, &status, WNOHANG) != process_) {
      return false;
    }
    ended_.exited = WIFEXITED(status);
    ended_.status = ended_.exited ? WEXITSTATUS(status) : WTERMSIG(status);
    ended_.peak_rss_kib = std::max(ended_.peak_rss_kib, result_.rss_kib);
    return true;
  }

  void ask_to_end() {
    ended_.interrupted = ended_.interrupted || interrupted();
    ended_.timed_out = ended_.timed_out || (options_.time_limit && Clock::now() - start_ >= *options_.time_limit);
    if ((ended_.interrupted || ended_.timed_out) && !asked_) {
      asked_ = Clock::now();
      request_.hunt.stop.store(1);
    }
  }

  [[nodiscard]] bool must_die() {
    if (interrupted() && (!options_.can_be_asked || stop_signals > 1)) {
      ended_.interrupted = true;
      return true;
    }
    ended_.unwilling = ended_.unwilling || (asked_ && Clock::now() - *asked_ >= options_.patience);
    return ended_.unwilling;
  }

  // Returns early when the process ends or a signal comes.
  void pause(std::chrono::milliseconds time) const {
    pollfd handle{.fd = handle_.number(), .events = POLLIN, .revents = 0};
    ::poll(&handle, handle_.number() >= 0 ? 1 : 0, static_cast<int>(time.count()));
  }

  [[nodiscard]] bool is_stuck() {
    auto sample = sample_process(process_);
    if (!sample) {
      return false;
    }
    sample->heartbeat = result_.heartbeat.load(std::memory_order_relaxed);
    return watchdog_.is_stuck(*sample);
  }

  // The runtime answers in the segment and ends the process; where it does not, we end it.
  void ask_where() const {
    if (result_.phase.load() != segment::Phase::kNotStarted) {
      ::kill(process_, segment::kDumpSignal);
      const auto until = Clock::now() + kAnswerTime;
      siginfo_t info{};
      while (Clock::now() < until && !interrupted()) {
        if (::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
          return;
        }
        pause(kPollInterval);
      }
    }
    ::kill(process_, SIGKILL);
  }

  pid_t process_;
  Descriptor handle_;
  segment::Request& request_;
  segment::Result& result_;
  const LaunchOptions& options_;
  Watchdog watchdog_;
  Ended ended_;
  Clock::time_point start_;
  std::optional<Clock::time_point> asked_;
};

}  // namespace

void watch_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = &on_stop;  // no SA_RESTART: waiting must end
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) {  // nohup stays nohup
      ::sigaction(signal, &action, nullptr);
    }
  }
}

bool interrupted() { return stop_signals != 0; }

bool take_interrupt() {
  const bool was = interrupted();
  stop_signals = 0;
  return was;
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

std::variant<Ended, Refusal> run_process(const TargetFile& target, const LaunchOptions& options,
                                         const SharedSegment& segment) {
  const auto cannot_start = [&](int error) {
    return Refusal{kExitCannotExplore, "cannot start " + target.path.string() + ": " + std::strerror(error)};
  };
  std::vector<std::string> arguments{target.path.string()};
  arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
  std::vector<std::string> environment = target_environment(environ, segment.descriptor(), target.preload.string());
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);

  const Descriptor input(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const bool shown = segment.request().show_output != 0;
  const Descriptor early_error(shown ? -1 : ::memfd_create("heddle-stderr", MFD_CLOEXEC));
  std::array<int, 2> pipe{};
  if (input.number() < 0 || ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    return cannot_start(errno);
  }
  const Descriptor report_in(pipe[0]);
  Descriptor report_out(pipe[1]);

  std::fflush(nullptr);
  const Child child{.path = target.path.c_str(),
                    .arguments = const_cast<char**>(argument_pointers.data()),
                    .environment = const_cast<char**>(environment_pointers.data()),
                    .input = input.number(),
                    .early_error = early_error.number(),
                    .report = report_out.number(),
                    .parent = ::getpid(),
                    .own_group = options.can_be_asked};
  const pid_t process = ::fork();
  if (process == 0) {
    become_target(child);
  }
  if (process < 0) {
    return cannot_start(errno);
  }
  report_out.close();
  int error = 0;
  if (::read(report_in.number(), &error, sizeof error) == sizeof error) {
    ::waitpid(process, nullptr, 0);
    return cannot_start(error);
  }
  Ended ended = Supervisor(process, segment, options).wait();
  if (!shown) {
    ended.early_error = first_bytes(early_error.number());
  }
  return ended;
}

}  // namespace heddle::cli
