// The detectors that see every access, as one: those that are wanted, one after the other, without a virtual call for
// each. The runtime knows this class; others go through Watcher.
#pragma once

#include <cstdint>

#include "core/options.h"
#include "detectors/caught.h"
#include "detectors/exemptions.h"
#include "detectors/happens_before.h"
#include "detectors/heap_use.h"
#include "detectors/lock_order.h"
#include "detectors/lock_use.h"
#include "detectors/lockset.h"
#include "detectors/touched_bytes.h"
#include "engine/watcher.h"
#include "monitor/monitor.h"

namespace heddle {

class DetectorSet final : public Watcher {
 public:
  static constexpr Monitor::NameOf kByNumber = [](ThreadId thread) { return ThreadName{thread.value}; };
  explicit DetectorSet(std::uint32_t wanted, HappensBefore::PlaceOf place_of = HappensBefore::kBySite,
                       Monitor::NameOf name_of = kByNumber)
      : wanted_(wanted),
        happens_before_(place_of, Epochs::kLast, &exemptions_),
        heap_use_(place_of),
        lock_order_(name_of),
        lockset_(place_of),
        caught_(place_of),
        monitor_(name_of) {}
  DetectorSet(const DetectorSet&) = delete;
  DetectorSet& operator=(const DetectorSet&) = delete;

  [[nodiscard]] bool watches() const { return (wanted_ & kWatchingDetectors) != 0; }

  void begin(FindingSink& sink) override {
    exemptions_.begin();
    if (wants(kHappensBefore)) {
      happens_before_.begin(sink);
    }
    if (wants(kHeapUse)) {
      heap_use_.begin(sink);
    }
    if (wants(kLockOrder)) {
      lock_order_.begin(sink, /*guesses=*/wants(kMonitor) && records_);
    }
    if (wants(kLockUse)) {
      lock_use_.begin(sink);
    }
    if (wants(kLockset)) {
      lockset_.begin(sink, wants(kHybrid));
    }
    if (wants(kCaught)) {
      caught_.begin(sink);
    }
    monitor_.begin(wants(kMonitor) && records_);
    touched_.begin();
  }
  void access(const Access& access) override {
    monitor_.access(access);
    if (access.kind == AccessKind::kFrameEnd) [[unlikely]] {
      end_variable(access);
      return;
    }
    if (wants(kHappensBefore)) {
      happens_before_.access(access);
    }
    if (wants(kHeapUse)) {
      heap_use_.access(access);
    }
    if (wants(kLockOrder)) {
      lock_order_.access(access);
    }
    if (wants(kLockUse)) {
      lock_use_.access(access);
    }
    if (wants(kLockset) && !is_exempt(access)) {
      lockset_.access(access);
    }
    if (wants(kTouchedBytes)) [[unlikely]] {
      touched_.access(access);
    }
    if (access.kind == AccessKind::kFree) [[unlikely]] {
      exemptions_.forget({.address = access.address, .size = access.size});
    }
  }
  void synchronise(const Sync& sync) override {
    monitor_.synchronise(sync);
    if (wants(kHappensBefore)) {
      happens_before_.synchronise(sync);
    }
    if (wants(kLockOrder)) {
      lock_order_.synchronise(sync);
    }
    if (wants(kLockUse)) {
      lock_use_.synchronise(sync);
    }
    if (wants(kLockset)) {
      lockset_.synchronise(sync);
    }
  }
  void renew(MemoryRange range) override {
    exemptions_.forget(range);
    monitor_.renew(range);
    if (wants(kHappensBefore)) {
      happens_before_.renew(range);
    }
    if (wants(kHeapUse)) {
      heap_use_.renew(range);
    }
    if (wants(kLockOrder)) {
      lock_order_.renew(range);
    }
    if (wants(kLockUse)) {
      lock_use_.renew(range);
    }
    if (wants(kLockset)) {
      lockset_.renew(range);
    }
  }
  void record(bool wanted) override { records_ = wanted; }
  [[nodiscard]] RecordedExecution finish() override { return monitor_.finish(); }
  [[nodiscard]] std::vector<Suspect> predict() override { return monitor_.predict(); }
  [[nodiscard]] Monitor& monitor() { return monitor_; }
  // Meetings are to be told of.
  [[nodiscard]] bool watches_meetings() const { return wants(kCaught); }
  void meet(const Access& access, const Access& pending) override {
    if (wants(kCaught) && !is_exempt(access) && !is_exempt(pending)) {
      caught_.meet(access, pending);
    }
  }
  // The heap is to be told of as well: every block that is allocated and freed, and every thread's stack at its end.
  [[nodiscard]] bool watches_heap() const { return wants(kHeapUse); }
  void allocate(const Allocation& allocation) {
    // A block that has become smaller: what lies behind it is new.
    const MemoryRange& whole = allocation.whole;
    const std::uintptr_t end = allocation.address + allocation.size;
    if (wants(kHappensBefore) && end < whole.address + whole.size) {
      happens_before_.renew({.address = end, .size = whole.address + whole.size - end});
    }
    heap_use_.allocate(allocation);
  }
  // False: what is to be freed cannot be.
  [[nodiscard]] bool release(const Release& release) { return heap_use_.release(release); }
  void retire(ThreadId thread, MemoryRange stack) {
    if (wants(kHappensBefore)) {
      happens_before_.renew(stack);
    }
    heap_use_.retire(thread, stack);
  }

  void begin_ignoring(ThreadId thread, unsigned what) override { exemptions_.begin_ignoring(thread, what); }
  void end_ignoring(ThreadId thread, unsigned what) override { exemptions_.end_ignoring(thread, what); }
  void expect_races(MemoryRange range) override { exemptions_.expect(range); }
  void keep_annotations() override { exemptions_.keep(); }
  void look_at(const Looking& looking) override { happens_before_.look_at(looking); }

  // Where this one decides whether an access is of interest to anybody: the others look at none, or at those to memory
  // that is new to it (watches_heap).
  [[nodiscard]] HappensBefore* quick() {
    return may_be_quick() && !happens_before_.keeps() && !exemptions_.ignores_something() ? &happens_before_ : nullptr;
  }
  // In some executions.
  [[nodiscard]] bool may_be_quick() const {
    return wants(kHappensBefore) && !wants(kLockset) && !wants(kTouchedBytes) && !wants(kMonitor);
  }

  // Of what they keep. Their tables keep their memory until the process ends: it is also the most they have had.
  [[nodiscard]] std::size_t bytes() const {
    return (wants(kHappensBefore) ? happens_before_.bytes() : 0) + (wants(kHeapUse) ? heap_use_.bytes() : 0) +
           (wants(kLockset) ? lockset_.bytes() : 0);
  }
  // In this execution, or the last one; 0 where nobody wanted to know.
  [[nodiscard]] std::uint64_t touched_bytes() const { return touched_.count(); }

 private:
  void end_variable(const Access& access) {
    if (wants(kHappensBefore)) {
      happens_before_.access(access);
    }
    if (wants(kLockset)) {
      lockset_.renew({.address = access.address, .size = access.size});
    }
  }
  [[nodiscard]] bool wants(DetectorBit detector) const { return (wanted_ & detector) != 0; }
  // Of what nobody may complain that it has no lock.
  [[nodiscard]] bool is_exempt(const Access& access) const {
    return access.kind != AccessKind::kFree &&
           (exemptions_.ignores(access) || exemptions_.expects({.address = access.address, .size = access.size}));
  }

  std::uint32_t wanted_;
  bool records_ = false;
  Exemptions exemptions_;
  HappensBefore happens_before_;
  HeapUse heap_use_;
  LockOrder lock_order_;
  LockUse lock_use_;
  Lockset lockset_;
  Caught caught_;
  Monitor monitor_;
  TouchedBytes touched_;
};

}  // namespace heddle
