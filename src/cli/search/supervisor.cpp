#include "cli/search/supervisor.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): SIGKILL
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <unordered_map>
#include <utility>

#include "cli/base/limits.h"
#include "cli/base/text.h"
#include "cli/findings/finding_maker.h"
#include "cli/findings/run_summary.h"
#include "cli/target/process.h"

namespace heddle::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kSlice = 50ms;           // what a lease gets, ...
constexpr auto kLongestSlice = 1000ms;  // ... where executions are long: it has to be some of them
constexpr std::uint64_t kFewExecutions = 20;
constexpr auto kShortLease = 10ms;         // below it leases are too small
constexpr auto kTick = 20ms;               // progress, limits, the disk
constexpr auto kWatchInterval = 200ms;     // of what /proc says
constexpr auto kPatience = 3000ms;         // for an execution that does not end ...
constexpr auto kLeastPatience = 300ms;     // ... where time is short
constexpr auto kReportTime = 100ms;        // of a finding
constexpr int kProbeShare = 5;             // of the time: to find out whether the program ends
constexpr auto kMoreWorkersAfter = 150ms;  // what is over by then needs no others
constexpr std::uint64_t kStuckInVain = 3;  // executions that get stuck, and none that does not
constexpr std::size_t kLargestAllowance = 256;
constexpr std::uint32_t kStartsInVain = 5;
// An execution that ends its process so often, each time as the first of a lease, is to blame.
constexpr std::uint32_t kDeathsToBlame = 2;
constexpr std::uint32_t kKillsToBlame = 4;  // ... by SIGKILL, which is often somebody else's

std::uint64_t resident_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

Supervisor::Supervisor(TargetRunner& runner, const HuntOptions& options, Search& search, SearchLog& log,
                       CommittedTable* reached, Prepare prepare, IsSuppressed is_suppressed)
    : runner_(runner),
      options_(options),
      search_(search),
      log_(log),
      reached_(reached),
      prepare_(std::move(prepare)),
      is_suppressed_(std::move(is_suppressed)),
      bell_(move_high(::eventfd(0, EFD_NONBLOCK))),
      slice_(kSlice) {}

// Whatever happens, nothing is left behind.
Supervisor::~Supervisor() {
  for (const std::unique_ptr<Worker>& worker : workers_) {
    worker->process().kill();
    pollfd handle{.fd = worker->process().handle(), .events = POLLIN, .revents = 0};
    while (!worker->process().reap()) {
      ::poll(&handle, 1, 10);
    }
  }
}

std::size_t Supervisor::busy() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(workers_, [](const auto& worker) { return worker->lease() != 0; }));
}

Supervised Supervisor::run(const std::function<void()>& tick, Clock::time_point until) {
  start_ = Clock::now();
  until_ = until;
  next_watch_ = start_;
  auto next_tick = start_;
  for (;;) {
    collect();
    check_limits();
    check_probe();
    if (is_ending()) {
      if (workers_.empty()) {
        break;
      }
    } else {
      hand_out();
      if (!is_ending()) {
        ask_back();
      }
    }
    if (const auto now = Clock::now(); now >= next_tick) {
      next_tick = now + kTick;
      watch();
      log_.tick(search_);
      tick();
    }
    wait();
  }
  if (ending_ == SearchEnd::kTime && search_.made() == 0 && !result_.trouble && !log_.is_full()) {
    result_.trouble = endless();
  } else if (!result_.trouble && log_.findings().empty() && always_gets_stuck()) {
    result_.trouble = runner_.hangs("");
  }
  result_.end = ending_.value_or(SearchEnd::kTrouble);
  result_.disk_is_full = log_.is_full();
  result_.limits = search_.limits();
  result_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  return std::move(result_);
}

// Those at work commit what they have.
void Supervisor::end(SearchEnd why) {
  if (!ending_) {
    ending_ = why;
    const Clock::duration patience = why == SearchEnd::kTime
                                         ? std::clamp<Clock::duration>(options_.time / 25, kLeastPatience, kPatience)
                                         : kPatience;
    stop_by_ = Clock::now() + patience;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (why == SearchEnd::kTime && search_.made() == 0 && worker->lease() != 0) {
        worker->ask_where();
      }
      worker->stop();
    }
  }
}

// The lowest that no worker has.
std::uint32_t Supervisor::free_number() const {
  std::uint32_t number = 1;
  const auto is_taken = [&](const auto& worker) { return worker->segment().request().hunt.worker == number; };
  while (std::ranges::any_of(workers_, is_taken)) {
    ++number;
  }
  return number;
}

bool Supervisor::start_worker() {
  auto segment = prepare_();
  if (!segment) {
    result_.trouble = cannot_work_here(segment.error());
    end(SearchEnd::kTrouble);
    return false;
  }
  segment->request().hunt.worker = options_.jobs == 1 ? 0 : free_number();
  segment->request().hunt.bell_descriptor = bell_.number();
  segment->request().hunt.reached_descriptor = reached_ == nullptr ? -1 : reached_->descriptor();
  auto process = TargetProcess::start(runner_.target(), runner_.arguments(), *segment, /*own_group=*/true);
  if (auto* refusal = std::get_if<Refusal>(&process)) {
    result_.trouble = std::move(*refusal);
    end(SearchEnd::kTrouble);
    return false;
  }
  workers_.push_back(
      std::make_unique<Worker>(std::move(*segment), std::move(std::get<TargetProcess>(process)), runner_.patience()));
  return true;
}

void Supervisor::hand_out() {
  if (log_.is_full()) {
    return;  // until the disk takes it
  }
  if (workers_.empty() && (search_.finished() || search_.exhausted())) {
    end(search_.finished() ? SearchEnd::kFinished : end_of_executions());
    return;
  }
  if (workers_.empty() && !start_worker()) {
    return;
  }
  for (std::size_t index = 0; index < workers_.size() && !is_ending(); ++index) {
    if (workers_[index]->lease() == 0) {
      give(*workers_[index]);
    }
  }
  // Others come only when there is something for them.
  const bool all_busy = busy() == workers_.size();
  if (!is_ending() && all_busy && workers_.size() < options_.jobs && Clock::now() - start_ >= kMoreWorkersAfter) {
    (void)start_worker();
  }
}

void Supervisor::give(Worker& worker) {
  const std::size_t share = std::max<std::size_t>(1, search_.chunks() / (std::size_t{2} * options_.jobs));
  const std::size_t chunks = options_.jobs == 1 ? allowance_ : std::min(allowance_, share);
  const auto lease = search_.next(chunks, options_.jobs);
  if (lease) {
    if (!worker.give(*lease, log_.cells())) {
      search_.lose(lease->terms.number, /*by_death=*/false);
      result_.trouble = Refusal{kExitInternalError, "internal error: a lease is larger than its place"};
      end(SearchEnd::kTrouble);
    }
  } else if (search_.failed()) {
    end(SearchEnd::kDisk);
  } else if (search_.leases() == 0 && search_.finished()) {
    end(search_.exhausted() ? end_of_executions() : SearchEnd::kFinished);
  } else if (search_.leases() == 0 && search_.exhausted()) {
    end(end_of_executions());
  }
}

// What has had its time, and what others are hungry for.
void Supervisor::ask_back() {
  const bool hungry = busy() < workers_.size() && search_.is_hungry();
  const bool over = search_.is_over_limit();
  Worker* longest = nullptr;
  for (const std::unique_ptr<Worker>& worker : workers_) {
    if (worker->lease() == 0 || worker->is_wanted()) {
      continue;
    }
    if (over || worker->busy_for() >= slice_) {
      worker->want_back(hungry ? segment::Wanted::kShared : segment::Wanted::kBack);
    } else if (longest == nullptr || worker->busy_for() > longest->busy_for()) {
      longest = worker.get();
    }
  }
  if (hungry && longest != nullptr) {
    longest->want_back(segment::Wanted::kShared);
  }
}

// Until something happens, or time is up for somebody.
void Supervisor::wait() {
  std::vector<pollfd> handles{{.fd = bell_.number(), .events = POLLIN, .revents = 0}};
  auto until = Clock::now() + kTick;
  for (const std::unique_ptr<Worker>& worker : workers_) {
    handles.push_back({.fd = worker->process().handle(), .events = POLLIN, .revents = 0});
  }
  const auto time = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  ::poll(handles.data(), handles.size(), static_cast<int>(std::max(time, 0ms).count()));
  std::uint64_t rung = 0;
  (void)!::read(bell_.number(), &rung, sizeof rung);
}

void Supervisor::collect() {
  for (std::size_t index = 0; index < workers_.size();) {
    Worker& worker = *workers_[index];
    const auto ended = worker.process().reap();  // first: what it committed before counts
    if (worker.has_committed()) {
      take(worker);
    }
    if (ended) {
      const std::unique_ptr<Worker> dead = std::move(workers_[index]);
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(index));
      judge_death(*dead, *ended);
    } else {
      ++index;
    }
  }
}

void Supervisor::take(Worker& worker) {
  const auto commit = worker.commit();
  const std::uint64_t lease = worker.lease();
  if (!commit) {
    worker.process().kill();  // somebody has written over it: judged when it is dead
    return;
  }
  note(worker);
  const std::size_t cells_before = worker.segment().lease().cell_count;
  const bool found = take_findings(worker);
  if (!search_.commit(lease, *commit)) {
    worker.process().kill();
    return;
  }
  if (commit->end == LeaseEnd::kFinished && worker.busy_for() < kShortLease) {
    allowance_ = std::min(allowance_ * 2, kLargestAllowance);
  } else if (commit->end == LeaseEnd::kStopped && commit->left.size() > 2) {
    allowance_ = std::max<std::size_t>(allowance_ / 2, 1);
  }
  const std::uint64_t made = commit->tally.made();
  if (commit->end == LeaseEnd::kStopped && made < kFewExecutions) {
    slice_ = std::min<Clock::duration>(slice_ * 2, kLongestSlice);
  } else if (made > kFewExecutions * 10) {
    slice_ = std::max<Clock::duration>(slice_ / 2, kSlice);
  }
  if (commit->end == LeaseEnd::kGrown) {
    take_cells(worker, cells_before);
  } else if (commit->end == LeaseEnd::kNondeterministic) {
    end(SearchEnd::kVaries);
  } else if (commit->end == LeaseEnd::kFound || found) {
    end(SearchEnd::kFound);
  } else if (log_.findings().empty() && search_.made() >= kStuckInVain && always_gets_stuck()) {
    end(SearchEnd::kTrouble);
  }
  failed_starts_ = 0;
  worker.done_with_commit();
}

bool Supervisor::always_gets_stuck() const {
  return search_.made() != 0 && search_.totals().ledger().count(LedgerRow::kStuck) >= search_.made();
}

bool Supervisor::take_findings(const Worker& worker) {
  bool ends = false;
  for (Finding& found : worker.segment().findings()) {
    found.witness.message = readable(found.witness.message);
    ends = add_finding(std::move(found)) || ends;
  }
  return ends;
}

bool Supervisor::add_finding(Finding found) {
  found.origin.strategy = options_.strategy;
  const Options& exploration = options_.exploration;
  const bool is_wanted = exploration.all != 0 || ending_ != SearchEnd::kFound;
  if (!is_wanted || is_suppressed_(found)) {
    return false;
  }
  const bool is_known = std::ranges::any_of(log_.findings(), [&found](const Finding& other) {
    return other.fault.signature == found.fault.signature && (other.fault.certain || !found.fault.certain);
  });
  const bool counts = found.fault.certain && exploration.all == 0;
  const bool may_become_worse = found.witness.outcome.kind == OutcomeKind::kDetected && exploration.after_fault != 0;
  if (!is_known) {
    log_.add_finding(found);
    if (counts && may_become_worse) {
      search_.limit(found.origin.execution + exploration.after_fault);
      goes_on_for_a_while_ = true;
    }
  }
  return counts && !may_become_worse;
}

void Supervisor::take_cells(const Worker& worker, std::size_t before) {
  std::unordered_map<std::uint64_t, std::uint64_t> known;
  for (const segment::Cell& cell : log_.cells()) {
    known[cell.object] |= cell.bytes;
  }
  std::vector<segment::Cell> fresh;
  const std::size_t now = worker.segment().result().hunt.cell_count.load();
  for (const segment::Cell& cell : worker.segment().cells(before, now - std::min(before, now))) {
    if ((known[cell.object] & cell.bytes) != cell.bytes) {
      known[cell.object] |= cell.bytes;
      fresh.push_back(cell);
    }
  }
  if (!fresh.empty()) {
    log_.add_cells(fresh, search_);
  }
}

void Supervisor::note(const Worker& worker) {
  const segment::Result& books = worker.segment().result();
  result_.reset = books.reset_used;
  result_.executor = books.executor_used;
  if (books.hunt.trace_problem[0] != '\0') {
    result_.trace_problem = one_line(books.hunt.trace_problem);
  }
  result_.peak_rss_kib = std::max(result_.peak_rss_kib, books.rss_kib);
  if (books.hunt.variation[0] != '\0') {
    result_.variation = one_line(books.hunt.variation);
  }
  if (books.hunt.uninitialised[0] != '\0') {
    result_.uninitialised = one_line(books.hunt.uninitialised);
  }
  if (result_.detail.empty()) {
    result_.detail = worker.segment().detail();  // of an execution that got stuck
  }
  if (books.hunt.inputs[0] != '\0') {
    result_.inputs = one_line(books.hunt.inputs);
  }
}

// False where not one execution has come to an end so far: the program cannot be explored at all.
bool Supervisor::costs_a_lease(const Worker& worker, const ProcessEnd& end_of_process) const {
  const bool killed = !end_of_process.exited && worker.cause == Worker::Cause::kOwn;
  return worker.has_begun() && (search_.made() != 0 || worker.ended_in_lease() != 0 || killed);
}

// The lease is handed out again, up to where the worker died; what dies again as the first of a lease is to blame. A
// signal becomes a finding, when the schedule that leads to it is known.
void Supervisor::charge_lease(const Worker& worker, const ProcessEnd& end_of_process) {
  ++result_.deaths;
  const std::uint64_t lease = worker.lease();
  const bool by_signal = !end_of_process.exited && worker.cause == Worker::Cause::kOwn;
  const bool killed = by_signal && end_of_process.status == SIGKILL;  // possibly by somebody else
  const bool recorded = worker.segment().lease().terms.record != 0;
  if (const std::uint64_t done = worker.ended_in_lease(); done != 0) {
    search_.lose(lease, /*by_death=*/false, done);
  } else if (worker.deaths_of_lease() + 1 < (killed ? kKillsToBlame : kDeathsToBlame) || (by_signal && !recorded)) {
    search_.lose(lease, /*by_death=*/true, 1, /*record=*/by_signal);
  } else {
    bool ends = false;
    // A schedule that is not whole would not lead there.
    if (by_signal && worker.segment().schedule().size() < segment::kScheduleCapacity) {
      const std::uint64_t cells = worker.segment().lease().cell_count;
      const auto known = worker.segment().cells(0, cells);
      Finding found = killed_by(end_of_process.status, worker.segment().schedule(), {known.begin(), known.end()});
      found.origin.execution = search_.made() + 1;
      found.origin.bound = worker.segment().lease().terms.bound;
      found.witness.limits = worker.segment().lease().terms.limits;
      ends = add_finding(std::move(found));
    }
    if (!search_.give_up_first(lease)) {
      end(SearchEnd::kDisk);
    } else if (ends) {
      end(SearchEnd::kFound);
    }
  }
}

Refusal Supervisor::too_large() const {
  return {kExitCannotExplore,
          fmt::format("{} takes more than the {} bytes of --worker-memory before one execution ends",
                      runner_.target().path.string(), grouped(options_.worker_memory))};
}

Refusal Supervisor::endless() const {
  const std::string where = where_.empty() ? "" : fmt::format(" It was stopped {}.", where_);
  return {kExitCannotExplore,
          fmt::format("no execution of {} ended or came to a limit in {:.3g} s: does it run for ever?{} Give it more "
                      "time (--time=), or an end: heddle cannot cut what it does not see",
                      runner_.target().path.string(), std::chrono::duration<double>(options_.time).count(), where)};
}

// So many findings take their time: a fifth of it at most.
Supervisor::Clock::duration Supervisor::time_to_report() const {
  return std::min<Clock::duration>(kReportTime * log_.findings().size(), options_.time / 5);
}

void Supervisor::judge_death(Worker& worker, const ProcessEnd& end_of_process) {
  note(worker);
  const segment::Phase phase = worker.segment().result().phase.load();
  const std::uint64_t lease = worker.lease();
  if (is_ending()) {
    if (lease != 0) {
      search_.lose(lease, /*by_death=*/false);
    }
    if (phase == segment::Phase::kHang && where_.empty()) {
      where_ = worker.segment().message();
      result_.detail = worker.segment().detail();
    }
    return;
  }
  if (runner_.adapt(worker.segment())) {
    if (lease != 0) {
      search_.lose(lease, /*by_death=*/false);
    }
    if (phase == segment::Phase::kNeedsFork) {
      // The same executions, made in another way: what is done stays done.
      for (const std::unique_ptr<Worker>& other : workers_) {
        other->process().kill();
      }
      return;
    }
    end(SearchEnd::kOtherwise);
    return;
  }
  const bool in_execution = phase == segment::Phase::kRunning || phase == segment::Phase::kHang;
  if (in_execution && costs_a_lease(worker, end_of_process)) {
    charge_lease(worker, end_of_process);
    return;
  }
  // Before it did anything: by somebody else.
  const bool killed = !end_of_process.exited && phase <= segment::Phase::kRunning;
  if (killed && (lease == 0 || worker.cause == Worker::Cause::kOwn) && ++failed_starts_ < kStartsInVain) {
    if (lease != 0) {
      search_.lose(lease, /*by_death=*/worker.has_begun(), 1);
    }
    return;  // another one will be started
  }
  if (lease != 0) {
    search_.lose(lease, /*by_death=*/false);
  }
  end(SearchEnd::kTrouble);
  const bool outgrown = worker.cause == Worker::Cause::kMemory;
  const Ended ended{.hang = worker.cause == Worker::Cause::kHang,
                    .exited = end_of_process.exited,
                    .status = end_of_process.status,
                    .early_error = worker.process().early_error()};
  const Execution execution{.segment = std::move(worker).take_segment(), .ended = ended};
  result_.trouble = outgrown ? too_large() : runner_.trouble_of(execution);
  result_.detail = execution.segment.detail();
}

void Supervisor::watch() {
  if (Clock::now() < next_watch_) {
    return;
  }
  next_watch_ = Clock::now() + kWatchInterval;
  for (const std::unique_ptr<Worker>& worker : workers_) {
    watch(*worker);
  }
}

void Supervisor::watch(Worker& worker) {
  result_.peak_rss_kib = std::max(result_.peak_rss_kib, peak_memory_kib(worker.process().id()));
  if (options_.worker_memory != 0 && resident_bytes(worker.process().id()) > options_.worker_memory) {
    worker.cause = Worker::Cause::kMemory;
    worker.process().kill();
  } else if (worker.has_not_answered()) {
    worker.process().kill();
  } else if (worker.is_stuck()) {
    worker.ask_where();
  }
}

// An execution under large limits may take very long.
void Supervisor::check_probe() {
  if (is_ending() || !search_.is_probing() || Clock::now() - start_ < options_.time / kProbeShare) {
    return;
  }
  if (search_.stop_probing()) {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->process().kill();
    }
  }
}

void Supervisor::check_limits() {
  if (interrupted()) {
    end(SearchEnd::kInterrupted);
  } else if (Clock::now() >= until_ - time_to_report()) {
    end(SearchEnd::kTime);
  }
  if (is_ending() && (interrupted_again() || Clock::now() >= stop_by_)) {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->process().kill();
    }
  }
}

}  // namespace heddle::cli
