// The stand-in runtime as an explorer: findings, ends of every kind, and the executions that are made of them later.

#include <dlfcn.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): raise
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>

#include "core/finding.h"
#include "core/hash.h"
#include "engine/continuation.h"
#include "engine/explorer.h"
#include "stand_in.h"

namespace heddle::stand_in {
namespace {

constexpr std::uint64_t kFault = 0xfa17;
constexpr std::uint64_t kLongHash = 0x1000;   // of the execution that was found
constexpr std::uint64_t kShortHash = 0x2000;  // ... and of the shorter one that shows the same
constexpr segment::Cell kCell{.object = 0xce11, .bytes = 15};

segment::HuntResult& result() { return the_segment->result.hunt; }

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
  return {.step = 1,
          .take = {.thread = ThreadId{2}, .variant = kProceed},
          .check = pending_check(balance(OperationKind::kRead))};
}

constexpr std::uint32_t kShortSize = 1;
constexpr std::uint32_t kLongSize = 2;

segment::FoundFault& put_finding(FindingKind kind, OutcomeKind outcome, const char* message) {
  const std::uint32_t index = result().finding_count.load();
  segment::FoundFault& found = result().findings[index];
  found.kind = static_cast<std::uint32_t>(kind);
  found.certain = 1;
  found.signature = 0x516 + index;
  found.execution = 42 + index;
  found.bound = 1;
  found.bound_below_complete = 1;
  found.preemptions = 2;
  found.switches = 4;
  found.delays = 2;
  found.schedule_size = kLongSize;
  found.schedule_offset = std::uint64_t{index} * kLongSize;
  found.cell_count = 1;
  found.outcome = outcome_of(outcome, kLongHash);
  put_text(found.message, sizeof found.message, message);
  Deviation* schedule = segment::schedule(the_segment) + found.schedule_offset;
  schedule[0] = interruption();
  schedule[1] = {.step = 5, .take = {.thread = ThreadId{1}, .variant = kProceed}, .check = 12};
  segment::cells(the_segment)[0] = kCell;
  result().cell_count = 1;
  result().finding_count = index + 1;
  return found;
}

void count(std::uint64_t executions) {
  result().executions = executions;
  result().other = 96;
  result().beyond_bound = 4;
  result().pruned = 7;
  result().left = 1000;
  result().bound = 2;
  result().rounds_complete = 2;
  the_segment->result.executions = executions + 100;
}

[[noreturn]] void finish_hunt(Exploration how, bool complete, const char* guarantee) {
  result().end = static_cast<std::uint32_t>(how);
  result().complete = complete ? 1 : 0;
  result().left = 0;
  put_text(result().guarantee, sizeof result().guarantee, guarantee);
  the_segment->result.rss_kib = 5000;
  the_segment->result.reset_used = segment::ResetMode::kSnapshot;
  end(segment::Phase::kFinished);
}

// Until it is asked to end, with a heart that beats.
void explore_until_asked(bool listens) {
  for (std::uint64_t executions = 1; !listens || the_segment->request.hunt.stop.load() == 0; ++executions) {
    count(executions);
    the_segment->result.heartbeat++;
    ::usleep(1000);
  }
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
[[noreturn]] void replay(OutcomeKind kind, const char* message, bool varies) {
  const segment::Request& request = the_segment->request;
  const Deviation* schedule = segment::schedule(the_segment);
  const bool fits = request.schedule_size >= 1 && request.schedule_size <= kLongSize && schedule[0] == interruption() &&
                    request.points == Points::kShared && request.cell_count == 1 &&
                    segment::cells(the_segment)[0].object == kCell.object;
  segment::Result& books = the_segment->result;
  books.executions = 1;
  if (!fits || varies) {
    books.outcome = outcome_of(OutcomeKind::kPassed, static_cast<std::uint64_t>(::getpid()));
    end(segment::Phase::kFinished);
  }
  books.outcome = outcome_of(kind, request.schedule_size == kShortSize ? kShortHash : kLongHash);
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
  books.minimisation = {.minimality = static_cast<std::uint32_t>(slow ? Minimality::kBudget : Minimality::kLocal),
                        .preemptions = 1,
                        .switches = 3,
                        .delays = 1,
                        .runs = 17};
  end(segment::Phase::kFinished);
}

// The options as they arrived, where the test can read them.
[[noreturn]] void tell_options() {
  const segment::Request& request = the_segment->request;
  const Options& options = request.hunt.options;
  char text[256];
  std::snprintf(text, sizeof text, "%s %u %u %u %u %u %u %u %u %u %u %u %u %llu %llu %llu %llu", request.hunt.strategy,
                static_cast<unsigned>(options.measure), static_cast<unsigned>(options.continuation), options.slice,
                static_cast<unsigned>(options.order), options.bound, options.exact, options.prune, options.warmup,
                static_cast<unsigned>(options.points), options.judges_exit, options.all, options.tolerate,
                static_cast<unsigned long long>(options.seed), static_cast<unsigned long long>(options.executions),
                static_cast<unsigned long long>(options.memory), static_cast<unsigned long long>(request.step_limit));
  finish_hunt(Exploration::kFinished, request.points == options.points && request.hunt.spill_descriptor > 2, text);
}

// Is there a place in focus between the beginning of example_function and that of main?
[[noreturn]] void tell_focus() {
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
  const std::string text = "[" + std::string(request.options.focus) + "] " + (inside ? "inside" : "outside") +
                           (std::ranges::is_sorted(places) ? ", sorted" : ", disordered");
  finish_hunt(Exploration::kFinished, true, text.c_str());
}

constexpr const char* kMessage = "bank.cpp:23: void check(): Assertion `balance == 100' failed";
constexpr const char* kBounded = "all schedules with at most 2 preemptions";
constexpr const char* kLess = "all schedules with at most 1 preemption";

OutcomeKind outcome_kind(std::string_view how) {
  return how == "deadlock" ? OutcomeKind::kDeadlock : OutcomeKind::kAssertion;
}

void explore(std::string_view how) {
  while (how == "endless") {
    the_segment->result.heartbeat++;
    ::usleep(1000);
  }
  count(18204);
  if (how == "options") {
    tell_options();
  } else if (how == "focus") {
    tell_focus();
  } else if (how == "pass") {
    finish_hunt(Exploration::kFinished, true, kBounded);
  } else if (how == "incomplete") {
    finish_hunt(Exploration::kFinished, false, kLess);
  } else if (how == "enough") {
    finish_hunt(Exploration::kStopped, false, kLess);
  } else if (how == "input") {
    const std::string text(segment::input(the_segment), the_segment->request.input_size);
    finish_hunt(Exploration::kFinished, true, text.c_str());
  } else if (how == "varies") {
    put_text(result().variation, sizeof result().variation, "event 3 is a read in one execution, a write in another");
    finish_hunt(Exploration::kNondeterministic, false, kLess);
  } else if (how == "disk") {
    put_finding(FindingKind::kAssertion, OutcomeKind::kAssertion, kMessage);
    finish_hunt(Exploration::kFrontierLost, false, kLess);
  } else if (how == "slow") {
    explore_until_asked(true);
    finish_hunt(Exploration::kStopped, false, kLess);
  } else if (how == "stubborn") {
    explore_until_asked(false);
  }
  segment::FoundFault& found = how == "deadlock"
                                   ? put_finding(FindingKind::kDeadlock, OutcomeKind::kDeadlock, "")
                                   : put_finding(FindingKind::kAssertion, OutcomeKind::kAssertion, kMessage);
  if (how == "hint") {
    found.certain = 0;
  } else if (how == "two") {
    put_finding(FindingKind::kAssertion, OutcomeKind::kAssertion, "bank.cpp:31: Assertion `open' failed");
  } else if (how == "slow-found") {
    explore_until_asked(true);
    finish_hunt(Exploration::kStopped, false, kLess);
  } else if (how == "gone") {
    std::filesystem::remove_all(".heddle");
  } else if (how == "dies") {
    ::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
  }
  finish_hunt(Exploration::kFound, false, kLess);
}

}  // namespace

void behave_in_hunt(std::string_view how) {
  switch (the_segment->request.mode) {
    case segment::Mode::kHunt:
      explore(how);
      break;
    case segment::Mode::kMinimise:
      minimise(outcome_kind(how), how == "tedious" || how == "thorough", how == "thorough");
    case segment::Mode::kSchedule:
      replay(outcome_kind(how), how == "deadlock" ? "" : kMessage, how == "flaky");
    default:
      break;
  }
}

}  // namespace heddle::stand_in
