#include "runtime/session/hunt.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/checksum.h"
#include "core/finding_codec.h"
#include "detectors/registry.h"
#include "engine/chunks.h"
#include "engine/explorer.h"
#include "engine/frontier.h"
#include "engine/search.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/program/memory_map.h"
#include "runtime/program/modules.h"
#include "runtime/program/point_set.h"
#include "runtime/reset/snapshot.h"
#include "runtime/state/control.h"
#include "strategies/registry.h"
#include "strategies/shortest.h"

namespace heddle::runtime {
namespace {

segment::HuntResult& result() { return worker_segment().result.hunt; }

segment::LeaseSlot& slot() { return worker_segment().lease; }

// What a commit may take; a lease ends before that is full.
constexpr std::uint64_t kCommitRoom = segment::kCommitCapacity / 2;
// Where others have nothing to do, what is left is handed back in so many pieces.
constexpr std::size_t kSharedPieces = 16;

class Office final : public Host {
 public:
  void takes(const LeaseTerms& /*terms*/) override {
    result().finding_bytes.store(0, std::memory_order_relaxed);
    before_ = worker_segment().result.executions.load(std::memory_order_relaxed);
  }

  bool goes_on(const Tally& tally, const Frontier& frontier) override {
    worker_segment().result.executions.store(before_ + tally.made(), std::memory_order_relaxed);
    slot().begun.store(tally.made() + 1, std::memory_order_relaxed);
    const std::uint64_t needed = frontier.bytes() + frontier.reached().size() * sizeof(ReachedEntry);
    // One execution at least: otherwise a lease could be wanted back again and again before anybody has begun it.
    const bool may_go_on = tally.made() == 0 || slot().wanted.load(std::memory_order_relaxed) == segment::Wanted::kNot;
    return may_go_on && needed < kCommitRoom && has_room_for_findings() &&
           worker_segment().request.hunt.stop.load(std::memory_order_relaxed) == 0;
  }

  void add_notes(Ledger& ledger) override {
    if (has_unseen_code()) {
      note(LedgerRow::kUninstrumented);
    }
    Ledger& notes = result().notes;
    ledger += notes;
    notes = {};
  }

  bool found(const Finding& finding) override {
    std::vector<std::byte> bytes(sizeof(segment::FindingHead));
    encode(finding, bytes);
    const segment::FindingHead head{.cells = result().cell_count.load(std::memory_order_relaxed),
                                    .bytes = static_cast<std::uint32_t>(bytes.size() - sizeof head)};
    const std::size_t used = result().finding_bytes.load(std::memory_order_relaxed);
    if (bytes.size() > segment::kFindingCapacity - std::min(used, segment::kFindingCapacity)) {
      note(LedgerRow::kLostFindings);
      return false;
    }
    std::memcpy(bytes.data(), &head, sizeof head);
    std::ranges::copy(bytes, segment::findings(&worker_segment()) + used);
    result().finding_bytes.store(used + bytes.size(), std::memory_order_release);
    return true;
  }

  RecordPlace record_place() override {
    segment::Segment& shared = worker_segment();
    shared.result.schedule_size = 0;
    return {.deviations = {segment::schedule(&shared), segment::kScheduleCapacity},
            .size = &shared.result.schedule_size};
  }

 private:
  // One execution may find many: half of it is kept free for those of the next one.
  [[nodiscard]] bool has_room_for_findings() const {
    return result().finding_bytes.load(std::memory_order_relaxed) < segment::kFindingCapacity / 2;
  }

  std::uint64_t before_ = 0;  // executions of earlier leases
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
    // In braces: the command line has the source lines (cli/story/hang_detail.h).
    const Module* module = module_of(code);
    line.text(" at {").text(module->path[0] == '\0' ? "main program" : module->path).text("+");
    line.hex(code - module->base).text("}");
  }
}

bool differ_by_object(const Event& first, const Event& second) {
  return first.thread == second.thread && first.operation.kind == second.operation.kind &&
         first.operation.site == second.operation.site && first.operation.object != second.operation.object;
}

void report_variation(Line line, const Variation& variation, bool in_loop) {
  if (!variation.known) {
    line.text("the same schedule gave different events, but not every time");
    line.text(in_loop ? " (lazy initialisation in the first pass of the loop? then --warmup=1 helps)" : "");
    return;
  }
  if (variation.by_fresh_memory && variation.read.thread != kNoThread) {
    line.text("the first such read is ");
    describe_side(line, variation.read);
    line.text("; ");
  }
  line.text("event ").number(variation.event + 1).text(" is ");
  describe_side(line, variation.first);
  line.text(" in one execution, and ");
  if (differ_by_object(variation.first, variation.second)) {
    line.text("the same on another object");
  } else {
    describe_side(line, variation.second);
  }
  line.text(variation.by_fresh_memory ? " with other bytes in fresh memory" : " in another under the same schedule");
}

void note_means(TargetExecutor& executor) {
  segment::Result& books = worker_segment().result;
  books.snapshot_bytes = snapshot_bytes();
  books.reset_used = executor.reset_used();
}

[[noreturn]] void finish(TargetExecutor& executor) {
  worker_segment().result.rss_kib = resident_kib();
  note_means(executor);
  leave_process(segment::Phase::kFinished, nullptr, 0);
}

// Waits for the next one; false when there will be none.
bool await_lease() {
  const auto* word = reinterpret_cast<const std::uint32_t*>(&slot().state);
  for (;;) {
    const segment::LeaseState seen = slot().state.load(std::memory_order_acquire);
    if (worker_segment().request.hunt.stop.load() != 0) {
      return false;
    }
    if (seen == segment::LeaseState::kGiven) {
      return true;
    }
    system_call(SYS_futex, reinterpret_cast<long>(word), FUTEX_WAIT, static_cast<long>(seen), 0);
  }
}

// What is left of the last one is dropped.
void take_lease(Frontier& frontier) {
  segment::Segment& shared = worker_segment();
  const std::size_t cells = std::min<std::size_t>(slot().cell_count, segment::kCellCapacity);
  add_points({segment::cells(&shared), cells});
  result().cell_count.store(static_cast<std::uint32_t>(cells), std::memory_order_relaxed);
  frontier.begin(slot().terms);
  const auto* heads = reinterpret_cast<const ChunkHead*>(segment::lease(&shared));
  const std::byte* bytes = segment::lease(&shared) + slot().chunk_count * sizeof(ChunkHead);
  if (slot().chunk_count * sizeof(ChunkHead) + slot().chunk_bytes > segment::kLeaseCapacity ||
      !read_chunks({heads, slot().chunk_count}, {bytes, slot().chunk_bytes}, frontier)) {
    leave_process(segment::Phase::kInternalError, "a lease makes no sense", 4);
  }
}

void put_lease_back(const Explorer& explorer, const Frontier& frontier, LeaseEnd end) {
  segment::Segment& shared = worker_segment();
  const bool in_pieces = slot().wanted.load() == segment::Wanted::kShared;
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  if (end != LeaseEnd::kGrown) {
    write_chunks(frontier, in_pieces ? kSharedPieces : 1, heads, bytes);
  }
  std::byte* place = segment::commit(&shared);
  const std::size_t needed = frontier.reached().size() * sizeof(ReachedEntry) + heads.size() * sizeof(ChunkHead);
  if (needed + bytes.size() > segment::kCommitCapacity) {
    leave_process(segment::Phase::kInternalError, "a commit has no room", 4);
  }
  const auto put = [&place](const void* from, std::size_t size) {
    if (size != 0) {
      std::memcpy(place, from, size);
      place += size;
    }
  };
  frontier.reached().for_each([&put](const ReachedEntry& entry) { put(&entry, sizeof entry); });
  put(heads.data(), heads.size() * sizeof(ChunkHead));
  put(bytes.data(), bytes.size());
  slot().end = end;
  slot().varied = explorer.varied() ? 1 : 0;
  slot().tally = explorer.tally();
  slot().reached_count = frontier.reached().size();
  slot().left_count = heads.size();
  slot().left_bytes = bytes.size();
  slot().checksum = checksum({segment::commit(&shared), place});
  slot().state.store(segment::LeaseState::kCommitted, std::memory_order_release);
  const std::uint64_t one = 1;
  system_call(SYS_write, shared.request.hunt.bell_descriptor, reinterpret_cast<long>(&one), sizeof one);
}

}  // namespace

void map_reached() {
  const std::int32_t descriptor = worker_segment().request.hunt.reached_descriptor;
  if (descriptor >= 0 &&
      system_call(SYS_mmap, static_cast<long>(kReachedLow), CommittedReached::kBytes, PROT_READ,
                  MAP_SHARED | MAP_FIXED_NOREPLACE, descriptor, 0) != static_cast<long>(kReachedLow)) {
    leave_process(segment::Phase::kInternalError, "cannot map what was reached", 4);
  }
}

void hunt(TargetExecutor& executor) {
  segment::HuntRequest& request = worker_segment().request.hunt;
  request.strategy[sizeof request.strategy - 1] = '\0';
  const StrategyRow* row = find_strategy(request.strategy);
  if (row == nullptr) {
    leave_process(segment::Phase::kInternalError, "there is no such strategy", 4);
  }
  const Options& options = request.options;
  request.settings[sizeof request.settings - 1] = '\0';
  const std::unique_ptr<Strategy> strategy = row->make(Settings(request.settings));
  const CommittedReached committed(reinterpret_cast<void*>(kReachedLow));
  Frontier frontier(options.memory, request.reached_descriptor >= 0 ? &committed : nullptr);
  const std::vector<std::unique_ptr<Judge>> made = make_judges(options);
  std::vector<Judge*> judges;
  judges.reserve(made.size());
  for (const std::unique_ptr<Judge>& judge : made) {
    judges.push_back(judge.get());
  }
  Office office;
  Explorer explorer(executor, *strategy, judges, frontier, office,
                    {.all = options.all != 0,
                     .tolerate = options.tolerate != 0,
                     .after_fault = options.after_fault,
                     .check_repeats = true,
                     .checkpoints = options.checkpoints});
  while (await_lease()) {
    take_lease(frontier);
    office.takes(slot().terms);
    executor.limit(slot().terms.limits);
    const LeaseEnd end = explorer.explore(slot().terms);
    if (explorer.varied()) {
      report_variation(Line(result().variation, sizeof result().variation), explorer.variation(), executor.in_loop());
    }
    if (const auto& read = explorer.uninitialised()) {
      report_variation(Line(result().uninitialised, sizeof result().uninitialised), *read, executor.in_loop());
    }
    note_means(executor);
    put_lease_back(explorer, frontier, end);
  }
  finish(executor);
}

void minimise(TargetExecutor& executor) {
  segment::Segment& shared = worker_segment();
  const segment::Request& request = shared.request;
  Deviation* const area = segment::schedule(&shared);
  const Schedule given(area, area + std::min<std::size_t>(request.schedule_size, segment::kScheduleCapacity));
  const std::size_t points = executor.points();
  const auto leisure = [&](std::uint64_t made) {
    const std::uint64_t most = executor.points() == points ? request.minimise_runs : request.minimise_runs_grown;
    return made < most && request.hunt.stop.load(std::memory_order_relaxed) == 0;
  };
  const Minimised best =
      find_shortest(executor, given, static_cast<OutcomeKind>(request.outcome_kind), request.fault, leisure);
  if (!best.shows_fault) {
    leave_process(segment::Phase::kNondeterministic, "the schedule that showed a fault does not show it again", 3);
  }
  std::ranges::copy(best.schedule, area);
  shared.result.schedule_size = static_cast<std::uint32_t>(best.schedule.size());
  shared.result.outcome = best.outcome;
  shared.result.minimisation = {
      .minimality = best.minimality, .costs = best.costs, .runs = best.runs, .cells = best.points};
  finish(executor);
}

}  // namespace heddle::runtime
