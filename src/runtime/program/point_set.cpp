#include "runtime/program/point_set.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/hash.h"
#include "runtime/contexts/handler_frames.h"
#include "runtime/contexts/pool.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/link.h"
#include "runtime/program/heap.h"
#include "runtime/program/modules.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kBlock = 256;  // Cell::bytes: the heap block of that name is visible when freed
constexpr std::size_t kOwnAccesses = 3;

// How memory is accessed. Atomic accesses are visible in any case, so two of them make nothing shared.
struct Manner {
  bool writes = false;
  bool atomic = false;
};

constexpr Manner kPlainWrite{.writes = true, .atomic = false};

// What one thread did to a granule while its clock stood still: it advances when the thread creates another.
struct Accesses {
  std::uint32_t clock = 0;
  std::uint16_t thread = 0xffff;
  std::uint8_t reads = 0;  // bit k: byte k
  std::uint8_t writes = 0;
  std::uint8_t atomic_reads = 0;
  std::uint8_t atomic_writes = 0;

  std::uint8_t& of(Manner how) {
    if (how.atomic) {
      return how.writes ? atomic_writes : atomic_reads;
    }
    return how.writes ? writes : reads;
  }
  [[nodiscard]] bool has(Manner how, std::uint8_t bytes) { return (of(how) & bytes) == bytes; }
  [[nodiscard]] bool is_empty() const { return (reads | writes | atomic_reads | atomic_writes) == 0; }

  // Of this, what conflicts with another thread's access.
  [[nodiscard]] std::uint8_t against(Manner how) const {
    const std::uint8_t plain = how.writes ? reads | writes : writes;
    const std::uint8_t atomic = how.writes ? atomic_reads | atomic_writes : atomic_writes;
    return how.atomic ? plain : plain | atomic;
  }
  // A later access of the thread stands for these.
  void drop(Manner how, std::uint8_t bytes) {
    const auto kept = static_cast<std::uint8_t>(~bytes);
    atomic_reads &= kept;
    atomic_writes &= how.writes ? kept : 0xff;
    reads &= how.atomic ? 0xff : kept;
    writes &= how.atomic || !how.writes ? 0xff : kept;
  }
};

// Eight bytes of memory in this execution.
struct Granule {
  std::uint64_t number = 0;      // address / 8
  std::uint32_t generation = 0;  // of another execution: free
  std::uint32_t owner = 0;       // on a stack: ThreadId + 1 whose it is
  bool named = false;            // `members` is known
  std::uint8_t members = 0;      // bytes in the point set
  std::uint8_t shared = 0;       // bytes newly seen to be shared
  std::uint8_t count = 0;        // of `accesses` in use
  std::uint32_t more = 0;        // index + 1 of the further threads' accesses in `crowds`
  Accesses accesses[kOwnAccesses];
};

Points kind = Points::kAll;
bool growing = false;

// The set: open addressing, names to bytes. 0 is a free place.
std::vector<segment::Cell> members;
std::size_t member_count = 0;
std::vector<segment::Cell> newly_shared;

// This execution.
std::vector<Granule> granules;  // open addressing; the size is a power of two
unsigned granule_shift = 0;
std::size_t granule_count = 0;
std::uint32_t generation = 0;
std::vector<std::vector<Accesses>> crowds;
std::size_t crowd_count = 0;
// By thread, in 2 * ThreadId, and by its signal handlers, behind it: what of each other one happened before.
std::vector<std::vector<std::uint32_t>> clocks;

std::size_t place_of(std::uint64_t object) {
  std::size_t place = static_cast<std::size_t>(mix(object)) & (members.size() - 1);
  while (members[place].object != 0 && members[place].object != object) {
    place = (place + 1) & (members.size() - 1);
  }
  return place;
}

// Adds bytes to the set; true if they were not all there.
bool add_member(std::uint64_t object, std::uint64_t bytes) {
  if ((member_count + 1) * 2 > members.size()) {
    std::vector<segment::Cell> old(members.empty() ? 1024 : members.size() * 2);
    old.swap(members);
    for (const segment::Cell& cell : old) {
      if (cell.object != 0) {
        members[place_of(cell.object)] = cell;
      }
    }
  }
  segment::Cell& cell = members[place_of(object)];
  member_count += cell.object == 0 ? 1 : 0;
  const bool is_new = (cell.bytes & bytes) != bytes;
  cell.object = object;
  cell.bytes |= bytes;
  return is_new;
}

std::uint64_t member_bytes(std::uint64_t object) { return members.empty() ? 0 : members[place_of(object)].bytes; }

std::uint64_t name_of(std::uint64_t number) { return object_of(reinterpret_cast<const void*>(number * 8)).value; }

std::vector<std::uint32_t>& clock_of(std::uint16_t thread) {
  if (clocks.size() <= thread) {
    clocks.resize(thread + std::size_t{1});
  }
  std::vector<std::uint32_t>& clock = clocks[thread];
  if (clock.size() <= thread) {
    clock.resize(thread + std::size_t{1}, 0);
    clock[thread] = 1;
  }
  return clock;
}

// Multiplicative hashing (Knuth, 6.4): the upper bits depend on all of the number.
std::size_t place_of_granule(std::uint64_t number) {
  return static_cast<std::size_t>((number * 0x9e3779b97f4a7c15ULL) >> granule_shift);
}

void make_granules_larger() {
  std::vector<Granule> old(granules.empty() ? 4096 : granules.size() * 2);
  old.swap(granules);
  granule_shift = 64U - static_cast<unsigned>(std::countr_zero(granules.size()));
  for (const Granule& granule : old) {
    if (granule.generation == generation && granule.number != 0) {
      std::size_t place = place_of_granule(granule.number);
      while (granules[place].generation == generation) {
        place = (place + 1) & (granules.size() - 1);
      }
      granules[place] = granule;
    }
  }
}

// Another object has taken the memory over.
void forget(Granule& granule) {
  granule.named = false;
  granule.count = 0;
  granule.more = 0;
  granule.shared = 0;
}

// nullptr: it was not touched in this execution.
Granule* find_granule(std::uint64_t number) {
  std::size_t place = place_of_granule(number);
  while (granules[place].generation == generation) {
    if (granules[place].number == number) {
      return &granules[place];
    }
    place = (place + 1) & (granules.size() - 1);
  }
  return nullptr;
}

bool is_stack(std::uintptr_t address) { return address - kStacksLow < kStateLow - kStacksLow; }

// A context's stack may have been another thread's before.
std::uint32_t owner_of(std::uint64_t number) {
  const std::uintptr_t address = number * 8;
  return is_stack(address) ? state().slot_thread[slot_of_stack(address)] : 0;
}

Granule& granule_of(std::uint64_t number) {
  if (granule_count * 2 >= granules.size()) {
    make_granules_larger();
  }
  std::size_t place = place_of_granule(number);
  while (granules[place].generation == generation && granules[place].number != number) {
    place = (place + 1) & (granules.size() - 1);
  }
  Granule& granule = granules[place];
  if (granule.generation != generation) {
    ++granule_count;
    granule.number = number;
    granule.generation = generation;
    forget(granule);
  }
  if (const std::uint32_t owner = owner_of(number); granule.owner != owner) {
    granule.owner = owner;
    forget(granule);
  }
  if (!granule.named) {
    granule.members = static_cast<std::uint8_t>(member_bytes(name_of(number)));
    granule.named = true;
  }
  return granule;
}

// Marks the bytes on which the access and what another thread did conflict.
void judge(Granule& granule, const Accesses& other, std::uint16_t thread, const std::vector<std::uint32_t>& clock,
           std::uint8_t bytes, Manner how) {
  if (other.thread == thread || (other.thread < clock.size() && clock[other.thread] >= other.clock)) {
    return;
  }
  granule.shared |= other.against(how) & bytes;
}

template <typename Function>
void for_each_access(Granule& granule, Function&& function) {
  for (std::size_t index = 0; index < granule.count; ++index) {
    function(granule.accesses[index]);
  }
  if (granule.more != 0) {
    for (Accesses& accesses : crowds[granule.more - 1]) {
      function(accesses);
    }
  }
}

Accesses& add_accesses(Granule& granule) {
  if (granule.count < kOwnAccesses) {
    return granule.accesses[granule.count++] = {};
  }
  if (granule.more == 0) {
    if (crowd_count == crowds.size()) {
      crowds.emplace_back();
    }
    crowds[crowd_count].clear();
    granule.more = static_cast<std::uint32_t>(++crowd_count);
  }
  return crowds[granule.more - 1].emplace_back();
}

// Done before with this clock: whoever came in between has been judged against it.
bool is_noted(Granule& granule, std::uint16_t thread, std::uint32_t clock, std::uint8_t bytes, Manner how) {
  for (std::size_t index = 0; index < granule.count; ++index) {
    Accesses& own = granule.accesses[index];
    if (own.thread == thread && own.clock == clock) {
      return own.has(how, bytes);
    }
  }
  bool noted = false;
  if (granule.more != 0) {
    for (Accesses& own : crowds[granule.more - 1]) {
      noted |= own.thread == thread && own.clock == clock && own.has(how, bytes);
    }
  }
  return noted;
}

// A later access stands for the earlier ones of its thread to the same bytes; to other bytes those keep their clock.
void put(Granule& granule, std::uint16_t thread, std::uint32_t clock, std::uint8_t bytes, Manner how) {
  Accesses* place = nullptr;
  for_each_access(granule, [&](Accesses& own) {
    if (own.thread != thread) {
      return;
    }
    if (own.clock != clock) {
      own.drop(how, bytes);
    }
    if (own.clock == clock || (place == nullptr && own.is_empty())) {
      place = &own;
    }
  });
  Accesses& own = place != nullptr ? *place : add_accesses(granule);
  own.thread = thread;
  own.clock = clock;
  own.of(how) |= bytes;
}

void note(Granule& granule, std::uint16_t thread, std::uint8_t bytes, Manner how) {
  const std::vector<std::uint32_t>& clock = clock_of(thread);
  if (is_noted(granule, thread, clock[thread], bytes, how)) [[likely]] {
    return;
  }
  const std::uint8_t before = granule.shared;
  for_each_access(granule, [&](const Accesses& other) { judge(granule, other, thread, clock, bytes, how); });
  put(granule, thread, clock[thread], bytes, how);
  const std::uint8_t fresh = granule.shared & ~before & ~granule.members;
  if (fresh != 0 && growing) {
    newly_shared.push_back({.object = name_of(granule.number), .bytes = fresh});
    if (in_heap(reinterpret_cast<const void*>(granule.number * 8))) {
      BlockInfo block{};
      if (heap_block(granule.number * 8, block)) {
        newly_shared.push_back({.object = heap_object(block.start).value, .bytes = kBlock});
      }
    }
  }
}

std::uint8_t bytes_of(std::uint64_t number, std::uintptr_t address, std::uintptr_t end) {
  const std::uintptr_t low = number * 8;
  const unsigned from = address > low ? static_cast<unsigned>(address - low) : 0;
  const unsigned to = end < low + 8 ? static_cast<unsigned>(end - low) : 8;
  return static_cast<std::uint8_t>((0xffU >> (8 - to)) & (0xffU << from));
}

void export_cells() {
  segment::Segment& shared = worker_segment();
  std::uint32_t count = 0;
  for (const segment::Cell& cell : newly_shared) {
    const std::uint32_t next = shared.result.hunt.cell_count.load(std::memory_order_relaxed) + count;
    if (next >= segment::kCellCapacity) {
      unsupported("more shared memory cells than a point set can hold");
    }
    segment::cells(&shared)[next] = cell;
    ++count;
  }
  shared.result.hunt.cell_count.fetch_add(count, std::memory_order_release);
}

// A signal handler may run between any two accesses of its thread, and counts as another one, except for its own
// frames. What it does is ordered with nothing: that may make more visible than need be, never less.
std::uint16_t who_accesses(std::uintptr_t address) {
  Thread& self = current_thread();
  if (self.signals.frames == nullptr) [[likely]] {
    return static_cast<std::uint16_t>(self.id.value * 2);
  }
  const std::uintptr_t frames = handler_stack(self);
  const bool by_handler = frames != 0 && (address >= frames || address < target_stack_pointer());
  return static_cast<std::uint16_t>(self.id.value * 2 + (by_handler ? 1 : 0));
}

// Notes an access to some bytes of a granule. True if one of them is in the set.
bool touch(Granule& granule, std::uintptr_t address, std::uint8_t bytes, Manner how) {
  if (growing && (bytes & ~granule.members) != 0) {
    note(granule, who_accesses(address), bytes, how);
  }
  return (granule.members & bytes) != 0;
}

// The same for all of them.
bool touch(std::uintptr_t address, std::size_t size, Manner how) {
  // Most accesses are to one granule that is found at once.
  const std::uint64_t first = address / 8;
  if (size - 1 < 8 - address % 8 && !is_stack(address)) [[likely]] {
    Granule& granule = granules[place_of_granule(first)];
    if (granule.number == first && granule.generation == generation && granule.named) [[likely]] {
      return touch(granule, address, static_cast<std::uint8_t>((0xffU >> (8 - size)) << address % 8), how);
    }
  }
  const std::uintptr_t end = address + size;
  bool visible = false;
  for (std::uint64_t number = first; number * 8 < end; ++number) {
    visible |= touch(granule_of(number), address, bytes_of(number, address, end), how);
  }
  return visible;
}

}  // namespace

void set_points(Points points, std::span<const segment::Cell> cells, bool grows) {
  kind = points;
  growing = grows && points == Points::kShared;
  add_points(cells);
  if (points == Points::kShared && granules.empty()) {
    make_granules_larger();
  }
}

void add_points(std::span<const segment::Cell> cells) {
  for (const segment::Cell& cell : cells) {
    add_member(cell.object, cell.bytes);
  }
}

void begin_noting() {
  if (kind != Points::kShared) {
    return;
  }
  if (++generation == 0) {
    std::ranges::fill(granules, Granule{});
    generation = 1;
  }
  granule_count = 0;
  crowd_count = 0;
  clocks.clear();
}

bool is_visible_access(std::uintptr_t address, std::size_t size, bool writes) {
  if (kind != Points::kShared) {
    return kind == Points::kAll;
  }
  return touch(address, size, {.writes = writes, .atomic = false});
}

void note_atomic_access(std::uintptr_t address, std::size_t size, bool writes) {
  if (growing) {
    touch(address, size, {.writes = writes, .atomic = true});
  }
}

void note_allocation(std::uintptr_t address, std::size_t size) {
  if (kind != Points::kShared) {
    return;
  }
  const std::uint64_t first = address / 8;
  const std::uint64_t last = (address + size + 7) / 8;
  if (last - first <= granule_count) {
    for (std::uint64_t number = first; number < last; ++number) {
      if (Granule* granule = find_granule(number); granule != nullptr) {
        forget(*granule);
      }
    }
    return;
  }
  for (Granule& granule : granules) {
    if (granule.generation == generation && granule.number - first < last - first) {
      forget(granule);
    }
  }
}

bool is_visible_free(std::uintptr_t address, std::size_t size) {
  if (kind != Points::kShared) {
    return true;
  }
  const bool visible = (member_bytes(heap_object(address).value) & kBlock) != 0;
  if (!growing) {
    return visible;
  }
  const std::uint16_t thread = who_accesses(address);
  const std::uint64_t first = address / 8;
  const std::uint64_t last = (address + size + 7) / 8;
  if (last - first <= granule_count) {
    for (std::uint64_t number = first; number < last; ++number) {
      if (Granule* granule = find_granule(number); granule != nullptr) {
        note(*granule, thread, 0xff, kPlainWrite);
      }
    }
  } else {
    for (Granule& granule : granules) {
      if (granule.generation == generation && granule.number - first < last - first) {
        note(granule, thread, 0xff, kPlainWrite);
      }
    }
  }
  return visible;
}

void note_primitive(std::uintptr_t address) {
  if (!growing || !in_heap(reinterpret_cast<const void*>(address))) {
    return;
  }
  BlockInfo block{};
  if (heap_block(address, block)) {
    const std::uint64_t name = heap_object(block.start).value;
    if ((member_bytes(name) & kBlock) == 0) {
      newly_shared.push_back({.object = name, .bytes = kBlock});
    }
  }
}

void note_creation(ThreadId parent_id, ThreadId child_id) {
  if (kind != Points::kShared) {
    return;
  }
  const auto parent = static_cast<std::uint16_t>(parent_id.value * 2);
  const auto child = static_cast<std::uint16_t>(child_id.value * 2);
  clock_of(child);
  const std::vector<std::uint32_t>& before = clock_of(parent);
  std::vector<std::uint32_t>& after = clocks[child];
  for (std::size_t thread = 0; thread < before.size() && thread < child; ++thread) {
    after[thread] = before[thread];
  }
  ++clocks[parent][parent];
}

void note_join(ThreadId joiner_id, ThreadId ended_id) {
  if (kind != Points::kShared) {
    return;
  }
  const auto joiner = static_cast<std::uint16_t>(joiner_id.value * 2);
  clock_of(joiner);
  const std::vector<std::uint32_t> of_ended = clock_of(static_cast<std::uint16_t>(ended_id.value * 2));
  std::vector<std::uint32_t>& clock = clocks[joiner];
  clock.resize(std::max(clock.size(), of_ended.size()), 0);
  for (std::size_t thread = 0; thread < of_ended.size(); ++thread) {
    clock[thread] = std::max(clock[thread], of_ended[thread]);
  }
}

std::span<const segment::Cell> newly_shared_cells() { return newly_shared; }

void note_shared(std::span<const segment::Cell> cells) {
  newly_shared.insert(newly_shared.end(), cells.begin(), cells.end());
}

bool grow_point_set() {
  bool grown = false;
  std::size_t kept = 0;
  for (const segment::Cell& cell : newly_shared) {
    if (add_member(cell.object, cell.bytes)) {
      newly_shared[kept++] = cell;
      grown = true;
    }
  }
  newly_shared.resize(kept);
  export_cells();
  newly_shared.clear();
  return grown;
}

}  // namespace heddle::runtime
