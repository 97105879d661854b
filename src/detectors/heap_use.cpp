#include "detectors/heap_use.h"

#include <algorithm>
#include <string_view>

#include "core/hash.h"
#include "detectors/sentence.h"

namespace heddle {

namespace {

[[nodiscard]] MemoryRange enclosing(MemoryRange one, MemoryRange other) {
  if (one.size == 0) {
    return other;
  }
  const std::uintptr_t low = std::min(one.address, other.address);
  return {.address = low, .size = std::max(one.address + one.size, other.address + other.size) - low};
}

[[nodiscard]] Operation operation_at(OperationKind kind, std::uintptr_t address, std::size_t size, SiteId site) {
  Operation operation;
  operation.kind = kind;
  operation.address = address;
  operation.size = static_cast<std::uint32_t>(size);
  operation.site = site;
  return operation;
}

// By what a block of the family is allocated, and by what it is freed.
[[nodiscard]] std::string_view allocator_of(HeapFamily family) {
  switch (family) {
    case HeapFamily::kNew:
      return "new";
    case HeapFamily::kNewArray:
      return "new[]";
    case HeapFamily::kNewAligned:
      return "new with an alignment";
    case HeapFamily::kNewArrayAligned:
      return "new[] with an alignment";
    default:
      return "malloc() or the like";
  }
}

[[nodiscard]] std::string_view releaser_of(HeapFamily family) {
  switch (family) {
    case HeapFamily::kNew:
      return "delete";
    case HeapFamily::kNewArray:
      return "delete[]";
    case HeapFamily::kNewAligned:
      return "delete with an alignment";
    case HeapFamily::kNewArrayAligned:
      return "delete[] with an alignment";
    default:
      return "free() or the like";
  }
}

// Where an access lies that is not inside of the block it belongs to.
[[nodiscard]] std::string_view side_of(const Operation& access, const Operation& block) {
  if (access.address >= block.address + block.size) {
    return ", past the end of memory";
  }
  return access.address < block.address ? ", before the start of memory" : ", over the end of memory";
}

}  // namespace

void HeapUse::begin(FindingSink& sink) {
  sink_ = &sink;
  pages_.begin();
  blocks_.begin();
  allocations_ = 0;
  heap_ = {};
  gone_.clear();
  stacks_ = {};
  reported_.clear();
}

std::uintptr_t HeapUse::first_wrong_of_many(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end;) {
    const Page* page = pages_.find(at);
    if (page == nullptr) {
      at = (at / kPageBytes + 1) * kPageBytes;
      continue;
    }
    const std::uint8_t value = page->granules[at % kPageBytes / kGranule];
    const std::uintptr_t granule = at & ~(kGranule - 1);
    const std::uintptr_t next = granule + kGranule;
    if (value >= kGranule) {
      return at;
    }
    if (value != kUsable && std::min(end, next) > granule + value) {
      return std::max(at, granule + value);
    }
    at = next;
  }
  return 0;
}

// Whole granules. Pages on which nothing is noted are usable.
void HeapUse::mark(std::uintptr_t address, std::size_t size, std::uint8_t value) {
  const std::uintptr_t end = address + size;
  const auto mark_part = [&](Page& page, std::uintptr_t start) {
    const std::uintptr_t from = std::max(start, address);
    const std::uintptr_t to = std::min(start + kPageBytes, end);
    std::fill_n(page.granules + from % kPageBytes / kGranule, (to - from + kGranule - 1) / kGranule, value);
  };
  if (value == kUsable) {
    pages_.for_each_between(address, end, mark_part);
    return;
  }
  for (std::uintptr_t at = address; at < end; at = (at / kPageBytes + 1) * kPageBytes) {
    mark_part(pages_.at(at), at / kPageBytes * kPageBytes);
  }
}

void HeapUse::allocate(const Allocation& allocation) {
  const std::uintptr_t start = allocation.address;
  const std::uintptr_t end = start + allocation.size;
  const MemoryRange whole = allocation.whole;
  heap_ = enclosing(heap_, whole);
  mark(whole.address, start - whole.address, kGap);
  mark(start, allocation.size / kGranule * kGranule, kUsable);
  if (allocation.size % kGranule != 0) {
    mark(end & ~(kGranule - 1), kGranule, static_cast<std::uint8_t>(allocation.size % kGranule));
  }
  const std::uintptr_t gap = (end + kGranule - 1) & ~(kGranule - 1);
  mark(gap, std::min(whole.address + whole.size - gap, kMostMarked), kGap);
  blocks_.at(start) = {.size = allocation.size,
                       .whole = whole,
                       .order = ++allocations_,
                       .family = allocation.family,
                       .freed = false,
                       .allocated_by = allocation.thread,
                       .freed_by = {},
                       .allocated_at = allocation.site,
                       .freed_at = {},
                       .freed_event = kNoEvent};
}

bool HeapUse::release(const Release& release) {
  if (release.standing != BlockStanding::kAllocated) {
    judge_unfreeable(release);
    return false;
  }
  Block* block = blocks_.find(release.address);
  if (block == nullptr || block->freed) {
    return true;  // from before the execution
  }
  if (block->family != release.family && release.judges_family) {
    Fault fault;
    fault.kind = kWrongFree;
    fault.last() = {.thread = release.thread,
                    .operation = operation_at(OperationKind::kFree, release.address, block->size, release.site),
                    .event = sink_->event()};
    fault.add(allocation_of({.address = release.address, .block = block}));
    fault.allocated_as = block->family;
    fault.freed_as = release.family;
    report(fault);
  }
  block->freed = true;
  block->freed_by = release.thread;
  block->freed_at = release.site;
  block->freed_event = sink_->event();
  mark(release.address, std::min(block->size, kMostMarked), kFreed);
  return true;
}

void HeapUse::judge_unfreeable(const Release& release) {
  const Found found = block_around(release.address);
  Fault fault;
  fault.kind = release.standing == BlockStanding::kFreed ? kDoubleFree : kWrongFree;
  fault.last() = {.thread = release.thread,
                  .operation = operation_at(OperationKind::kFree, release.address, 1, release.site),
                  .event = sink_->event()};
  if (found.block != nullptr) {
    fault.add(found.block->freed ? free_of(found) : allocation_of(found));
  }
  report(fault);
}

HeapUse::Found HeapUse::block_around(std::uintptr_t address) {
  Found within;
  Found behind;
  Found before;
  blocks_.for_each([&](std::uintptr_t start, const Block& block) {
    if (address - block.whole.address >= block.whole.size) {
      return;
    }
    Found& place = address < start ? before : address < start + block.size ? within : behind;
    if (place.block == nullptr || place.block->order < block.order) {
      place = {.address = start, .block = &block};
    }
  });
  for (const Found& found : {within, behind, before}) {
    if (found.block != nullptr) {
      return found;
    }
  }
  return {};
}

Fault::Side HeapUse::allocation_of(const Found& found) {
  const Block& block = *found.block;
  return {.thread = block.allocated_by,
          .operation = operation_at(OperationKind::kAllocate, found.address, block.size, block.allocated_at)};
}

Fault::Side HeapUse::free_of(const Found& found) {
  const Block& block = *found.block;
  return {.thread = block.freed_by,
          .operation = operation_at(OperationKind::kFree, found.address, block.size, block.freed_at),
          .event = block.freed_event};
}

void HeapUse::judge(const Access& access, std::uintptr_t wrong) {
  if (access.kind == AccessKind::kFree) {
    return;  // release() has judged it
  }
  const Found found = block_around(wrong);
  if (found.block == nullptr) {
    return;
  }
  const bool freed = found.block->freed;
  Fault fault;
  fault.kind = freed ? kUseAfterFree : kHeapOverflow;
  fault.last() = {.thread = access.thread, .operation = operation_of(access), .event = sink_->event()};
  fault.add(freed ? free_of(found) : allocation_of(found));
  report(fault);
}

void HeapUse::retire(ThreadId thread, MemoryRange range) {
  gone_.push_back({.thread = thread, .stack = range});
  stacks_ = enclosing(stacks_, range);
}

// A heap block's memory is told by allocate(); it is stacks that begin a new life here.
void HeapUse::renew(MemoryRange range) {
  if (std::erase_if(gone_, [range](const Gone& gone) { return overlap(gone.stack, range); }) != 0) {
    stacks_ = {};
    for (const Gone& gone : gone_) {
      stacks_ = enclosing(stacks_, gone.stack);
    }
  }
}

void HeapUse::judge_stack(const Access& access) {
  const auto found = std::ranges::find_if(
      gone_, [&access](const Gone& gone) { return access.address - gone.stack.address < gone.stack.size; });
  if (found == gone_.end() || access.kind == AccessKind::kFree) {
    return;
  }
  Fault fault;
  fault.kind = kStackUseAfterExit;
  fault.last() = {.thread = access.thread, .operation = operation_of(access), .event = sink_->event()};
  fault.add(
      {.thread = found->thread, .operation = operation_at(OperationKind::kThreadEnd, found->stack.address, 1, {})});
  report(fault);
}

void HeapUse::report(Fault fault) {
  fault.signature = combine(combine(hash_bytes(name(fault.kind)), place_of_(fault.last().operation.site)),
                            place_of_(fault.earlier().operation.site));
  if (std::ranges::find(reported_, fault.signature) == reported_.end()) {
    reported_.push_back(fault.signature);
    sink_->report(fault);
  }
}

void HeapUse::say_use_after_free(Sentence& sentence, const Fault& fault) {
  sentence.side(fault.last().operation, fault.last().thread)
      .text(", of memory that ")
      .thread(fault.earlier().thread)
      .text(" has freed");
}

void HeapUse::say_double_free(Sentence& sentence, const Fault& fault) {
  sentence.thread(fault.last().thread).text(" frees memory that ");
  if (fault.earlier().thread == kNoThread) {
    sentence.text("was freed before");
    return;
  }
  sentence.other_thread(fault).text(" has freed before");
}

void HeapUse::say_overflow(Sentence& sentence, const Fault& fault) {
  sentence.side(fault.last().operation, fault.last().thread)
      .text(side_of(fault.last().operation, fault.earlier().operation));
  sentence.text(" that ").thread(fault.earlier().thread).text(" has allocated");
}

void HeapUse::say_wrong_free(Sentence& sentence, const Fault& fault) {
  sentence.thread(fault.last().thread);
  if (fault.earlier().thread == kNoThread) {
    sentence.text(" frees memory that was not allocated on the heap");
    return;
  }
  if (fault.earlier().operation.address != fault.last().operation.address) {
    sentence.text(" frees a pointer into the middle of memory that ").other_thread(fault);
    sentence.text(fault.earlier().operation.kind == OperationKind::kFree ? " has freed" : " has allocated");
    return;
  }
  sentence.text(" calls ").text(releaser_of(fault.freed_as)).text(" on memory that ").other_thread(fault);
  sentence.text(" has allocated with ").text(allocator_of(fault.allocated_as));
}

void HeapUse::say_stack_use(Sentence& sentence, const Fault& fault) {
  sentence.side(fault.last().operation, fault.last().thread).text(", of the stack of ").thread(fault.earlier().thread);
  sentence.text(", which has ended");
}

}  // namespace heddle
