#include "runtime/machine/own_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "core/zeroed_pages.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kHeader = 16;
constexpr int kClasses = 48;

constexpr const char* kLimits = ": it is limited (ulimit -v, ulimit -d or vm.overcommit_memory)";

bool is_shared = false;
std::uintptr_t next_pages = kOwnLow;
std::uintptr_t next_private_pages = kOwnPrivateLow;
std::uintptr_t next_private_block = kOwnBlocksLow;
std::uintptr_t private_blocks_end = kOwnBlocksLow;
std::uintptr_t chunk_next = 0;
std::uintptr_t chunk_end = 0;
void* free_blocks[kClasses];

// Powers of two: the engine's vectors grow that way anyway. A free block has room for the next one's address, also
// where it was asked for with no bytes.
int class_of(std::size_t bytes) {
  return static_cast<int>(std::bit_width(std::max(bytes, sizeof(void*)) + kHeader - 1));
}

}  // namespace

void map_fixed(std::uintptr_t address, std::size_t size, const char* what) {
  const long mapped = system_call(SYS_mmap, static_cast<long>(address), static_cast<long>(size), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped != static_cast<long>(address)) {
    char text[200];
    Line(text, sizeof text)
        .text("no address space for ")
        .text(what)
        .text(mapped == -EEXIST ? ": the program has mapped something there" : kLimits);
    denied(text, "");
  }
}

void* own_pages(std::size_t bytes) {
  const std::size_t size = page_up(bytes);
  const std::uintptr_t address = next_pages + kPageSize;
  next_pages = address + size;
  if (next_pages + kPageSize > (is_shared ? kOwnLow + kSharedSize : kOwnPrivateLow)) {
    fatal("out of address space", "");
  }
  if (!is_shared) {
    map_fixed(address, size, "the runtime");
  }
  return reinterpret_cast<void*>(address);
}

void* own_private_pages(std::size_t bytes) {
  const std::size_t size = page_up(bytes);
  const std::uintptr_t address = next_private_pages + kPageSize;
  next_private_pages = address + size;
  if (next_private_pages + kPageSize > kSideStacksLow) {
    fatal("out of address space", "");
  }
  map_fixed(address, size, "the runtime");
  return reinterpret_cast<void*>(address);
}

void* own_private_block(std::size_t bytes) {
  const std::uintptr_t address = next_private_block;
  next_private_block = (address + bytes + kHeader - 1) & ~(kHeader - 1);
  if (next_private_block > private_blocks_end) {
    const std::size_t size = page_up(next_private_block - private_blocks_end);
    if (size > kOwnHigh - private_blocks_end) {
      fatal("out of address space", "");
    }
    map_fixed(private_blocks_end, size, "the runtime");
    private_blocks_end += size;
  }
  return reinterpret_cast<void*>(address);
}

std::uintptr_t private_pages_mark() { return next_private_pages; }
void forget_private_pages(std::uintptr_t mark) { next_private_pages = mark; }

void share_own_memory(long file) {
  const int kind = file < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
  const long mapped = system_call(SYS_mmap, static_cast<long>(kOwnLow), kSharedSize, PROT_READ | PROT_WRITE,
                                  kind | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, 0);
  if (next_pages != kOwnLow) {
    fatal("cannot share the runtime's memory with other processes", "");
  }
  if (mapped != static_cast<long>(kOwnLow)) {
    denied("no address space for memory that processes share", kLimits);
  }
  is_shared = true;
}

void join_own_memory(long file) {
  if (system_call(SYS_mmap, static_cast<long>(kOwnLow), kSharedSize, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE | MAP_FIXED, file, 0) != static_cast<long>(kOwnLow)) {
    fatal("cannot share the engine's memory", "");
  }
}

void* own_allocate(std::size_t bytes) {
  const int size_class = class_of(bytes);
  if (void* block = free_blocks[size_class]; block != nullptr) {
    free_blocks[size_class] = *static_cast<void**>(block);
    return block;
  }
  const std::size_t size = std::size_t{1} << static_cast<unsigned>(size_class);
  constexpr std::size_t kChunk = std::size_t{1} << 22U;
  if (size >= kChunk) {
    auto* pages = static_cast<std::byte*>(own_pages(size));
    *reinterpret_cast<std::uint64_t*>(pages) = static_cast<std::uint64_t>(size_class);
    return pages + kHeader;
  }
  if (chunk_end - chunk_next < size) {
    chunk_next = reinterpret_cast<std::uintptr_t>(own_pages(kChunk));
    chunk_end = chunk_next + kChunk;
  }
  auto* block = reinterpret_cast<std::byte*>(chunk_next);
  chunk_next += size;
  *reinterpret_cast<std::uint64_t*>(block) = static_cast<std::uint64_t>(size_class);
  return block + kHeader;
}

void own_free(void* block) {
  if (block == nullptr) {
    return;
  }
  const auto size_class = *reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(block) - kHeader);
  *static_cast<void**>(block) = free_blocks[size_class];
  free_blocks[size_class] = block;
}

}  // namespace heddle::runtime

namespace heddle {

void* make_zeroed_pages(std::size_t bytes) { return runtime::own_pages(bytes); }

void free_zeroed_pages(void* pages, std::size_t bytes) { clear_zeroed_pages(pages, bytes); }

void clear_zeroed_pages(void* pages, std::size_t bytes) {
  const int how = runtime::is_shared ? MADV_REMOVE : MADV_DONTNEED;
  const long result = runtime::system_call(SYS_madvise, reinterpret_cast<long>(pages), static_cast<long>(bytes), how);
  if (result != 0) {
    std::memset(pages, 0, bytes);
  }
}

}  // namespace heddle

// The target's operator new is exports_memory.cpp's; references from inside the runtime are wrapped to these by the
// linker.
extern "C" {
void* __wrap__Znwm(std::size_t bytes) { return heddle::runtime::own_allocate(bytes); }
void* __wrap__Znam(std::size_t bytes) { return heddle::runtime::own_allocate(bytes); }
void __wrap__ZdlPv(void* block) { heddle::runtime::own_free(block); }
void __wrap__ZdaPv(void* block) { heddle::runtime::own_free(block); }
void __wrap__ZdlPvm(void* block, std::size_t) { heddle::runtime::own_free(block); }
void __wrap__ZdaPvm(void* block, std::size_t) { heddle::runtime::own_free(block); }
}

// What the standard library's containers call instead of throwing: in here there is nobody to catch.
namespace std {
void __throw_length_error(const char* what) { heddle::runtime::fatal("length error: ", what); }
void __throw_logic_error(const char* what) { heddle::runtime::fatal("logic error: ", what); }
void __throw_out_of_range(const char* what) { heddle::runtime::fatal("out of range: ", what); }
void __throw_bad_alloc() { heddle::runtime::denied("out of memory", ""); }
void __throw_bad_array_new_length() { heddle::runtime::fatal("out of memory", ""); }
void __throw_out_of_range_fmt(const char* format, ...) { heddle::runtime::fatal("out of range: ", format); }
}  // namespace std
