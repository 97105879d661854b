// The detectors that see every access, as one: those of the registry that are wanted, one after the other, without a
// virtual call for each. The runtime knows this class; others go through Watcher.
//
// A detector has begin(sink) or begin(sink, terms), and is called for what else it has functions for:
//
//   access(access)          every access but the end of a variable; with kHeedsExemptions = true, none that is exempt
//   free(access)            instead of that, the end of a heap block alone
//   end_variable(access)    a local variable ends with its function; with kNeedsVariables = true, surely
//   synchronise(sync)
//   renew(range)            memory begins a new life
//   vacate(range)           memory is nobody's: behind a block that became smaller, the stack of a thread that has ended
//   meet(access, pending)   at a scheduling point, what another thread could do instead; none that is exempt
//   allocate(allocation), release(release), retire(thread, stack)
//   look_at(looking)        what a report will need of the next executions
//   bytes()                 the memory that its tables take
//
// Where accesses are no scheduling points, the race detector sees for itself which of them tell nobody anything new
// (quick). A detector with access() takes that away, unless kSeesEveryAccess = false: accesses to memory that is new to
// the thread are enough for it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/options.h"
#include "detectors/detector_slots.h"
#include "detectors/exemptions.h"
#include "detectors/happens_before.h"
#include "detectors/registry.h"
#include "detectors/surroundings.h"
#include "detectors/touched_bytes.h"
#include "engine/watcher.h"
#include "monitor/monitor.h"

namespace heddle {

// What a detector's functions and constants say of it.
template <typename Detector>
inline constexpr bool kIsToldMeetings =
    requires(Detector& detector, const Access& access) { detector.meet(access, access); };
template <typename Detector>
inline constexpr bool kIsToldHeap =
    requires(Detector& detector, const Allocation& made) { detector.allocate(made); } ||
    requires(Detector& detector, const Release& release) { detector.release(release); } ||
    requires(Detector& detector) { detector.retire(ThreadId{}, MemoryRange{}); };
template <typename Detector>
inline constexpr bool kIsToldVariables = requires { requires Detector::kNeedsVariables; };
template <typename Detector>
inline constexpr bool kIsToldOfExempt = !requires { requires Detector::kHeedsExemptions; };
template <typename Detector>
inline constexpr bool kIsToldAccesses = requires(Detector& detector, const Access& access) {
  detector.access(access);
} && !std::same_as<Detector, HappensBefore>;
template <typename Detector>
inline constexpr bool kIsToldEveryAccess =
    kIsToldAccesses<Detector> && !requires { requires !Detector::kSeesEveryAccess; };

class DetectorSet final : public Watcher {
 public:
  explicit DetectorSet(std::uint32_t wanted, Surroundings::PlaceOf place_of = Surroundings::kBySite,
                       Surroundings::NameOf name_of = Surroundings::kByNumber)
      : wanted_(wanted),
        detectors_({.place_of = place_of, .name_of = name_of, .exemptions = &exemptions_}),
        monitor_(name_of) {}
  DetectorSet(const DetectorSet&) = delete;
  DetectorSet& operator=(const DetectorSet&) = delete;

  [[nodiscard]] bool watches() const { return wanted_ != 0; }

  void begin(FindingSink& sink, ConflictFilter* conflicts) override {
    sink_ = &sink;
    conflicts_ = conflicts;
    exemptions_.begin();
    const WatchTerms terms{.wanted = wanted_, .records = wants(kMonitor) && conflicts != nullptr};
    detectors_.each(wanted_, [&](auto& detector) {
      if constexpr (requires { detector.begin(sink, terms); }) {
        detector.begin(sink, terms);
      } else if constexpr (requires { detector.begin(sink); }) {
        detector.begin(sink);
      }
    });
    monitor_.begin(terms.records);
    touched_.begin();
  }
  void access(const Access& access) override {
    monitor_.access(access);
    if (access.kind == AccessKind::kFrameEnd) [[unlikely]] {
      end_variable(access);
      return;
    }
    const auto tell = [&access](auto& detector) __attribute__((always_inline)) {
      if constexpr (requires { detector.access(access); }) {
        detector.access(access);
      } else if constexpr (requires { detector.free(access); }) {
        if (access.kind == AccessKind::kFree) [[unlikely]] {
          detector.free(access);
        }
      }
    };
    detectors_.each<~kHeeding>(wanted_, tell);
    if ((wanted_ & kHeeding) != 0 && !is_exempt(access)) {
      detectors_.each<kHeeding>(wanted_, tell);
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
    detectors_.each(wanted_, [&sync](auto& detector) {
      if constexpr (requires { detector.synchronise(sync); }) {
        detector.synchronise(sync);
      }
    });
  }
  void renew(MemoryRange range) override {
    exemptions_.forget(range);
    monitor_.renew(range);
    detectors_.each(wanted_, [range](auto& detector) {
      if constexpr (requires { detector.renew(range); }) {
        detector.renew(range);
      }
    });
  }
  void annotate(const Annotation& annotation) override {
    switch (annotation.kind) {
      case AnnotationKind::kBeginIgnoring:
        return exemptions_.begin_ignoring(annotation.thread, annotation.what);
      case AnnotationKind::kEndIgnoring:
        return exemptions_.end_ignoring(annotation.thread, annotation.what);
      case AnnotationKind::kExpectRaces:
        return exemptions_.expect(annotation.range);
      case AnnotationKind::kKeep:
        return exemptions_.keep();
    }
  }
  void end() override {
    if (monitor_.is_recording() && conflicts_->matters(monitor_.finish())) {
      for (const Suspect& suspect : monitor_.predict()) {
        sink_->suspect(suspect);
      }
    }
  }
  [[nodiscard]] Monitor& monitor() { return monitor_; }
  // Meetings are to be told of.
  [[nodiscard]] bool watches_meetings() const { return (wanted_ & kMeeting) != 0; }
  void meet(const Access& access, const Access& pending) override {
    if (watches_meetings() && !is_exempt(access) && !is_exempt(pending)) {
      detectors_.each(wanted_, [&](auto& detector) {
        if constexpr (requires { detector.meet(access, pending); }) {
          detector.meet(access, pending);
        }
      });
    }
  }
  // The heap is to be told of as well: every block that is allocated and freed, and every thread's stack at its end.
  [[nodiscard]] bool watches_heap() const { return (wanted_ & kHeap) != 0; }
  void allocate(const Allocation& allocation) {
    // A block that has become smaller: what lies behind it is new.
    const MemoryRange& whole = allocation.whole;
    const std::uintptr_t end = allocation.address + allocation.size;
    if (end < whole.address + whole.size) {
      vacate({.address = end, .size = whole.address + whole.size - end});
    }
    detectors_.each(wanted_, [&allocation](auto& detector) {
      if constexpr (requires { detector.allocate(allocation); }) {
        detector.allocate(allocation);
      }
    });
  }
  // False: what is to be freed cannot be.
  [[nodiscard]] bool release(const Release& release) {
    bool can_be_freed = true;
    detectors_.each(wanted_, [&](auto& detector) {
      if constexpr (requires { detector.release(release); }) {
        can_be_freed = detector.release(release) && can_be_freed;
      }
    });
    return can_be_freed;
  }
  void retire(ThreadId thread, MemoryRange stack) {
    vacate(stack);
    detectors_.each(wanted_, [&](auto& detector) {
      if constexpr (requires { detector.retire(thread, stack); }) {
        detector.retire(thread, stack);
      }
    });
  }

  void look_at(const Looking& looking) override {
    detectors_.each(wanted_, [&looking](auto& detector) {
      if constexpr (requires { detector.look_at(looking); }) {
        detector.look_at(looking);
      }
    });
  }

  // Where this one decides whether an access is of interest to anybody: the others look at none, or at those to memory
  // that is new to it (watches_new_memory).
  [[nodiscard]] HappensBefore* quick() {
    auto& happens_before = detectors_.get<HappensBefore>();
    return may_be_quick() && !happens_before.keeps() && !exemptions_.ignores_something() ? &happens_before : nullptr;
  }
  // In some executions.
  [[nodiscard]] bool may_be_quick() const {
    return wants(kHappensBefore) && (wanted_ & (kEveryAccess | kTouchedBytes | kMonitor)) == 0;
  }
  [[nodiscard]] bool watches_new_memory() const { return (wanted_ & kAccesses & ~kEveryAccess) != 0; }
  // Of these DetectorBits, whether one has to be told where local variables end.
  [[nodiscard]] static bool needs_variables(std::uint32_t wanted) { return (wanted & (kVariables | kMonitor)) != 0; }

  // Of what they keep. Their tables keep their memory until the process ends: it is also the most they have had.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    detectors_.each(wanted_, [&sum](const auto& detector) {
      if constexpr (requires { detector.bytes(); }) {
        sum += detector.bytes();
      }
    });
    return sum;
  }
  // In this execution, or the last one; 0 where nobody wanted to know.
  [[nodiscard]] std::uint64_t touched_bytes() const { return touched_.count(); }

 private:
  static constexpr std::uint32_t kMeeting =
      bits_where([]<typename Class>(const RegisteredDetector<Class>&) { return kIsToldMeetings<Class>; });
  static constexpr std::uint32_t kHeap =
      bits_where([]<typename Class>(const RegisteredDetector<Class>&) { return kIsToldHeap<Class>; });
  static constexpr std::uint32_t kVariables =
      bits_where([]<typename Class>(const RegisteredDetector<Class>&) { return kIsToldVariables<Class>; });
  static constexpr std::uint32_t kHeeding =
      bits_where([]<typename Class>(const RegisteredDetector<Class>&) { return !kIsToldOfExempt<Class>; });
  static constexpr std::uint32_t kAccesses =
      bits_where([]<typename Class>(const RegisteredDetector<Class>&) { return kIsToldAccesses<Class>; });
  static constexpr std::uint32_t kEveryAccess =
      bits_where([]<typename Class>(const RegisteredDetector<Class>&) { return kIsToldEveryAccess<Class>; });

  void end_variable(const Access& access) {
    detectors_.each(wanted_, [&access](auto& detector) {
      if constexpr (requires { detector.end_variable(access); }) {
        detector.end_variable(access);
      }
    });
  }
  void vacate(MemoryRange range) {
    detectors_.each(wanted_, [range](auto& detector) {
      if constexpr (requires { detector.vacate(range); }) {
        detector.vacate(range);
      }
    });
  }
  [[nodiscard]] bool wants(DetectorBit detector) const { return (wanted_ & detector) != 0; }
  // Of what nobody may complain that it has no lock.
  [[nodiscard]] bool is_exempt(const Access& access) const {
    return access.kind != AccessKind::kFree &&
           (exemptions_.ignores(access) || exemptions_.expects({.address = access.address, .size = access.size}));
  }

  std::uint32_t wanted_;
  FindingSink* sink_ = nullptr;          // of the execution under way
  ConflictFilter* conflicts_ = nullptr;  // likewise
  Exemptions exemptions_;
  DetectorSlots<> detectors_;
  Monitor monitor_;
  TouchedBytes touched_;
};

}  // namespace heddle
