#include "runtime/reset/snapshot.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstdint>
#include <cstring>

#include "runtime/contexts/pool.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/own_memory.h"
#include "runtime/machine/page_tracking.h"
#include "runtime/machine/plain_memory.h"
#include "runtime/program/heap.h"
#include "runtime/program/memory_map.h"

namespace heddle::runtime {
namespace {

// A mapping of the target, and its copy in the copy window.
struct Region {
  std::uintptr_t low, high;
  std::uintptr_t copy;
  std::uint64_t* copied;  // one bit per page: the copy holds it; otherwise the page was never touched and is zero
  bool tracked;
};

constexpr std::size_t kMaxRegions = 8192;
Region* regions = nullptr;
std::size_t region_count = 0;
std::size_t copied_bytes = 0;
bool tracking = false;

// Upper half of the runtime's own address space: the copies, made anew by every snapshot.
constexpr std::uintptr_t kCopiesLow = kOwnLow + (kOwnHigh - kOwnLow) / 2;
std::uintptr_t copies_end = kCopiesLow;

// Ranges of untouched pages at least this long are given back to the kernel instead of being zeroed.
constexpr std::size_t kReleasePages = 64;

std::uintptr_t reserve_copy(std::size_t bytes) {
  const std::uintptr_t start = copies_end;
  copies_end += page_up(bytes);
  if (copies_end > kOwnHigh) {
    fatal("out of address space for the snapshot", "");
  }
  map_fixed(start, page_up(bytes), "the snapshot");
  return start;
}

void forget_snapshot() {
  if (copies_end > kCopiesLow) {
    system_call(SYS_munmap, static_cast<long>(kCopiesLow), static_cast<long>(copies_end - kCopiesLow));
  }
  copies_end = kCopiesLow;
  region_count = 0;
  copied_bytes = 0;
}

void copy_pages(Region& region, std::uintptr_t low, std::uintptr_t high) {
  copy_memory(reinterpret_cast<void*>(region.copy + (low - region.low)), reinterpret_cast<const void*>(low),
              high - low);
  for (std::uintptr_t page = low; page < high; page += kPageSize) {
    const std::size_t index = (page - region.low) / kPageSize;
    region.copied[index / 64] |= std::uint64_t{1} << (index % 64);
  }
  copied_bytes += high - low;
  if (region.tracked) {
    protect_pages(low, high);
  }
}

// Our large reservations are used from their start on. What is tracked and copied ends a little behind what is in use
// when the snapshot is taken: the kernel takes time for every gigabyte it is asked about, used or not.
struct Growing {
  std::uintptr_t low;
  std::uintptr_t (*end)();
  std::uintptr_t limit;  // tracked up to here; what an execution uses behind it is given back as a whole
};
Growing growing[] = {{.low = kHeapLow, .end = heap_end, .limit = 0},
                     {.low = kHeapTableLow, .end = heap_table_end, .limit = 0},
                     {.low = kPoolHeapLow, .end = pool_heap_end, .limit = 0},
                     {.low = kBlocksLow, .end = blocks_end, .limit = 0}};
constexpr std::size_t kSlack = std::size_t{1} << 20U;

// The part of a mapping that is looked at page by page.
std::uintptr_t tracked_end(std::uintptr_t low, std::uintptr_t high) {
  for (Growing& reservation : growing) {
    if (reservation.low == low) {
      const std::uintptr_t limit = page_up(reservation.end()) + kSlack;
      reservation.limit = limit < high ? limit : high;
      return reservation.limit;
    }
  }
  return high;
}

void give_back_growth() {
  for (const Growing& reservation : growing) {
    const std::uintptr_t end = page_up(reservation.end());
    if (end > reservation.limit) {
      system_call(SYS_madvise, static_cast<long>(reservation.limit), static_cast<long>(end - reservation.limit),
                  MADV_DONTNEED);
    }
  }
}

// Calls function(low, high) for the runs of pages of [low, high) that are in memory, without the kernel's page scan.
template <typename Function>
void for_each_resident(std::uintptr_t low, std::uintptr_t high, Function&& function) {
  constexpr std::size_t kChunk = 16384;
  static unsigned char resident[kChunk];
  for (std::uintptr_t chunk = low; chunk < high; chunk += kChunk * kPageSize) {
    const std::uintptr_t end = chunk + kChunk * kPageSize < high ? chunk + kChunk * kPageSize : high;
    if (system_call(SYS_mincore, static_cast<long>(chunk), static_cast<long>(end - chunk),
                    reinterpret_cast<long>(resident)) != 0) {
      function(chunk, end);
      continue;
    }
    for (std::uintptr_t page = chunk; page < end; page += kPageSize) {
      if ((resident[(page - chunk) / kPageSize] & 1U) != 0) {
        function(page, page + kPageSize);
      }
    }
  }
}

void copy_region(Region& region, bool anonymous) {
  if (!anonymous) {
    copy_pages(region, region.low, region.high);  // untouched pages hold the file's content, not zeros
    return;
  }
  if (!tracking) {
    for_each_resident(region.low, region.high,
                      [&](std::uintptr_t low, std::uintptr_t high) { copy_pages(region, low, high); });
    return;
  }
  std::uintptr_t next = region.low;
  while (next < region.high) {
    // The list is the tracker's: copy it out before protecting pages asks for the next one.
    const auto found = present_pages(next, region.high, next);
    for (const PageRange range : found) {
      copy_pages(region, range.low, range.high);
    }
  }
}

void add_region(const Mapping& mapping, void*) {
  if (region_count == kMaxRegions) {
    fatal("the target has too many memory mappings", "");
  }
  Region& region = regions[region_count++];
  const std::uintptr_t end = tracked_end(mapping.low, mapping.high);
  const std::size_t pages = (end - mapping.low) / kPageSize;
  region = {.low = mapping.low,
            .high = end,
            .copy = reserve_copy(end - mapping.low),
            .copied = reinterpret_cast<std::uint64_t*>(reserve_copy(pages / 8 + 8)),
            .tracked = tracking && track_mapping(mapping.low, end)};
  copy_region(region, mapping.anonymous);
}

bool has_copy(const Region& region, std::uintptr_t page) {
  const std::size_t index = (page - region.low) / kPageSize;
  return ((region.copied[index / 64] >> (index % 64)) & 1U) != 0;
}

void restore_range(const Region& region, std::uintptr_t low, std::uintptr_t high) {
  std::uintptr_t page = low;
  while (page < high) {
    if (has_copy(region, page)) {
      restore_page(reinterpret_cast<void*>(page), reinterpret_cast<const void*>(region.copy + (page - region.low)));
      page += kPageSize;
      continue;
    }
    std::uintptr_t end = page;
    while (end < high && !has_copy(region, end)) {
      end += kPageSize;
    }
    if (end - page >= kReleasePages * kPageSize) {
      system_call(SYS_madvise, static_cast<long>(page), static_cast<long>(end - page), MADV_DONTNEED);
    } else {
      clear_memory(reinterpret_cast<void*>(page), end - page);
    }
    page = end;
  }
}

void restore_untracked(const Region& region) {
  if (region.high - region.low <= 64 * kPageSize && has_copy(region, region.low)) {
    restore_range(region, region.low, region.high);
    return;
  }
  for_each_resident(region.low, region.high,
                    [&](std::uintptr_t low, std::uintptr_t high) { restore_range(region, low, high); });
}

void restore_tracked() {
  std::size_t index = 0;
  std::uintptr_t next = 0;
  do {
    for (const PageRange range : written_pages(next, next)) {
      std::uintptr_t low = range.low;
      while (low < range.high) {
        while (index < region_count && regions[index].high <= low) {
          ++index;
        }
        if (index == region_count) {
          return;
        }
        low = low < regions[index].low ? regions[index].low : low;
        const std::uintptr_t end = range.high < regions[index].high ? range.high : regions[index].high;
        if (low < end) {
          restore_range(regions[index], low, end);
        }
        low = end > low ? end : range.high;
      }
    }
  } while (next < kTopOfMemory);
}

}  // namespace

bool enable_write_tracking() {
  tracking = open_page_tracking();
  return tracking;
}

void take_snapshot() {
  if (regions == nullptr) {
    regions = static_cast<Region*>(own_pages(kMaxRegions * sizeof(Region)));
  }
  forget_snapshot();
  for_each_target_mapping(add_region, nullptr);
}

void restore_snapshot() {
  give_back_growth();
  for (std::size_t index = 0; index < region_count; ++index) {
    if (!regions[index].tracked) {
      restore_untracked(regions[index]);
    }
  }
  if (tracking) {
    restore_tracked();
  }
}

std::size_t snapshot_bytes() { return copied_bytes; }

}  // namespace heddle::runtime
