#include "runtime/observe/watching.h"

#include <algorithm>
#include <vector>

#include "runtime/contexts/pool.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/observe/fault_words.h"
#include "runtime/observe/recorder.h"
#include "runtime/program/heap.h"
#include "runtime/state/primitives.h"

extern "C" {
std::uint8_t heddle_wide_vectors = 0;
}

namespace heddle::runtime {

DetectorSet* watching = nullptr;
HappensBefore* quick_watch = nullptr;
bool quick_for_others = false;

namespace {

DetectorSet* wanted = nullptr;
std::uint64_t stop_at = 0;
std::vector<SiteId> looked_at;
std::uint64_t detected = 0;
bool distrusts_order = false;

// Code that nobody sees into may order what threads do, by locks of its own. Whoever is caught in the act is not
// ordered by anything.
bool is_in_doubt(const Fault& fault) {
  return fault.kind == FindingKind::kDataRace && !fault.earlier().pending && has_unseen_code();
}

class Sink final : public FindingSink {
 public:
  void report(const Fault& fault) override {
    if (stop_at == 0) {
      Fault told = fault;
      told.certain = fault.certain && !is_in_doubt(fault);
      told.only_if_met = distrusts_order && is_in_doubt(fault);
      if (execution.wants.sink != nullptr) {
        execution.wants.sink->report(told);
      }
    } else if (fault.signature == stop_at || (stop_at == kAnyFault && fault.certain && !is_in_doubt(fault))) {
      detected = fault.signature;
      describe_fault(fault);
      record_detected(fault);
      // Leaves the detectors in the middle of what they do: the next execution begins anew.
      end_execution(OutcomeKind::kDetected, 0, 0);
    }
  }
  [[nodiscard]] EventNumber event() const override { return event_number(current_thread()); }
  void suspect(const Suspect& suspect) override {
    if (execution.wants.sink != nullptr) {
      execution.wants.sink->suspect(suspect);
    }
  }
  void note(LedgerRow row) override { runtime::note(row); }
};
Sink sink;

void tell_trace_problem() {
  if (const std::string& problem = watching->monitor().problem(); !problem.empty()) {
    char(&text)[sizeof segment::HuntResult::trace_problem] = worker_segment().result.hunt.trace_problem;
    text[problem.copy(text, sizeof text - 1)] = '\0';
    note(LedgerRow::kTraceEnd);
  }
}

}  // namespace

void watch_with(DetectorSet* detectors) { wanted = detectors; }

void look_for(const Looking& looking) {
  stop_at = looking.fault;
  looked_at = looking.sites;
  if (wanted != nullptr) {
    wanted->look_at(looking);
  }
}

bool may_watch_quickly() {
  return wanted != nullptr && worker_segment().request.points == Points::kSync && wanted->may_be_quick();
}

void choose_quick_watch() {
  Thread& self = current_thread();
  self.quiet = quiet_of(self);
  quick_watch = may_watch_quickly() && !execution.recorded ? watching->quick() : nullptr;
  if (quick_watch != nullptr) {
    set_quiet(self, self.quiet);
    quick_for_others = watching->watches_new_memory();
    quick_watch->show_in({.epoch = &heddle_accesses.epoch, .seen = heddle_accesses.seen});
    quick_watch->run(state().current);
    heddle_accesses.shadow = quick_watch->directory();
  } else {
    heddle_accesses.left = -1;
  }
}

bool looks_at(SiteId site) { return stop_at != 0 && std::ranges::find(looked_at, site) != looked_at.end(); }

void begin_watching() {
  detected = 0;
  watching = wanted;
  if (watching != nullptr) {
    watching->begin(sink, execution.wants.conflicts);
    choose_quick_watch();
  }
}

void end_watching() {
  if (watching != nullptr) {
    watching->end();
    tell_trace_problem();
  }
  watching = nullptr;
  quick_watch = nullptr;
  heddle_accesses.left = -1;
}

void distrust_order() {
  distrusts_order = true;
  note(LedgerRow::kForeignThreads);
}

void keep_annotations() {
  if (watching != nullptr) {
    watching->annotate({.kind = AnnotationKind::kKeep});
  }
}

std::uint64_t detector_bytes() { return wanted == nullptr ? 0 : wanted->bytes(); }

std::uint64_t touched_bytes() { return wanted == nullptr ? 0 : wanted->touched_bytes(); }

std::uint64_t fault_detected() { return detected; }

void watch_sync(const Sync& sync) { watching->synchronise(sync); }

void tell_sync(SyncKind kind, const void* object, const void* caller, bool attempted) {
  watch_sync({.kind = kind,
              .thread = state().current,
              .attempted = attempted,
              .object = reinterpret_cast<std::uintptr_t>(object),
              .site = caller == nullptr ? SiteId{} : site_of_code(caller)});
}

void tell_thread(SyncKind kind, unsigned thread, unsigned other, int /*unused*/) {
  watch_sync({.kind = kind,
              .thread = {static_cast<std::uint16_t>(thread)},
              .other = {static_cast<std::uint16_t>(other)},
              .object = 0,
              .site = {}});
}

void tell_allocation(const void* block, std::size_t size, HeapFamily family, const void* caller) {
  watching->allocate({.thread = state().current,
                      .family = family,
                      .address = reinterpret_cast<std::uintptr_t>(block),
                      .size = size,
                      .whole = heap_surroundings(block),
                      .site = site_of_code(caller)});
}

bool tell_release(const void* block, HeapFamily family, const void* caller) {
  return watching->release({.thread = state().current,
                            .family = family,
                            .judges_family = !has_own_operators(),
                            .standing = heap_standing(block),
                            .address = reinterpret_cast<std::uintptr_t>(block),
                            .site = site_of_code(caller)});
}

void tell_gone_stack(const Thread* self, int /*unused*/, int /*unused*/, int /*unused*/) {
  watching->retire(self->id, memory_of_slot(self->slot));
}

void tell_new_memory(std::uintptr_t address, std::size_t size, int /*unused*/, int /*unused*/) {
  watching->renew({.address = address, .size = size});
}

void watch_channel(const Thread& self) {
  const auto tell = [&self](SyncKind kind, const void* object) {
    watch_sync({.kind = kind,
                .thread = self.id,
                .object = reinterpret_cast<std::uintptr_t>(object),
                .site = self.pending.site});
  };
  const auto* object = reinterpret_cast<const void*>(self.pending.address);
  const void* all = &state().descriptors;
  switch (self.pending.kind) {
    case OperationKind::kDescriptorRead:
      return tell(SyncKind::kReceive, object);
    case OperationKind::kDescriptorWrite:
    case OperationKind::kDescriptorClose:
      tell(SyncKind::kSend, object);
      return tell(SyncKind::kSend, all);
    case OperationKind::kAccept:
    case OperationKind::kConnect:
      tell(SyncKind::kReceive, all);
      return tell(SyncKind::kSend, all);
    case OperationKind::kPoll:
    case OperationKind::kProcessWait:
      return tell(SyncKind::kReceive, all);
    case OperationKind::kSignalSend:
      return tell(SyncKind::kSend, object);
    case OperationKind::kSignalWait:
    case OperationKind::kSignalSuspend:
      // Whichever signal it was.
      for (int signal = 1; signal <= kSignals; ++signal) {
        tell(SyncKind::kReceive, &state().signals.actions[signal]);
      }
      return;
    default:
      return;
  }
}

namespace {

// Code that others have instrumented does not say in which language it is written.
bool ends_sequence(const Thread& self) {
  const auto* site = static_cast<const heddle_site*>(self.site_record);
  return site != nullptr && (site->flags & HEDDLE_SITE_ENDS_SEQUENCE) != 0;
}

// The access that the thread was parked before, or still is. `succeeds`: a compare-exchange stores.
Access pending_access(const Thread& self, bool succeeds) {
  const Operation& operation = self.pending;
  Access access{.thread = self.id,
                .kind = access_kind(operation.kind, succeeds),
                .atomic = is_atomic_access(operation.kind),
                .order = operation.order,
                .address = operation.address,
                .size = operation.size,
                .site = operation.site};
  access.goes_on = operation.kind == OperationKind::kAtomicStore && !ends_sequence(self);
  if (operation.kind == OperationKind::kAtomicCompareExchange && !succeeds) {
    access.order = operation.failure_order;
  }
  return access;
}

}  // namespace

void watch_atomic(const Thread& self) {
  const Operation& operation = self.pending;
  if (operation.kind == OperationKind::kFence) {
    watch_sync(
        {.kind = SyncKind::kFence, .thread = self.id, .order = operation.order, .object = 0, .site = operation.site});
    return;
  }
  watching->access(pending_access(self, self.succeeded));
}

void watch_meetings(const Thread& self) {
  const Access access = pending_access(self, self.succeeded);
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    const Thread& other = models.threads[models.live[index].value];
    const bool is_before_access =
        (other.status == Status::kParked || other.status == Status::kSpinning) && is_memory_access(other.pending.kind);
    if (&other != &self && is_before_access && overlap(range_of(access), range_of(other.pending))) {
      watching->meet(access, pending_access(other, will_succeed(other)));
    }
  }
}

void start_accesses(bool visible) {
  heddle_wide_vectors = has_wide_vectors() ? 1 : 0;
  heddle_accesses.on = visible ? 1 : 0;
}

}  // namespace heddle::runtime
