// Memory that is used outside of its life: accesses to heap blocks that were freed, or past their end or before their
// start; blocks freed twice, or by a function of another family than they were allocated with; frees of what is no
// block; accesses to the stack (and the thread-local variables) of a thread that has ended.
//
// Of blocks from before the execution nothing is known, and accesses to them are right. A block that was freed is known
// as such until its memory is allocated again, which the allocator puts off (heap.h). An access that lands in
// another block is not seen, nor are accesses of code that is not instrumented. Of a freed block of more than
// kMostMarked bytes, only the beginning is known to be freed; what lies further behind the end of a block is not known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detectors/address_table.h"
#include "detectors/finding_kinds.h"
#include "detectors/pages.h"
#include "detectors/surroundings.h"
#include "engine/watcher.h"

namespace heddle {

class HeapUse {
 public:
  static constexpr FindingKind kUseAfterFree = FindingKind::named("use-after-free");
  static constexpr FindingKind kDoubleFree = FindingKind::named("double-free");
  static constexpr FindingKind kHeapOverflow = FindingKind::named("heap-overflow");
  static constexpr FindingKind kWrongFree = FindingKind::named("wrong-free");
  static constexpr FindingKind kStackUseAfterExit = FindingKind::named("stack-use-after-exit");
  static void say_use_after_free(Sentence& sentence, const Fault& fault);
  static void say_double_free(Sentence& sentence, const Fault& fault);
  static void say_overflow(Sentence& sentence, const Fault& fault);
  static void say_wrong_free(Sentence& sentence, const Fault& fault);
  static void say_stack_use(Sentence& sentence, const Fault& fault);
  // ThreadSanitizer reports uses after a free as races, and has one word for both.
  static constexpr FindingKindRow kKinds[] = {
      {.kind = kUseAfterFree, .say = say_use_after_free, .group = SuppressionGroup::kRaces},
      {.kind = kDoubleFree, .say = say_double_free},
      {.kind = kHeapOverflow, .say = say_overflow},
      {.kind = kWrongFree, .say = say_wrong_free},
      {.kind = kStackUseAfterExit, .say = say_stack_use}};
  // What may be used changes where blocks and stacks begin and end: an access that was right once is right again.
  static constexpr bool kSeesEveryAccess = false;

  explicit HeapUse(const Surroundings& around = {}) : place_of_(around.place_of) {}

  void begin(FindingSink& sink);

  void access(const Access& access) {
    if (access.address - heap_.address < heap_.size) {
      if (const std::uintptr_t wrong = first_wrong(access.address, access.size); wrong != 0) [[unlikely]] {
        judge(access, wrong);
      }
    } else if (access.address - stacks_.address < stacks_.size) [[unlikely]] {
      judge_stack(access);
    }
  }
  void allocate(const Allocation& allocation);
  // False: what is to be freed cannot be.
  [[nodiscard]] bool release(const Release& release);
  // The stack of a thread that has ended.
  void retire(ThreadId thread, MemoryRange range);
  void renew(MemoryRange range);

  [[nodiscard]] std::size_t bytes() const { return pages_.bytes() + blocks_.bytes(); }

 private:
  static constexpr std::size_t kGranule = 16;  // blocks start at multiples of it
  static constexpr std::size_t kPageBytes = 4096;
  static constexpr std::size_t kMostMarked = std::size_t{1} << 24U;
  // Of a granule: all of it may be used, or its first bytes, or none.
  static constexpr std::uint8_t kUsable = 0;
  static constexpr std::uint8_t kGap = 0xfb;
  static constexpr std::uint8_t kFreed = 0xfd;

  struct Page {
    std::uint64_t generation = 0;
    std::uint8_t granules[kPageBytes / kGranule] = {};
  };
  struct Block {
    std::size_t size = 0;
    MemoryRange whole;
    std::uint64_t order = 0;  // of allocation
    HeapFamily family = HeapFamily::kMalloc;
    bool freed = false;
    ThreadId allocated_by;
    ThreadId freed_by;
    SiteId allocated_at;
    SiteId freed_at;
    EventNumber freed_event = kNoEvent;
  };
  struct Gone {
    ThreadId thread;
    MemoryRange stack;
  };
  struct Found {
    std::uintptr_t address = 0;
    const Block* block = nullptr;
  };

  // The first byte that is not to be used; 0: all are.
  [[nodiscard]] std::uintptr_t first_wrong(std::uintptr_t address, std::size_t size) {
    const Page* page = pages_.find(address);
    if (page == nullptr || page->granules[address % kPageBytes / kGranule] == kUsable) [[likely]] {
      if (address % kGranule + size <= kGranule) [[likely]] {
        return 0;
      }
    }
    return first_wrong_of_many(address, size);
  }
  [[nodiscard]] std::uintptr_t first_wrong_of_many(std::uintptr_t address, std::size_t size);
  void mark(std::uintptr_t address, std::size_t size, std::uint8_t value);
  void judge(const Access& access, std::uintptr_t wrong);
  void judge_stack(const Access& access);
  void judge_unfreeable(const Release& release);
  // The block that a byte belongs to, or last belonged to; with its surroundings, the one it lies behind comes first.
  [[nodiscard]] Found block_around(std::uintptr_t address);
  [[nodiscard]] static Fault::Side allocation_of(const Found& found);
  [[nodiscard]] static Fault::Side free_of(const Found& found);
  void report(Fault fault);

  Surroundings::PlaceOf place_of_;
  FindingSink* sink_ = nullptr;
  Pages<Page, kPageBytes> pages_;
  AddressTable<Block> blocks_;
  std::uint64_t allocations_ = 0;
  MemoryRange heap_;  // blocks of this execution lie in here
  std::vector<Gone> gone_;
  MemoryRange stacks_;                   // those lie in here
  std::vector<std::uint64_t> reported_;  // in this execution
};

}  // namespace heddle
