#include "runtime/program/heap.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/hash.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fresh_memory.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/notes.h"
#include "runtime/observe/recorder.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/program/point_set.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

// In front of every block's payload.
struct Header {
  std::uint64_t name;
  std::uint64_t size : 48;  // asked for
  std::uint64_t state : 16;
};
static_assert(sizeof(Header) == 16);
constexpr std::uint64_t kAllocated = 0xa110;
constexpr std::uint64_t kFreed = 0xf4ee;
constexpr std::uint64_t kAligned = 0xa119;  // payload moved up for alignment: `name` is the distance to the block's own

// Payload sizes of the small classes; block = header + payload. Large blocks have page runs of their own, one class per
// power of two.
constexpr std::size_t kSmall[] = {16,  32,  48,  64,  80,  96,  112,  128,  160,  192,  224,   256,  320,
                                  384, 448, 512, 640, 768, 896, 1008, 2032, 4080, 8176, 16368, 32752};
constexpr std::size_t kSmallClasses = sizeof(kSmall) / sizeof(kSmall[0]);
constexpr std::size_t kLargeClasses = 40;
constexpr std::size_t kClasses = kSmallClasses + kLargeClasses;

// What a page of the heap belongs to.
struct PageEntry {
  std::uint32_t run_start;  // first page of the run
  std::uint8_t size_class;  // 0: unused; class + 1
};

struct Heap {
  std::uintptr_t low;
  std::uintptr_t next_page;  // first page never handed out
  std::uintptr_t high;
  void* free_blocks[kClasses];
  std::uintptr_t run_next[kSmallClasses];  // rest of the class's current run
  std::uintptr_t run_end[kSmallClasses];
  bool freed[kClasses];   // the program has given one back
  const void* untouched;  // the block that was taken last, where it is large and its memory was never used
};

// Freed blocks that are kept from being allocated again, the oldest first.
constexpr std::size_t kQuarantined = 1024;
constexpr std::size_t kQuarantineBytes = std::size_t{256} << 10U;
struct Quarantine {
  std::size_t first;
  std::size_t count;
  std::size_t bytes;
  void* blocks[kQuarantined];
};
constexpr std::size_t kGap = 16;  // behind each block, beside the next one's header
constexpr std::size_t kFirstRun = kPageSize + page_up(sizeof(Quarantine));

Heap& heap() { return *reinterpret_cast<Heap*>(kHeapLow); }
Heap& pool_heap() { return *reinterpret_cast<Heap*>(kPoolHeapLow); }
Quarantine& quarantine() { return *reinterpret_cast<Quarantine*>(kHeapLow + kPageSize); }

bool mapped = false;
bool for_pool = false;
bool guarded = false;

std::size_t small_class(std::size_t size) {
  if (size <= 128) {
    return size == 0 ? 0 : (size - 1) / 16;
  }
  std::size_t index = 8;
  while (kSmall[index] < size) {
    ++index;
  }
  return index;
}

std::size_t payload_size(std::size_t size_class) {
  if (size_class < kSmallClasses) {
    return kSmall[size_class];
  }
  return (std::size_t{1} << (size_class - kSmallClasses + 16)) - sizeof(Header);
}

std::size_t class_of(std::size_t size) {
  if (size <= kSmall[kSmallClasses - 1]) {
    return small_class(size);
  }
  return kSmallClasses + static_cast<std::size_t>(std::bit_width(size + sizeof(Header) - 1)) - 16;
}

// Pages of one run: small enough that a program with few blocks touches few pages.
std::size_t run_pages(std::size_t size_class) {
  const std::size_t block = payload_size(size_class) + sizeof(Header);
  return block <= 1024 ? 1 : page_up(block <= 4096 ? 4 * block : block) / kPageSize;
}

// Long runs begin at multiples of this many pages, and are entered in a table of such parts: that of pages would take
// longer to fill, and to restore, than most executions.
constexpr std::size_t kPartPages = 256;
constexpr std::size_t kPartSize = kPartPages * kPageSize;
constexpr std::size_t kParts = kHeapSize / kPartSize;
constexpr std::size_t kPartTableSize = kParts * sizeof(PageEntry);
static_assert(kHeapLow % kPartSize == 0);
static_assert(kPartTableSize % kPageSize == 0);

constexpr std::size_t kHeapPages = kHeapSize / kPageSize;
static_assert(kPartTableSize + kHeapPages * sizeof(PageEntry) < kHeapLow - kHeapTableLow - kPageSize);

PageEntry* part_entries() { return reinterpret_cast<PageEntry*>(kHeapTableLow); }
PageEntry* page_entries() { return reinterpret_cast<PageEntry*>(kHeapTableLow + kPartTableSize); }

bool has_parts(std::size_t size_class) { return run_pages(size_class) >= kPartPages; }

void enter_run(std::uintptr_t start, std::size_t size_class) {
  const bool parts = has_parts(size_class);
  const std::size_t first = (start - kHeapLow) / kPageSize;
  PageEntry* entry = parts ? part_entries() + first / kPartPages : page_entries() + first;
  const std::size_t pages = run_pages(size_class);
  std::fill_n(entry, parts ? pages / kPartPages : pages,
              PageEntry{.run_start = static_cast<std::uint32_t>(first),
                        .size_class = static_cast<std::uint8_t>(size_class + 1)});
}

// Of the page with an address of the heap; size_class 0: none.
const PageEntry& entry_of(std::uintptr_t address) {
  const PageEntry& part = part_entries()[(address - kHeapLow) / kPartSize];
  return part.size_class != 0 ? part : page_entries()[(address - kHeapLow) / kPageSize];
}

// A fresh run of pages, entered in the table. 0 when out of memory.
std::uintptr_t new_run(Heap& target, std::size_t size_class) {
  const std::size_t size = run_pages(size_class) * kPageSize;
  const std::size_t alignment = has_parts(size_class) ? kPartSize : kPageSize;
  const std::uintptr_t start = (target.next_page + alignment - 1) / alignment * alignment;
  if (start > target.high || target.high - start < size) {
    return 0;
  }
  target.next_page = start + size;
  if (target.low == kHeapLow) {
    enter_run(start, size_class);
  }
  return start;
}

Header* header_of(const void* payload) {
  return reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(payload) - sizeof(Header));
}

constexpr int kPoison = 0xfd;
constexpr std::size_t kMostPoisoned = std::size_t{1} << 16U;

// The list of free blocks goes through the blocks themselves, in disguise: read by mistake it is no pointer either.
constexpr std::uintptr_t kDisguise = 0xfdfd'fdfd'fdfd'fdfd;

void* link_of(const void* block) {
  return reinterpret_cast<void*>(*static_cast<const std::uintptr_t*>(block) ^ kDisguise);
}

void set_link(void* block, const void* next) {
  *static_cast<std::uintptr_t*>(block) = reinterpret_cast<std::uintptr_t>(next) ^ kDisguise;
}

void* take_block(Heap& target, std::size_t size_class) {
  if (target.freed[size_class] && controlled() && other_threads_alive()) {
    note(LedgerRow::kHeapReuse);
  }
  target.untouched = nullptr;
  if (void* block = target.free_blocks[size_class]; block != nullptr) {
    target.free_blocks[size_class] = link_of(block);
    return block;
  }
  const std::size_t bytes = payload_size(size_class) + sizeof(Header);
  if (size_class >= kSmallClasses) {
    const std::uintptr_t run = new_run(target, size_class);
    target.untouched = run == 0 ? nullptr : reinterpret_cast<void*>(run + sizeof(Header));
    return const_cast<void*>(target.untouched);
  }
  if (target.run_end[size_class] - target.run_next[size_class] < bytes) {
    const std::uintptr_t run = new_run(target, size_class);
    if (run == 0) {
      return nullptr;
    }
    target.run_next[size_class] = run;
    target.run_end[size_class] = run + run_pages(size_class) * kPageSize;
  }
  const std::uintptr_t block = target.run_next[size_class];
  target.run_next[size_class] = block + bytes;
  return reinterpret_cast<void*>(block + sizeof(Header));
}

// (thread, allocation site, ordinal in thread).
std::uint64_t name_of_new_block(const void* caller) {
  if (!controlled()) {
    return combine(5, heap().next_page);
  }
  Thread& self = current_thread();
  return combine(combine(self.name.value, site_of_code(caller).value), self.allocations++);
}

Heap& owner_of(const void* block) {
  return reinterpret_cast<std::uintptr_t>(block) - kPoolHeapLow < kPoolHeapSize ? pool_heap() : heap();
}

// The class of the run a heap block lies in. The pool's blocks are few and never looked up by address: theirs is found
// by the size they were asked for.
std::size_t class_of_block(const void* block, const Header& header) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (address - kHeapLow < kHeapSize) {
    return entry_of(address).size_class - std::size_t{1};
  }
  return class_of(header.size);
}

// Of a block, or what could be one: there is memory in front of it.
bool is_behind_header(const void* payload) {
  const auto address = reinterpret_cast<std::uintptr_t>(payload);
  return in_heap(payload) && address - (address - kHeapLow < kHeapSize ? kHeapLow : kPoolHeapLow) > kFirstRun;
}

// Follows an aligned payload back to the block it was cut from.
const void* block_of_payload(const void* payload) {
  const Header* header = header_of(payload);
  if (header->state == kAligned) {
    return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(payload) - header->name);
  }
  return payload;
}

void make_free(void* block, std::size_t size_class) {
  Heap& target = owner_of(block);
  set_link(block, target.free_blocks[size_class]);
  target.free_blocks[size_class] = block;
}

std::size_t quarantined_size(const void* block) { return payload_size(class_of_block(block, *header_of(block))); }

// The one that came last stays, whatever its size.
void put_into_quarantine(void* block) {
  Quarantine& kept = quarantine();
  while (kept.count == kQuarantined || (kept.count != 0 && kept.bytes + quarantined_size(block) > kQuarantineBytes)) {
    void* oldest = kept.blocks[kept.first];
    kept.first = (kept.first + 1) % kQuarantined;
    --kept.count;
    kept.bytes -= quarantined_size(oldest);
    make_free(oldest, class_of_block(oldest, *header_of(oldest)));
  }
  kept.blocks[(kept.first + kept.count++) % kQuarantined] = block;
  kept.bytes += quarantined_size(block);
}

// The memory is new and zero.
void start_heap(Heap& started, std::uintptr_t low, std::size_t size) {
  started.low = low;
  started.next_page = low + kFirstRun;
  started.high = low + size;
}

}  // namespace

void map_heap() {
  if (mapped) {
    return;
  }
  map_fixed(kHeapLow, kHeapSize, "the target's heap");
  map_fixed(kHeapTableLow, page_up(kPartTableSize + kHeapPages * sizeof(PageEntry)), "the target's heap");
  map_fixed(kPoolHeapLow, kPoolHeapSize, "the parked threads");
  // Huge pages would make every reset copy 2 MiB for one changed byte.
  system_call(SYS_madvise, static_cast<long>(kHeapLow), static_cast<long>(kHeapSize), MADV_NOHUGEPAGE);
  start_heap(heap(), kHeapLow, kHeapSize);
  start_heap(pool_heap(), kPoolHeapLow, kPoolHeapSize);
  static_assert(sizeof(Heap) <= kPageSize);
  mapped = true;
}

void allocate_for_pool(bool on) { for_pool = on; }

bool in_heap(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address - kHeapLow < kHeapSize || address - kPoolHeapLow < kPoolHeapSize;
}

void* heap_allocate(std::size_t size, std::size_t alignment, const void* caller) {
  if (!mapped) {
    map_heap();
  }
  if (size > kHeapSize || alignment > kHeapSize) {
    return nullptr;
  }
  Heap& target = for_pool ? pool_heap() : heap();
  const std::size_t extra = alignment > 16 ? alignment + sizeof(Header) : 0;
  const std::size_t gap = guarded && !for_pool && controlled() ? kGap : 0;
  void* block = take_block(target, class_of(size + extra + gap));
  if (block == nullptr) {
    return nullptr;
  }
  *header_of(block) = {
      .name = name_of_new_block(caller), .size = (size + extra) & 0xffff'ffff'ffff, .state = kAllocated};
  if (controlled()) {
    aside([&] {
      const auto start = reinterpret_cast<std::uintptr_t>(block);
      note_allocation(start, size + extra);
      watch_new_memory(start, size + extra);
      if (execution.recorded) [[unlikely]] {
        record_allocation(start);
      }
      if (fresh_memory_is_filled()) {
        fill_fresh(start, start + std::min(size + extra, kFilledBlock));
      }
    });
  }
  if (extra == 0) {
    return block;
  }
  const auto start = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t payload = (start + sizeof(Header) + alignment - 1) & ~(alignment - 1);
  *header_of(reinterpret_cast<void*>(payload)) = {
      .name = payload - start, .size = size & 0xffff'ffff'ffff, .state = kAligned};
  return reinterpret_cast<void*>(payload);
}

BlockStanding heap_standing(const void* payload) {
  if (reinterpret_cast<std::uintptr_t>(payload) % 16 != 0 || !is_behind_header(payload)) {
    return BlockStanding::kNone;
  }
  const void* block = block_of_payload(payload);
  if (!is_behind_header(block)) {
    return BlockStanding::kNone;
  }
  const Header& header = *header_of(block);
  if (header.state == kFreed) {
    return BlockStanding::kFreed;
  }
  return header.state == kAllocated && class_of_block(block, header) < kClasses ? BlockStanding::kAllocated
                                                                                : BlockStanding::kNone;
}

FreeResult heap_free(void* payload) {
  if (const BlockStanding standing = heap_standing(payload); standing != BlockStanding::kAllocated) {
    return standing == BlockStanding::kFreed ? FreeResult::kFreedBefore : FreeResult::kNotABlock;
  }
  auto* block = const_cast<void*>(block_of_payload(payload));
  Header& header = *header_of(block);
  header.state = kFreed;
  // Whoever still uses it shall notice: no valid pointer, no plausible number.
  std::memset(block, kPoison, std::min<std::size_t>(header.size, kMostPoisoned));
  header_of(payload)->state = kFreed;
  const std::size_t size_class = class_of_block(block, header);
  Heap& owner = owner_of(block);
  owner.freed[size_class] = owner.freed[size_class] || controlled();
  if (guarded && controlled() && &owner == &heap()) {
    put_into_quarantine(block);
  } else {
    make_free(block, size_class);
  }
  return FreeResult::kFreed;
}

void guard_heap() { guarded = true; }

MemoryRange heap_surroundings(const void* payload) {
  const void* block = block_of_payload(payload);
  const std::size_t slot = sizeof(Header) + payload_size(class_of_block(block, *header_of(block)));
  // Behind it is the header of another one, or what is left of a run.
  return {.address = reinterpret_cast<std::uintptr_t>(block) - sizeof(Header), .size = slot + sizeof(Header)};
}

std::size_t heap_size(const void* payload) { return header_of(payload)->size; }

std::size_t heap_used_bytes(const void* block, std::size_t size) {
  if (owner_of(block).untouched != block) {
    return size;
  }
  return fresh_memory_is_filled() ? std::min(size, kFilledBlock) : 0;
}

bool heap_block(std::uintptr_t address, BlockInfo& info) {
  if (address - kHeapLow >= kHeapSize) {
    return false;
  }
  const PageEntry& entry = entry_of(address);
  if (entry.size_class == 0) {
    return false;
  }
  const std::size_t size_class = entry.size_class - std::size_t{1};
  const std::uintptr_t run = kHeapLow + std::uintptr_t{entry.run_start} * kPageSize;
  info.start = run + sizeof(Header);
  if (size_class < kSmallClasses) {  // a large block has a run of its own
    const auto bytes = static_cast<std::uint32_t>(payload_size(size_class) + sizeof(Header));
    info.start += std::uintptr_t{static_cast<std::uint32_t>(address - run) / bytes} * bytes;
  }
  const Header& header = *header_of(reinterpret_cast<void*>(info.start));
  info.size = header.size;
  info.freed = header.state == kFreed;
  return header.state == kAllocated || header.state == kFreed;
}

ObjectId heap_object(std::uintptr_t address) {
  BlockInfo info;
  if (!heap_block(address, info)) {
    return {combine(6, address - kHeapLow)};
  }
  return {combine(header_of(reinterpret_cast<void*>(info.start))->name, address - info.start)};
}

std::uintptr_t heap_end() { return heap().next_page; }
std::uintptr_t pool_heap_end() { return pool_heap().next_page; }
std::uintptr_t heap_table_end() {
  return page_up(kHeapTableLow + kPartTableSize + (heap_end() - kHeapLow) / kPageSize * sizeof(PageEntry));
}

}  // namespace heddle::runtime
