#include "runtime/hunt.h"

#include <sys/syscall.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/finding.h"
#include "detectors/registry.h"
#include "engine/explorer.h"
#include "engine/frontier.h"
#include "runtime/arch.h"
#include "runtime/control.h"
#include "runtime/fatal.h"
#include "runtime/memory_map.h"
#include "runtime/modules.h"
#include "runtime/outcome_text.h"
#include "runtime/snapshot.h"
#include "runtime/worker.h"
#include "strategies/registry.h"
#include "strategies/shortest.h"

namespace heddle::runtime {
namespace {

segment::HuntResult& result() { return worker_segment().result.hunt; }

template <std::size_t Size>
void put_text(char (&to)[Size], std::string_view text) {
  to[text.copy(to, Size - 1)] = '\0';
}

// One writer: no need for an atomic addition.
template <typename Value>
void publish(std::atomic<Value>& where, std::uint64_t value) {
  where.store(static_cast<Value>(value), std::memory_order_relaxed);
}

class File final : public SpillStore {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}

  bool write(std::uint64_t slot, std::span<const std::byte> chunk) override {
    return transfer(SYS_pwrite64, slot, reinterpret_cast<long>(chunk.data()), chunk.size());
  }
  bool read(std::uint64_t slot, std::span<std::byte> chunk) override {
    return transfer(SYS_pread64, slot, reinterpret_cast<long>(chunk.data()), chunk.size());
  }

 private:
  [[nodiscard]] bool transfer(long call, std::uint64_t slot, long data, std::size_t size) const {
    const long offset = static_cast<long>(slot * Frontier::kChunkSize);
    return system_call(call, descriptor_, data, static_cast<long>(size), offset) == static_cast<long>(size);
  }

  int descriptor_;
};

class Office final : public Host {
 public:
  bool goes_on(const Totals& totals, const Frontier& frontier) override {
    const RoundTotals& round = totals.rounds.back();
    const std::uint64_t made = totals.made();
    publish(result().executions, round.executions);
    publish(result().beyond_bound, round.beyond_bound + round.out_of_focus);
    publish(result().pruned, round.pruned);
    publish(result().other, made - round.executions - round.beyond_bound - round.out_of_focus - round.pruned);
    publish(result().left, frontier.size());
    publish(result().bound, round.bound);
    publish(worker_segment().result.executions, made);
    const segment::HuntRequest& request = worker_segment().request.hunt;
    return request.stop.load(std::memory_order_relaxed) == 0 && made < request.options.executions;
  }

  void seen(const Fault& fault) override {
    if (std::ranges::find(messages_, fault.signature, &Message::signature) == messages_.end()) {
      messages_.push_back({fault.signature, outcome_text()});
    }
  }

  void found(const Discovery& discovery) override {
    const std::uint32_t index = result().finding_count.load(std::memory_order_relaxed);
    if (index == segment::kFindingCapacity || used_ + discovery.schedule.size() > segment::kScheduleCapacity) {
      return;
    }
    segment::FoundFault& finding = result().findings[index];
    finding.kind = static_cast<std::uint32_t>(discovery.fault.kind);
    finding.certain = discovery.fault.certain ? 1 : 0;
    finding.signature = discovery.fault.signature;
    finding.execution = discovery.execution;
    finding.bound = discovery.bound;
    finding.bound_below_complete = discovery.bound_below_complete ? 1 : 0;
    finding.preemptions = discovery.costs.preemptions;
    finding.switches = discovery.costs.switches;
    finding.delays = discovery.costs.delays;
    finding.schedule_size = static_cast<std::uint32_t>(discovery.schedule.size());
    finding.schedule_offset = used_;
    finding.cell_count = result().cell_count.load(std::memory_order_relaxed);
    finding.outcome = discovery.outcome;
    const auto message = std::ranges::find(messages_, finding.signature, &Message::signature);
    put_text(finding.message, message == messages_.end() ? std::string_view() : std::string_view(message->text));
    std::ranges::copy(discovery.schedule, segment::schedule(&worker_segment()) + used_);
    used_ += discovery.schedule.size();
    result().finding_count.store(index + 1, std::memory_order_release);
  }

 private:
  struct Message {
    std::uint64_t signature;
    std::string text;
  };
  std::vector<Message> messages_;
  std::size_t used_ = 0;  // of the schedule area
};

void describe_side(Line& line, const Event& event) {
  if (event.thread == kNoThread) {
    line.text("the end");
    return;
  }
  line.text("thread T").number(event.thread.value).text(": ").text(std::string(name(event.operation.kind)).c_str());
  if (const char* place = place_of_site(event.operation.site); place != nullptr) {
    line.text(" at ").text(place);
    if (const char* variable = variable_of_site(event.operation.site); variable[0] != '\0') {
      line.text(" (").text(variable).text(")");
    }
  } else if (const std::uintptr_t code = code_of_site(event.operation.site); code != 0) {
    // In braces: the command line has the source lines (cli/hang_detail.h).
    const Module* module = module_of(code);
    line.text(" at {").text(module->path[0] == '\0' ? "main program" : module->path).text("+");
    line.hex(code - module->base).text("}");
  }
}

bool differ_by_object(const Event& first, const Event& second) {
  return first.thread == second.thread && first.operation.kind == second.operation.kind &&
         first.operation.site == second.operation.site && first.operation.object != second.operation.object;
}

void report_variation(const Explorer& explorer, bool in_loop) {
  const Variation& variation = explorer.variation();
  Line line(result().variation, sizeof result().variation);
  if (!variation.known) {
    line.text("the same schedule gave different events, but not every time");
    line.text(in_loop ? " (lazy initialisation in the first pass of the loop? then --warmup=1 helps)" : "");
    return;
  }
  line.text("event ").number(variation.event + 1).text(" is ");
  describe_side(line, variation.first);
  line.text(" in one execution, and ");
  if (differ_by_object(variation.first, variation.second)) {
    line.text("the same on another object");
  } else {
    describe_side(line, variation.second);
  }
  line.text(" in another under the same schedule");
  line.text(variation.by_fresh_memory ? ", with other bytes in fresh memory: something reads it uninitialised" : "");
}

[[noreturn]] void finish(TargetExecutor& executor) {
  segment::Result& books = worker_segment().result;
  books.rss_kib = resident_kib();
  books.snapshot_bytes = snapshot_bytes();
  books.reset_used = executor.reset_used();
  leave_process(segment::Phase::kFinished, nullptr, 0);
}

std::uint32_t bounds_complete(const Totals& totals) {
  std::uint32_t bound = 0;
  while (std::ranges::any_of(totals.rounds,
                             [bound](const RoundTotals& round) { return round.bound == bound && round.complete(); })) {
    ++bound;
  }
  return bound;
}

}  // namespace

void hunt(TargetExecutor& executor) {
  segment::HuntRequest& request = worker_segment().request.hunt;
  request.strategy[sizeof request.strategy - 1] = '\0';
  const StrategyRow* row = find_strategy(request.strategy);
  if (row == nullptr) {
    leave_process(segment::Phase::kInternalError, "there is no such strategy", 4);
  }
  const Options& options = request.options;
  const std::unique_ptr<Strategy> strategy = row->make(options);
  File file(request.spill_descriptor);
  Frontier frontier(options.memory, request.spill_descriptor >= 0 ? &file : nullptr);
  const std::vector<std::unique_ptr<Detector>> watchers = make_detectors(options);
  std::vector<Detector*> detectors;
  detectors.reserve(watchers.size());
  for (const std::unique_ptr<Detector>& watcher : watchers) {
    detectors.push_back(watcher.get());
  }
  Office office;
  Explorer explorer(executor, *strategy, detectors, frontier, office,
                    {.all = options.all != 0, .tolerate = options.tolerate != 0, .check_repeats = true});
  const Exploration end = explorer.explore();
  const Totals& totals = explorer.totals();
  if (!totals.rounds.empty()) {
    (void)office.goes_on(totals, frontier);
    result().step_limited = static_cast<std::uint32_t>(totals.last()->step_limited);
    result().diverged = static_cast<std::uint32_t>(totals.last()->diverged);
  }
  result().end = static_cast<std::uint32_t>(end);
  result().point_set_growths = totals.point_set_growths;
  result().frontier_spilled_mib = static_cast<std::uint32_t>(frontier.spilled_bytes() >> 20U);
  publish(result().rounds_complete, bounds_complete(totals));
  const Coverage coverage = strategy->coverage(totals);
  result().complete = coverage.complete && options.points != Points::kSync ? 1 : 0;
  put_text(result().guarantee, coverage.guarantee);
  if (totals.varied) {
    report_variation(explorer, executor.in_loop());
  }
  finish(executor);
}

void minimise(TargetExecutor& executor) {
  segment::Segment& shared = worker_segment();
  const segment::Request& request = shared.request;
  Deviation* const area = segment::schedule(&shared);
  const Schedule given(area, area + std::min<std::size_t>(request.schedule_size, segment::kScheduleCapacity));
  const auto leisure = [&request](std::uint64_t made) {
    return made < request.minimise_runs && request.hunt.stop.load(std::memory_order_relaxed) == 0;
  };
  const Minimised best =
      find_shortest(executor, given, static_cast<OutcomeKind>(request.outcome_kind), request.fault, leisure);
  if (!best.shows_fault) {
    leave_process(segment::Phase::kNondeterministic, "the schedule that showed a fault does not show it again", 3);
  }
  std::ranges::copy(best.schedule, area);
  shared.result.schedule_size = static_cast<std::uint32_t>(best.schedule.size());
  shared.result.outcome = best.outcome;
  shared.result.minimisation = {.minimality = static_cast<std::uint32_t>(best.minimality),
                                .preemptions = best.costs.preemptions,
                                .switches = best.costs.switches,
                                .delays = best.costs.delays,
                                .runs = best.runs};
  finish(executor);
}

}  // namespace heddle::runtime
