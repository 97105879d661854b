// The stand-in runtime as an explorer: findings, workers that end in every way there is, and the executions that are
// made of findings later.

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): raise
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/finding_codec.h"
#include "core/hash.h"
#include "core/settings.h"
#include "engine/continuation.h"
#include "engine/explorer.h"
#include "stand_in.h"
#include "stand_in_lease.h"

namespace heddle::stand_in {
namespace {

constexpr std::uint64_t kFault = 0xfa17;
constexpr std::uint64_t kLongHash = 0x1000;   // of the execution that was found
constexpr std::uint64_t kShortHash = 0x2000;  // ... and of the shorter one that shows the same
constexpr segment::Cell kCell{.object = 0xce11, .bytes = 15};

segment::HuntResult& result() { return the_segment->result.hunt; }

// Whether no process of this hunt was here before.
bool is_first(const char* name) {
  const int file = ::open(name, O_CREAT | O_EXCL | O_WRONLY, 0644);
  ::close(file);
  return file >= 0;
}

// For the test to read, in a file.
void tell(const char* name, const std::string& line) { std::ofstream(name, std::ios::app) << line << '\n'; }

void put_text(char* to, std::size_t size, const char* text) { std::snprintf(to, size, "%s", text); }

Outcome outcome_of(OutcomeKind kind, std::uint64_t hash) {
  Outcome outcome;
  outcome.kind = kind;
  outcome.thread = ThreadId{2};
  outcome.steps = 7;
  outcome.events = 9;
  outcome.switches = 3;
  outcome.event_hash = hash;
  outcome.fault = kFault;
  return outcome;
}

Operation balance(OperationKind kind) {
  Operation operation;
  operation.kind = kind;
  operation.object = ObjectId{0xba1};
  operation.site = SiteId{static_cast<std::uint64_t>(kind) + 1};
  operation.size = 4;
  return operation;
}

// The shortest schedule: main.2 gets in between the read and the write of main.1.
Deviation interruption() {
  return {.point = 1,
          .take = {.thread = ThreadId{2}, .variant = kProceed},
          .check = pending_check(balance(OperationKind::kRead))};
}

constexpr std::uint32_t kShortSize = 1;
constexpr std::uint32_t kLongSize = 2;

// `index` of the lease's.
void put_finding(std::uint32_t index, const FindingKind& kind, OutcomeKind outcome, const char* message,
                 bool certain = true) {
  Finding found;
  found.fault.kind = kind;
  found.fault.certain = certain;
  found.fault.signature = 0x516 + index;
  found.witness.schedule = {interruption(),
                            {.point = 5, .take = {.thread = ThreadId{1}, .variant = kProceed}, .check = 12}};
  found.witness.outcome = outcome_of(outcome, kLongHash);
  found.witness.message = message;
  found.witness.costs = {.switches = 4, .preemptions = 2, .delays = 2};
  found.origin = {.strategy = {}, .execution = 42 + index, .bound = 1, .bound_below_complete = true};
  segment::cells(the_segment)[0] = kCell;
  std::vector<std::byte> bytes;
  encode(found, bytes);
  const segment::FindingHead head{.cells = 1, .bytes = static_cast<std::uint32_t>(bytes.size())};
  std::byte* place = segment::findings(the_segment) + result().finding_bytes;
  std::memcpy(place, &head, sizeof head);
  std::ranges::copy(bytes, place + sizeof head);
  result().finding_bytes += sizeof head + bytes.size();
}

segment::RecordedEvent& put_access(std::uint16_t thread, OperationKind kind, std::uint64_t before,
                                   std::uint64_t value) {
  segment::RecordedEvent& event = put_event(thread, kind, &example_mutex[0]);
  const std::uintptr_t address = event.event.operation.address;
  event.event.operation = balance(kind);
  event.event.operation.address = address;
  event.event.visible = true;
  event.site_record =
      reinterpret_cast<std::uint64_t>(kind == OperationKind::kRead ? &example_read_site : &example_site);
  event.value_size = 4;
  event.value[0] = value;
  event.before[0] = before;
  event.has_before = kind == OperationKind::kWrite ? 1 : 0;
  return event;
}

void put_thread_event(std::uint16_t thread, OperationKind kind, std::uint16_t other) {
  put_event(thread, kind, nullptr).event.other = ThreadId{other};
}

void put_lost_update() {
  put_thread_event(0, OperationKind::kThreadCreate, 1);
  put_thread_event(1, OperationKind::kThreadStart, 0xffff);
  put_thread_event(0, OperationKind::kThreadCreate, 2);
  for (int i = 0; i < 3; ++i) {
    segment::RecordedEvent& own = put_event(0, OperationKind::kMutexLock, &example_mutex[8]);
    own.event.visible = true;
  }
  put_access(1, OperationKind::kRead, 0, 100);
  put_access(2, OperationKind::kRead, 0, 100).preempts = 1 + 1;
  put_access(2, OperationKind::kWrite, 100, 70);
  put_access(1, OperationKind::kWrite, 70, 130);
  put_thread_event(0, OperationKind::kThreadJoin, 1);
}

segment::RecordedEvent& put_lock(std::uint16_t thread, int index) {
  segment::RecordedEvent& lock = put_event(thread, OperationKind::kMutexLock, &example_mutex[index]);
  lock.event.operation.object = ObjectId{static_cast<std::uint64_t>(index)};
  lock.event.visible = true;
  return lock;
}

void put_crossed_locks() {
  put_thread_event(0, OperationKind::kThreadCreate, 1);
  put_thread_event(0, OperationKind::kThreadCreate, 2);
  put_lock(1, 2);
  put_access(2, OperationKind::kRead, 0, 100).preempts = 1 + 1;
  put_lock(2, 4);
  for (const std::uint16_t thread : std::to_array<std::uint16_t>({1, 2})) {
    segment::RecordedEvent& wait = put_lock(thread, thread == 1 ? 4 : 2);
    wait.event.other = ThreadId{static_cast<std::uint16_t>(3 - thread)};
    wait.waits = 1;
  }
}

// A process for one schedule: the long one or the short one, or it is another execution.
[[noreturn]] void replay(OutcomeKind kind, const char* message, std::string_view how) {
  const segment::Request& request = the_segment->request;
  const Deviation* schedule = segment::schedule(the_segment);
  const bool fits = request.schedule_size >= 1 && request.schedule_size <= kLongSize && schedule[0] == interruption() &&
                    request.points == Points::kShared && request.cell_count == 1 &&
                    segment::cells(the_segment)[0].object == kCell.object;
  segment::Result& books = the_segment->result;
  books.executions = 1;
  if (!fits || how == "flaky") {
    books.outcome = outcome_of(OutcomeKind::kPassed, static_cast<std::uint64_t>(::getpid()));
    end(segment::Phase::kFinished);
  }
  books.outcome = outcome_of(kind, request.schedule_size == kShortSize ? kShortHash : kLongHash);
  if (how == "elsewhere") {
    books.outcome.fault += 1;
    message = "bank.cpp:31: Assertion `open' failed";
  }
  set_message(message);
  put_output("the balance is wrong\n");
  put_threads();
  the_segment->result.thread_count = 3;
  the_segment->threads[2].name = add_string("clerk");
  if (request.record != 0) {
    put_modules();
    kind == OutcomeKind::kDeadlock ? put_crossed_locks() : put_lost_update();
  }
  end(segment::Phase::kFinished);
}

// `listens`: when it is asked to end it gives what it has got by then.
[[noreturn]] void minimise(OutcomeKind kind, bool slow, bool listens) {
  if (slow) {
    (void)is_first("at-work");
  }
  while (slow && (!listens || the_segment->request.hunt.stop.load() == 0)) {
    the_segment->result.heartbeat++;
    ::usleep(1000);
  }
  const segment::Request& request = the_segment->request;
  if (request.schedule_size != kLongSize || request.fault != kFault || request.minimise_runs == 0 ||
      request.outcome_kind != static_cast<std::uint32_t>(kind) || request.cell_count != 1) {
    set_message("the request to minimise is not as it should be");
    end(segment::Phase::kInternalError, 4);
  }
  segment::schedule(the_segment)[0] = interruption();
  segment::Result& books = the_segment->result;
  books.schedule_size = kShortSize;
  books.outcome = outcome_of(kind, kShortHash);
  books.minimisation = {.minimality = slow ? Minimality::kBudget : Minimality::kLocal,
                        .costs = {.switches = 3, .preemptions = 1, .delays = 1},
                        .runs = 17,
                        .cells = 1};
  end(segment::Phase::kFinished);
}

// The options as they arrived.
std::string options_text() {
  const segment::Request& request = the_segment->request;
  const Options& options = request.hunt.options;
  char text[256];
  std::snprintf(text, sizeof text, "%s %u %u %u %u %u %llu %llu %llu", request.hunt.strategy, options.warmup,
                static_cast<unsigned>(options.points), options.judges_exit, options.all, options.tolerate,
                static_cast<unsigned long long>(options.executions), static_cast<unsigned long long>(options.memory),
                static_cast<unsigned long long>(request.limits.steps));
  std::string settings = request.hunt.settings;
  std::ranges::replace(settings, '\n', ' ');
  return settings + text + (request.points == options.points ? "" : ", other points") +
         (request.hunt.reached_descriptor > 2 ? ", a table of what was reached" : "");
}

// Is there a place in focus between the beginning of example_function and that of main?
std::string focus_text() {
  const segment::HuntRequest& request = the_segment->request.hunt;
  const std::span places(segment::focus(the_segment), request.focus_count);
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&example_function), &info);
  const auto begin =
      reinterpret_cast<std::uintptr_t>(&example_function) - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  constexpr std::uintptr_t kLength = 20;  // shorter than the function
  const bool inside = std::ranges::any_of(places, [begin](const segment::FocusPlace& place) {
    return place.module == hash_bytes("") && place.offset - begin < kLength &&
           place.kind == segment::FocusKind::kInside;
  });
  const Settings settings(request.settings);
  const std::string words = request.has_focus != 0 ? settings.text() : "everywhere\n";
  return "[" + words.substr(0, words.size() - 1) + "] " + (inside ? "inside" : "outside") +
         (std::ranges::is_sorted(places) ? ", sorted" : ", disordered");
}

constexpr const char* kMessage = "bank.cpp:23: void check(): Assertion `balance == 100' failed";

OutcomeKind outcome_kind(std::string_view how) {
  return how == "deadlock" ? OutcomeKind::kDeadlock : OutcomeKind::kAssertion;
}

// --- What is there to be explored: so many executions without a preemption, with at most one ...

constexpr std::uint32_t kWideBound = 2;  // the one in which everything happens
constexpr std::uint64_t kExecutions = 18'204;
constexpr std::uint64_t kBeyond = 4;
constexpr std::uint64_t kPruned = 7;
constexpr std::uint64_t kFaulty = 5;  // executions of note, in the wide bound
constexpr std::uint64_t kFatal = 9;

std::uint64_t size_of_round(std::uint32_t bound, bool slow) {
  if (bound < kWideBound) {
    return bound == 0 ? 30 : 66;
  }
  return slow ? 1'000'000 : kExecutions + kBeyond + kPruned;
}

// With bound 3 there is nothing beyond.
void count(Tally& tally, std::uint32_t bound, std::uint64_t execution) {
  tally.ledger.note(LedgerRow::kThreads);
  if (bound != kWideBound || execution <= kExecutions) {
    ++tally.executions;
  } else {
    ++(execution <= kExecutions + kBeyond ? tally.beyond_bound : tally.pruned);
  }
  tally.cut += execution == 1 && bound <= kWideBound ? 1 : 0;
}

// --- What may happen.

[[noreturn]] void beat() {
  for (;; ::usleep(1000)) {
    ++the_segment->result.heartbeat;
  }
}

[[noreturn]] void take_much_memory() {
  constexpr std::size_t kMuch = std::size_t{256} << 20U;
  volatile char* memory = new char[kMuch];
  for (std::size_t at = 0; at < kMuch; at += segment::kPage) {
    memory[at] = 1;
  }
  beat();
}

void die_of(int signal) {
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

// One after the other, each in a process of its own.
enum class Death : std::uintmax_t { kAtStart, kInLease, kAtNextStart, kBeforeLease, kInFirstExecution };

void die_as(Death death) {
  std::error_code error;
  const std::uintmax_t deaths = std::filesystem::file_size("deaths", error);
  if (static_cast<std::uintmax_t>(death) == (error ? 0 : deaths)) {
    std::ofstream("deaths", std::ios::app) << 'x';
    die_of(SIGKILL);
  }
}

// The log of the search is gone from the disk.
void lose_log() {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(".heddle")) {
    if (entry.path().filename() == "search.log") {
      std::filesystem::resize_file(entry.path(), 0);
    }
  }
}

bool finds(std::string_view how) {
  constexpr auto kFinding =
      std::to_array<std::string_view>({"fail", "deadlock", "hint", "two", "flaky", "tedious", "thorough", "gone",
                                       "slow-found", "disk", "dies", "elsewhere", "late"});
  return std::ranges::find(kFinding, how) != kFinding.end();
}

// `end`: of the lease, where this ends it.
std::optional<LeaseEnd> find(std::string_view how) {
  if (how == "deadlock") {
    put_finding(0, FindingKind::kDeadlock, OutcomeKind::kDeadlock, "");
  } else {
    put_finding(0, FindingKind::kAssertion, OutcomeKind::kAssertion, kMessage, /*certain=*/how != "hint");
  }
  if (how == "two") {
    put_finding(1, FindingKind::kAssertion, OutcomeKind::kAssertion, "bank.cpp:31: Assertion `open' failed");
  } else if (how == "gone") {
    std::filesystem::remove_all(".heddle");
  } else if (how == "disk") {
    return LeaseEnd::kStopped;
  }
  return the_segment->request.hunt.options.all != 0 ? std::nullopt : std::optional(LeaseEnd::kFound);
}

std::optional<LeaseEnd> meet_fate(std::string_view how, Work& work) {
  if (how == "dies") {
    die_of(SIGSEGV);
  } else if (how == "killed" || (how == "killed-once" && is_first("killed"))) {
    die_of(SIGKILL);
  } else if (how == "killed-often") {
    die_as(Death::kInLease);
  } else if (how == "hangs" && the_segment->request.unseen_waits == 0) {
    hang(/*answer=*/true, /*spin=*/false);
  } else if (how == "greedy") {
    take_much_memory();
  } else if (how == "stubborn") {
    beat();
  } else if (how == "disk") {
    lose_log();
    die_of(SIGKILL);
  } else if (how == "varies") {
    put_text(result().variation, sizeof result().variation, "event 3 is a read in one execution, a write in another");
    return LeaseEnd::kNondeterministic;
  } else if (how.starts_with("damages-") && is_first("damaged")) {
    work.tally.executions += 1000;  // wrong, where it is believed
    work.commit(LeaseEnd::kFinished, how == "damages-bytes"   ? Damage::kBytes
                                     : how == "damages-count" ? Damage::kCount
                                                              : Damage::kChunks);
    beat();
  }
  return std::nullopt;
}

// Slow until there are two at work.
void wait_for_another() {
  static const bool begun = (tell("begun", "x"), true);
  static bool is_alone = true;
  if (begun && is_alone) {
    ::usleep(1000);
    is_alone = std::filesystem::file_size("begun") < 4;
  }
}

std::optional<LeaseEnd> execute(std::string_view how, std::uint32_t bound, std::uint64_t execution, Work& work) {
  const bool first_of_all = bound == 0 && execution == 1;
  if (first_of_all && how == "breaks") {
    die_of(SIGSEGV);
  } else if (first_of_all && how == "hangs-at-once") {
    hang(/*answer=*/true, /*spin=*/false);
  } else if (first_of_all && how == "greedy-at-once") {
    take_much_memory();
  } else if (how == "grows" && the_segment->lease.cell_count == 0 && execution == 3) {
    segment::cells(the_segment)[0] = kCell;
    result().cell_count = 1;
    return LeaseEnd::kGrown;
  } else if (how == "incomplete" && bound > kWideBound && execution == 1) {
    work.tally.ledger.note(LedgerRow::kStepLimit);
  }
  if (bound != kWideBound) {
    return std::nullopt;
  }
  if (how == "killed-often" && execution == 1) {
    die_as(Death::kInFirstExecution);
  } else if (how == "pair") {
    wait_for_another();
  } else if (how.starts_with("slow")) {
    ::usleep(1000);
  }
  std::optional<LeaseEnd> end;
  if (execution == kFaulty && finds(how)) {
    end = find(how);
  } else if (execution == kFatal) {
    end = meet_fate(how, work);
    (void)(how.starts_with("slow") && is_first("at-work"));
  }
  return end;
}

void note_means() {
  the_segment->result.rss_kib = 5000;
  the_segment->result.reset_used = segment::ResetMode::kSnapshot;
  the_segment->result.executor_used = the_segment->request.executor;
}

void explore_lease(std::string_view how) {
  const std::uint32_t bound = the_segment->lease.terms.bound;
  if (how == "killed-often") {
    die_as(Death::kBeforeLease);
  }
  result().cell_count = static_cast<std::uint32_t>(the_segment->lease.cell_count);
  Work work(size_of_round(bound, how.starts_with("slow")));
  std::optional<LeaseEnd> end;
  for (std::uint64_t execution = 0; !end && (execution = work.next()) != kNoExecution;) {
    count(work.tally, bound, execution);
    end = execute(how, bound, execution, work);
  }
  note_means();
  if (how == "pair") {
    tell("commits", std::to_string(bound) + " " + std::to_string(::getpid()) + " " + std::to_string(work.tally.made()));
  }
  end ? work.commit(*end) : work.commit();
}

[[noreturn]] void explore(std::string_view how) {
  if (how == "killed-often") {
    the_segment->result.phase = segment::Phase::kStarting;
    die_as(Death::kAtStart);
    die_as(Death::kAtNextStart);
    the_segment->result.phase = segment::Phase::kRunning;
  }
  if (how == "endless") {
    beat();
  } else if (how == "options") {
    tell("told", options_text());
  } else if (how == "focus") {
    tell("told", focus_text());
  } else if (how == "input") {
    tell("told", std::string(segment::input(the_segment), the_segment->request.input_size));
  }
  while (await_lease()) {
    explore_lease(how);
  }
  note_means();
  end(segment::Phase::kFinished);
}

}  // namespace

void behave_in_hunt(std::string_view how) {
  switch (the_segment->request.mode) {
    case segment::Mode::kHunt:
      explore(how);
    case segment::Mode::kMinimise:
      minimise(outcome_kind(how), how == "tedious" || how == "thorough", how == "thorough");
    case segment::Mode::kSchedule:
      if (the_segment->request.schedule_size == 0 && (how == "killed" || how == "dies" || how == "breaks")) {
        die_of(how == "killed" ? SIGKILL : SIGSEGV);
      }
      if (how == "late") {
        beat();
      }
      replay(outcome_kind(how), how == "deadlock" ? "" : kMessage, how);
    default:
      break;
  }
}

}  // namespace heddle::stand_in
