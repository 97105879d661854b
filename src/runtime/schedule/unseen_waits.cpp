#include "runtime/schedule/unseen_waits.h"

#include <sys/syscall.h>
#include <ucontext.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <utility>

#include "runtime/contexts/carriers.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/machine/own_text.h"
#include "runtime/observe/watching.h"
#include "runtime/reset/fork_reset.h"
#include "runtime/reset/hang_report.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

constexpr int kTickSignal = 61;  // SIGRTMAX-3; the program's own signals never reach the kernel
constexpr std::uint64_t kMillisecond = 1'000'000;
constexpr long kTick = kMillisecond;
// Before the first execution has shown how long this program is quiet, and at least.
constexpr std::uint64_t kFirstQuietTime = 200 * kMillisecond;
constexpr std::uint64_t kLeastQuietTime = 10 * kMillisecond;
// No more counts of what passes between two ticks: the machine may have stood still.
constexpr std::uint64_t kMostPerTick = 2 * kMillisecond;
constexpr std::uint64_t kMargin = 4;

long ticking_process = 0;
std::uint64_t longest_gap = 0;

// At a tick: how far the thread whose turn it is has come.
struct Sighting {
  std::uint64_t beats = 0;
  std::uint32_t quiet_accesses = 0;
  std::uint64_t processor_time = 0;
  std::uint64_t time = 0;
};
Sighting last;
std::uint64_t gap = 0;  // the time since it reached anything

// The thread that had a turn to try, and how many events there were then.
ThreadId tried = kNoThread;
std::uint64_t events_at_try = 0;

// Since any thread reached anything, and how many events there were then.
std::uint64_t in_vain = 0;
std::uint64_t events_at_block = 0;

std::uint64_t read_time(clockid_t clock) {
  timespec now{};
  system_call(SYS_clock_gettime, clock, reinterpret_cast<long>(&now));
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

Sighting sight() {
  return {.beats = worker_segment().result.heartbeat.load(std::memory_order_relaxed),
          .quiet_accesses = quiet_of(current_thread()),
          .processor_time = read_time(CLOCK_PROCESS_CPUTIME_ID),
          .time = read_time(CLOCK_MONOTONIC)};
}

std::uint64_t quiet_time() {
  const std::uint64_t calibrated = std::max(kMargin * longest_gap, kLeastQuietTime);
  return executions_done() == 0 ? std::max(calibrated, kFirstQuietTime) : calibrated;
}

std::uint64_t progress() { return execution.steps - execution.vain_tries; }

// Interrupted in a system call: processor time does not pass there.
bool is_in_kernel(const ucontext_t& context) {
  const auto* code = reinterpret_cast<const unsigned char*>(instruction_of(context));
  return is_system_call(code) || (is_system_call(code - kSystemCallSize) && result_of(context) == -EINTR);
}

// What detectors have seen until here counts, and the next execution may do better.
void cut_if_stuck(const ucontext_t& context, std::uint64_t waited) {
  const std::uint64_t limit = worker_segment().request.stuck_time * kMillisecond;
  in_vain = execution.events == events_at_block ? in_vain + waited : 0;
  events_at_block = execution.events;
  if (limit != 0 && in_vain >= limit) {
    note_where_threads_are(instruction_of(context), frame_of(context));
    end_execution(OutcomeKind::kStuck, 0, 0);
  }
}

void count_as_blocked(const ucontext_t& context, std::uint64_t waited) {
  Thread& self = current_thread();
  self.unseen_at = instruction_of(context);
  self.unseen_frame = frame_of(context);
  if (tried == self.id && events_at_try == execution.events) {
    ++execution.vain_tries;
  }
  self.progress_seen = progress();
  cut_if_stuck(context, waited);
  note(LedgerRow::kUnseenWait);
  wait_unseen();
  tried = self.id;
  events_at_try = execution.events;
  last = sight();
}

void on_tick(int, siginfo_t*, void* raw_context) {
  if (forward_to_child(kTickSignal) || !controlled() || forward_to_current(kTickSignal)) {
    return;
  }
  const auto& context = *static_cast<ucontext_t*>(raw_context);
  if (in_own_text(instruction_of(context)) || !execution.active) {
    return;
  }
  const Sighting now = sight();
  if (now.beats != last.beats || now.quiet_accesses != last.quiet_accesses) {
    longest_gap = std::max(longest_gap, gap);
    gap = 0;
    last = now;
    return;
  }
  const std::uint64_t passed = is_in_kernel(context) ? now.time - last.time : now.processor_time - last.processor_time;
  gap += std::min(passed, kMostPerTick);
  last = now;
  if (gap >= quiet_time()) {
    count_as_blocked(context, std::exchange(gap, 0));
  }
}

}  // namespace

void watch_for_unseen_waits() {
  if (worker_segment().request.unseen_waits == 0) {
    return;
  }
  tried = kNoThread;
  in_vain = 0;
  gap = 0;
  last = sight();  // another process has another processor time
  const long process = system_call(SYS_getpid);
  if (ticking_process == process) {
    return;
  }
  ticking_process = process;
  // On the thread's own stack, and again inside itself: a thread is switched away from inside the handler.
  install_handler(kTickSignal, on_tick, SA_NODEFER | SA_RESTART);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = kTickSignal;
  int timer = 0;
  const itimerspec period{.it_interval = {.tv_sec = 0, .tv_nsec = kTick}, .it_value = {.tv_sec = 0, .tv_nsec = kTick}};
  if (system_call(SYS_timer_create, CLOCK_MONOTONIC, reinterpret_cast<long>(&event), reinterpret_cast<long>(&timer)) !=
          0 ||
      system_call(SYS_timer_settime, timer, 0, reinterpret_cast<long>(&period), 0) != 0) {
    fatal("cannot make a timer", "");
  }
}

bool may_try_again(const Thread& waiting) { return progress() > waiting.progress_seen; }

Thread* waits_unseen_after(const Thread& self) {
  const State& models = state();
  Thread* first = nullptr;
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    Thread& candidate = thread(models.live[index]);
    if (candidate.status != Status::kParked || candidate.pending.kind != OperationKind::kUnseenWait) {
      continue;
    }
    if (candidate.id.value > self.id.value) {
      return &candidate;
    }
    first = first == nullptr ? &candidate : first;
  }
  return first;
}

}  // namespace heddle::runtime
