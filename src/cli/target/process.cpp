#include "cli/target/process.h"

#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "cli/target/target_process.h"
#include "cli/target/watchdog.h"

namespace heddle::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPollInterval{20};

volatile sig_atomic_t stop_signals = 0;

void on_stop(int /*signal*/) { stop_signals = stop_signals + 1; }

// Waits for one process; kills it where it must end.
class Guard {
 public:
  Guard(TargetProcess& process, const SharedSegment& segment, const LaunchOptions& options)
      : process_(process),
        request_(segment.request()),
        result_(segment.result()),
        options_(options),
        watchdog_(options.hang_timeout) {}

  Ended wait() {
    start_ = Clock::now();
    while (!reap()) {
      if (must_die()) {
        process_.kill();
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
    ended_.early_error = process_.early_error();
    ended_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return ended_;
  }

 private:
  [[nodiscard]] bool reap() {
    if (const std::uint64_t peak = peak_memory_kib(process_.id()); peak != 0) {
      ended_.peak_rss_kib = peak;
    }
    const auto end = process_.reap();
    if (!end) {
      return false;
    }
    ended_.exited = end->exited;
    ended_.status = end->status;
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
    if (interrupted() && (!options_.can_be_asked || interrupted_again())) {
      ended_.interrupted = true;
      return true;
    }
    ended_.too_late = ended_.too_late || (options_.deadline && Clock::now() >= *options_.deadline);
    ended_.unwilling = ended_.unwilling || (asked_ && Clock::now() - *asked_ >= options_.patience);
    return ended_.unwilling || ended_.too_late;
  }

  // Returns early when the process ends or a signal comes.
  void pause(std::chrono::milliseconds time) const {
    pollfd handle{.fd = process_.handle(), .events = POLLIN, .revents = 0};
    ::poll(&handle, process_.handle() >= 0 ? 1 : 0, static_cast<int>(time.count()));
  }

  [[nodiscard]] bool is_stuck() {
    auto sample = sample_process(process_.id());
    if (!sample) {
      return false;
    }
    sample->heartbeat = result_.heartbeat.load(std::memory_order_relaxed);
    return watchdog_.is_stuck(*sample);
  }

  // The runtime answers in the segment and ends the process; where it does not, we end it.
  void ask_where() const {
    if (result_.phase.load() != segment::Phase::kNotStarted) {
      ::kill(process_.id(), segment::kDumpSignal);
      const auto until = Clock::now() + kAnswerTime;
      siginfo_t info{};
      while (Clock::now() < until && !interrupted()) {
        if (::waitid(P_PID, static_cast<id_t>(process_.id()), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid != 0) {
          return;
        }
        pause(kPollInterval);
      }
    }
    process_.kill();
  }

  TargetProcess& process_;
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
  // A file that may not grow is like a full disk: write() says so. By a handler, which the target does not inherit.
  struct sigaction size_limit{};
  size_limit.sa_handler = [](int /*signal*/) {};
  size_limit.sa_flags = SA_RESTART;
  ::sigaction(SIGXFSZ, &size_limit, nullptr);
}

bool interrupted() { return stop_signals != 0; }
bool interrupted_again() { return stop_signals > 1; }

bool take_interrupt() {
  const bool was = interrupted();
  stop_signals = 0;
  return was;
}

std::variant<Ended, Refusal> run_process(const TargetFile& target, const LaunchOptions& options,
                                         const SharedSegment& segment) {
  auto process = TargetProcess::start(target, options.arguments, segment, options.can_be_asked);
  if (const auto* refusal = std::get_if<Refusal>(&process)) {
    return *refusal;
  }
  Ended ended = Guard(std::get<TargetProcess>(process), segment, options).wait();
  segment.mend();
  return ended;
}

}  // namespace heddle::cli
