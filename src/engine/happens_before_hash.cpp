#include "engine/happens_before_hash.h"

#include "core/hash.h"

namespace heddle {

namespace {

constexpr std::uint64_t kClock = 0x636c6f636bULL;
constexpr std::uint64_t kDescriptors = 0x666473ULL;

enum class Touch : std::uint8_t { kNothing, kReads, kWrites };

// What an operation does to the memory at its address.
[[nodiscard]] Touch touch_of(const Event& event) {
  switch (event.operation.kind) {
    case OperationKind::kRead:
    case OperationKind::kReadRange:
    case OperationKind::kVptrRead:
    case OperationKind::kAtomicLoad:
      return Touch::kReads;
    case OperationKind::kAtomicCompareExchange:
      return event.succeeded ? Touch::kWrites : Touch::kReads;
    case OperationKind::kFence:
    case OperationKind::kYield:
    case OperationKind::kSleep:
    case OperationKind::kChoose:
    case OperationKind::kProcessExit:
    case OperationKind::kAtomicSection:
    case OperationKind::kThreadCreate:
    case OperationKind::kThreadStart:
    case OperationKind::kThreadEnd:
    case OperationKind::kThreadJoin:
      return Touch::kNothing;
    default:
      return Touch::kWrites;
  }
}

[[nodiscard]] bool is_memory(OperationKind kind) {
  return kind <= OperationKind::kFree || kind == OperationKind::kFutexWait || kind == OperationKind::kFutexWake;
}

// A signal that came early may have been a timer's.
[[nodiscard]] bool moves_the_clock(const Event& event) {
  return lets_time_pass(event.variant) || event.variant == kEarlySignal ||
         event.operation.kind == OperationKind::kSleep;
}

// They look at many descriptors, or change which number stands for which.
[[nodiscard]] bool concerns_all_descriptors(OperationKind kind) {
  return is_descriptor_operation(kind) && kind != OperationKind::kDescriptorRead &&
         kind != OperationKind::kDescriptorWrite && kind != OperationKind::kDescriptorControl;
}

template <typename Value>
Value& at(std::vector<Value>& values, ThreadId thread) {
  if (values.size() <= thread.value) {
    values.resize(thread.value + std::size_t{1});
  }
  return values[thread.value];
}

}  // namespace

void HappensBeforeHash::begin() {
  ++generation_;
  used_ = 0;
  sum_ = 0;
  last_.clear();
  created_.clear();
}

HappensBeforeHash::Place& HappensBeforeHash::place(std::uint64_t key) {
  if (used_ * 2 > places_.size()) {
    grow();
  }
  std::size_t index = static_cast<std::size_t>(mix(key)) & (places_.size() - 1);
  while (places_[index].generation == generation_ && places_[index].key != key) {
    index = (index + 1) & (places_.size() - 1);
  }
  Place& found = places_[index];
  if (found.generation != generation_) {
    found = {.key = key, .generation = generation_, .written = 0, .read = 0};
    ++used_;
  }
  return found;
}

void HappensBeforeHash::grow() {
  std::vector<Place> old(places_.size() * 2);
  old.swap(places_);
  for (const Place& entry : old) {
    if (entry.generation == generation_) {
      std::size_t index = static_cast<std::size_t>(mix(entry.key)) & (places_.size() - 1);
      while (places_[index].generation == generation_) {
        index = (index + 1) & (places_.size() - 1);
      }
      places_[index] = entry;
    }
  }
}

void HappensBeforeHash::touch(std::uint64_t key, bool writes, bool done, std::uint64_t& hash) {
  Place& touched = place(key);
  if (!done) {
    hash = combine(hash, touched.written + (writes ? mix(touched.read) : 0));
  } else if (writes) {
    touched.written = hash;
    touched.read = 0;
  } else {
    touched.read += hash;
  }
}

void HappensBeforeHash::touch_all(const Event& event, bool done, std::uint64_t& hash) {
  const Operation& operation = event.operation;
  if (const Touch how = touch_of(event); how != Touch::kNothing) {
    const bool writes = how == Touch::kWrites;
    if (operation.address == 0 || !is_memory(operation.kind)) {
      touch(operation.object.value, writes, done, hash);
    } else {
      // By address, for accesses overlap; an address means the same all through an execution.
      const std::uintptr_t end = operation.address + (operation.size == 0 ? 1 : operation.size);
      for (std::uintptr_t granule = operation.address / 8; granule * 8 < end; ++granule) {
        touch(granule, writes, done, hash);
      }
    }
  }
  if (event.also != ObjectId{}) {
    touch(event.also.value, true, done, hash);
  }
  if (is_descriptor_operation(operation.kind)) {
    touch(kDescriptors, concerns_all_descriptors(operation.kind), done, hash);
  }
  if (moves_the_clock(event)) {
    touch(kClock, true, done, hash);
  }
}

void HappensBeforeHash::observe(const Event& event) {
  std::uint64_t hash =
      combine(event.thread_name.value, (std::uint64_t{event.ordinal} << 32U) |
                                           (static_cast<std::uint64_t>(event.operation.kind) << 16U) | event.variant);
  hash = combine(hash, event.operation.site.value + mix(event.operation.object.value));
  hash = combine(hash, at(last_, event.thread));
  if (event.operation.kind == OperationKind::kThreadStart) {
    hash = combine(hash, at(created_, event.thread));
  } else if (event.operation.kind == OperationKind::kThreadJoin && event.other != kNoThread) {
    hash = combine(hash, at(last_, event.other));
  }
  touch_all(event, /*done=*/false, hash);
  touch_all(event, /*done=*/true, hash);
  at(last_, event.thread) = hash;
  if (event.operation.kind == OperationKind::kThreadCreate && event.other != kNoThread) {
    at(created_, event.other) = hash;
  }
  sum_ += hash;
}

std::uint64_t HappensBeforeHash::prefix(const ChoicePoint& point) const {
  return combine(sum_, (std::uint64_t{point.last.value} << 1U) | (point.last_yielded ? 1 : 0));
}

}  // namespace heddle
