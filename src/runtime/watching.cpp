#include "runtime/watching.h"

#include <cstring>
#include <string>

#include "core/finding.h"
#include "runtime/fatal.h"
#include "runtime/outcome_text.h"
#include "runtime/worker.h"

namespace heddle::runtime {

DetectorSet* watching = nullptr;
HappensBefore* quick_watch = nullptr;
std::uint32_t quick_left = 0;

namespace {

DetectorSet* wanted = nullptr;
std::uint64_t stop_at = 0;
std::uint64_t detected = 0;
bool distrusts_order = false;

const char* verb(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::kRead:
      return "read";
    case OperationKind::kFree:
      return "free";
    case OperationKind::kAtomicLoad:
      return "atomic load";
    case OperationKind::kAtomicStore:
      return "atomic store";
    case OperationKind::kAtomicReadModifyWrite:
      return "atomic update";
    default:
      return "write";
  }
}

void describe_side(Line& line, const Operation& operation, ThreadId thread) {
  line.text(verb(operation)).text(" by T").number(thread.value);
  if (const char* place = place_of_site(operation.site); place != nullptr) {
    line.text(" at ").text(place);
  }
}

// "data race on total: write by T2 at bank.cpp:12 and read by T1 at bank.cpp:20"
void describe_fault(const Fault& fault) {
  char text[512];
  Line line(text, sizeof text);
  std::string kind(name(fault.kind));
  for (char& character : kind) {
    character = character == '-' ? ' ' : character;
  }
  line.text(kind.c_str());
  const char* variable = variable_of_site(fault.operation.site);
  if (variable[0] == '\0') {
    variable = variable_of_site(fault.before.site);
  }
  if (variable[0] != '\0') {
    line.text(" on ").text(variable);
  }
  line.text(": ");
  describe_side(line, fault.operation, fault.thread);
  if (fault.other != kNoThread) {
    line.text(", ");
    describe_side(line, fault.before, fault.other);
    line.text(" before it and not ordered with it");
  }
  describe_outcome(text);
}

class Sink final : public FindingSink {
 public:
  void report(const Fault& fault) override {
    if (distrusts_order && fault.kind == FindingKind::kDataRace) {
      return;
    }
    if (stop_at == 0) {
      execution.controller->report(fault);
    } else if (fault.signature == stop_at || (stop_at == kAnyFault && fault.certain)) {
      detected = fault.signature;
      describe_fault(fault);
      // Leaves the detectors in the middle of what they do: the next execution begins anew.
      end_execution(OutcomeKind::kDetected, 0, 0);
    }
  }
};
Sink sink;

}  // namespace

void watch_with(DetectorSet* detectors) { wanted = detectors; }

void look_for(const Looking& looking) {
  stop_at = looking.fault;
  if (wanted != nullptr) {
    wanted->look_at(looking);
  }
}

void begin_watching() {
  detected = 0;
  watching = wanted;
  if (watching != nullptr) {
    watching->begin(sink);
    const bool schedules_at_accesses = worker_segment().request.points != Points::kSync;
    quick_watch = schedules_at_accesses || execution.recorded ? nullptr : watching->quick();
    quick_left = kQuickAccesses;
  }
}

void end_watching() {
  watching = nullptr;
  quick_watch = nullptr;
}

void distrust_order() {
  distrusts_order = true;
  worker_segment().result.hunt.foreign_threads = 1;
}

std::uint64_t fault_detected() { return detected; }

void watch_sync(const Sync& sync) { watching->synchronise(sync); }

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

void watch_atomic(const Thread& self) {
  const Operation& operation = self.pending;
  if (operation.kind == OperationKind::kFence) {
    watch_sync({.kind = SyncKind::kFence, .thread = self.id, .order = operation.order, .object = 0, .site = operation.site});
    return;
  }
  Access access{.thread = self.id,
                .kind = AccessKind::kUpdate,
                .atomic = true,
                .order = operation.order,
                .address = operation.address,
                .size = operation.size,
                .site = operation.site};
  if (operation.kind == OperationKind::kAtomicLoad) {
    access.kind = AccessKind::kRead;
  } else if (operation.kind == OperationKind::kAtomicStore) {
    access.kind = AccessKind::kWrite;
  } else if (operation.kind == OperationKind::kAtomicCompareExchange && !self.succeeded) {
    access.kind = AccessKind::kRead;
    access.order = operation.failure_order;
  }
  watching->access(access);
}

}  // namespace heddle::runtime
