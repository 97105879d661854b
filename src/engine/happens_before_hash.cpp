#include "engine/happens_before_hash.h"

#include "core/dependence.h"
#include "core/hash.h"

namespace heddle {

namespace {

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
  each_place(event, [&](std::uint64_t key, bool changes) { touch(key, changes, /*done=*/false, hash); });
  each_place(event, [&](std::uint64_t key, bool changes) { touch(key, changes, /*done=*/true, hash); });
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
