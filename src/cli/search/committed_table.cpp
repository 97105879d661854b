#include "cli/search/committed_table.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "cli/target/shared_segment.h"

namespace heddle::cli {

// The writing side of the table; readers may look at any moment.
class CommittedTable::Writer : public CommittedReached {
 public:
  explicit Writer(void* region) : CommittedReached(region) {}

  [[nodiscard]] unsigned level() const { return current_level(); }
  void publish(unsigned level) { level_word().store(level, std::memory_order_release); }

  struct Place {
    bool is_new;
    bool is_cheaper;
  };
  static Place put(Slot* slots, unsigned level, const ReachedEntry& entry) {
    const std::uint64_t mask = (std::uint64_t{1} << level) - 1;
    for (std::uint64_t place = mix(entry.hash) & mask;; place = (place + 1) & mask) {
      Slot& slot = slots[place];
      const std::uint64_t found = slot.hash.load(std::memory_order_relaxed);
      if (found == entry.hash) {
        const bool cheaper = entry.cost < slot.cost.load(std::memory_order_relaxed);
        if (cheaper) {
          slot.cost.store(entry.cost, std::memory_order_relaxed);
        }
        return {.is_new = false, .is_cheaper = cheaper};
      }
      if (found == 0) {
        slot.cost.store(entry.cost, std::memory_order_relaxed);
        slot.complete.store(entry.complete, std::memory_order_relaxed);
        slot.hash.store(entry.hash, std::memory_order_release);
        return {.is_new = true, .is_cheaper = false};
      }
    }
  }
  // False: it is not there, or dearer.
  [[nodiscard]] bool has(const ReachedEntry& entry) const { return covers(entry.hash, entry.cost); }
  [[nodiscard]] Slot* slots(unsigned level) const { return table(level); }

  template <typename Visit>
  void each(unsigned level, Visit&& visit) const {
    const Slot* all = table(level);
    for (std::uint64_t place = 0; place < std::uint64_t{1} << level; ++place) {
      if (const std::uint64_t hash = all[place].hash.load(std::memory_order_relaxed); hash != 0) {
        visit(ReachedEntry{.hash = hash,
                           .cost = all[place].cost.load(std::memory_order_relaxed),
                           .complete = all[place].complete.load(std::memory_order_relaxed)});
      }
    }
  }
};

Expected<CommittedTable> CommittedTable::create(std::uint64_t memory) {
  const auto no_table = [] { return Error{std::string("cannot create shared memory: ") + std::strerror(errno)}; };
  Descriptor file(move_high(::memfd_create("heddle-reached", 0)));
  void* region = MAP_FAILED;
  if (file.number() >= 0 && ::ftruncate(file.number(), static_cast<off_t>(CommittedReached::kBytes)) == 0) {
    region =
        ::mmap(nullptr, CommittedReached::kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file.number(), 0);
  }
  if (region == MAP_FAILED) {
    return no_table();
  }
  unsigned most = CommittedReached::kFirstLevel;
  // While it grows the old and the new table are there.
  while (most < CommittedReached::kLastLevel && (sizeof(ReachedEntry) << (most + 1)) * 3 / 2 <= memory) {
    ++most;
  }
  return CommittedTable(std::move(file), region, most);
}

CommittedTable::CommittedTable(CommittedTable&& other) noexcept
    : file_(std::move(other.file_)),
      region_(std::exchange(other.region_, nullptr)),
      most_(other.most_),
      size_(other.size_),
      overflowed_(other.overflowed_) {}

CommittedTable::~CommittedTable() {
  if (region_ != nullptr) {
    ::munmap(region_, CommittedReached::kBytes);
  }
}

void CommittedTable::clear() {
  if (size_ != 0) {
    Writer(region_).publish(0);
    ::fallocate(file_.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, CommittedReached::kHeader,
                static_cast<off_t>(CommittedReached::kBytes - CommittedReached::kHeader));
    size_ = 0;
  }
}

bool CommittedTable::insert(const ReachedEntry& entry) {
  Writer writer(region_);
  unsigned level = writer.level();
  const bool is_full = level == 0 || (size_ + 1) * 4 > (std::uint64_t{3} << level);
  if (is_full && (level == 0 || level < most_)) {
    const unsigned next = level == 0 ? CommittedReached::kFirstLevel : level + 1;
    if (level != 0) {
      writer.each(level, [&](const ReachedEntry& old) { Writer::put(writer.slots(next), next, old); });
    }
    writer.publish(next);
    if (level != 0) {
      ::fallocate(file_.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  static_cast<off_t>(CommittedReached::kHeader + (sizeof(ReachedEntry) << level)),
                  static_cast<off_t>(sizeof(ReachedEntry) << level));
    }
    level = next;
  } else if (is_full) {
    overflowed_ = true;
    return !writer.has(entry);
  }
  const Writer::Place place = Writer::put(writer.slots(level), level, entry);
  size_ += place.is_new ? 1 : 0;
  return place.is_new || place.is_cheaper;
}

void CommittedTable::for_each(void (*visit)(void* context, const ReachedEntry& entry), void* context) const {
  const Writer writer(region_);
  if (const unsigned level = writer.level(); level != 0) {
    writer.each(level, [&](const ReachedEntry& entry) { visit(context, entry); });
  }
}

}  // namespace heddle::cli
