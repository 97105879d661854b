#include "runtime/entry/allocation.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "runtime/contexts/side_stack.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/plain_memory.h"
#include "runtime/observe/recorder.h"
#include "runtime/observe/watching.h"
#include "runtime/program/heap.h"
#include "runtime/program/modules.h"
#include "runtime/program/point_set.h"
#include "runtime/schedule/failures.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/seeking.h"
#include "runtime/state/control.h"
#include "runtime/uncontrolled/parallel_run.h"
#include "trace/segment.h"

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace heddle::runtime {
namespace {

enum class Owner : std::uint8_t { kUndecided, kLibc, kHeddle };
Owner owner = Owner::kUndecided;

// The loader's first allocations come before libc knows its environment: ask the kernel.
bool started_by_heddle() {
  const long descriptor =
      system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/environ"), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  constexpr const char* kName = segment::kEnvironmentName;
  const std::size_t length = std::strlen(kName);
  bool found = false;
  bool at_start = true;
  std::size_t matched = 0;
  char buffer[4096] = {};
  long count = 0;
  while (!found && (count = system_call(SYS_read, descriptor, reinterpret_cast<long>(buffer), sizeof buffer)) > 0) {
    for (long index = 0; index < count && !found; ++index) {
      const char character = buffer[index];
      if (character == '\0') {
        at_start = true;
        matched = 0;
      } else if (at_start && matched < length && character == kName[matched]) {
        ++matched;
      } else if (at_start && matched == length && character == '=') {
        found = true;
      } else {
        at_start = false;
      }
    }
  }
  system_call(SYS_close, descriptor);
  return found;
}

void* out_of_memory() {
  errno = ENOMEM;
  return nullptr;
}

void* allocate_watched(NewRequest request, const void* caller) {
  void* block = heap_allocate(request.size, request.alignment, caller);
  if (block == nullptr) {
    return out_of_memory();
  }
  watch_allocation(block, request.size, request.family, caller);
  return block;
}

// libc's own blocks, while threads run in parallel.
using UsableSize = std::size_t (*)(void*);
UsableSize real_usable_size() {
  static const auto function = reinterpret_cast<UsableSize>(dlsym(RTLD_NEXT, "malloc_usable_size"));
  return function;
}

std::size_t libc_size(void* block) { return real_usable_size()(block); }

void* seen(void* block) {
  if (runs_in_parallel() && block != nullptr) [[unlikely]] {
    parallel_allocation(block, libc_size(block));
  }
  return block;
}

// Others may still use the block. A library's own blocks are its own affair.
void end_libc_block(void* block, const void* caller) {
  const std::size_t size = libc_size(block);
  if (is_instrumented(caller)) {
    parallel_access(OperationKind::kFree, block, size, {.code = caller});
  } else {
    parallel_life_end(block, size);
  }
}

void free_libc(void* block, const void* caller) {
  if (runs_in_parallel()) [[unlikely]] {
    end_libc_block(block, caller);
  }
  __libc_free(block);
}

void* reallocate_libc(void* block, std::size_t size, const void* caller) {
  if (runs_in_parallel() && block != nullptr) [[unlikely]] {
    end_libc_block(block, caller);
  }
  return seen(__libc_realloc(block, size));
}

// Of a block of the heap: whoever wants to know. False: it cannot be freed, which has been reported.
bool tell_release_here(void* block, HeapFamily family, const void* caller) {
  // Freeing is visible where accesses are: others may still use the block. A library's own blocks are its own affair.
  bool was_visible = false;
  if (heddle_accesses.on != 0 && called_from_instrumented_code(caller)) {
    const std::size_t size = heap_standing(block) == BlockStanding::kNone ? 1 : heap_size(block);
    if (is_visible_free(reinterpret_cast<std::uintptr_t>(block), size)) {
      visible_range(OperationKind::kFree, block, size, caller);
      was_visible = true;
    }
  }
  if (!was_visible) {
    ++current_thread().ends;
  }
  if (seeking && !was_visible) [[unlikely]] {
    (void)seek(current_thread(), site_of_code(caller));
  }
  if (execution.recorded) [[unlikely]] {
    record_free(reinterpret_cast<std::uintptr_t>(block), caller, was_visible);
  }
  if (!watch_release(block, family, caller)) {
    return false;
  }
  if (is_watched() && heap_standing(block) == BlockStanding::kAllocated) {
    watch_access(current_thread(), AccessKind::kFree, reinterpret_cast<std::uintptr_t>(block), heap_size(block),
                 site_of_code(caller));
  }
  return true;
}

}  // namespace

bool own_heap() {
  if (owner == Owner::kUndecided) {
    owner = started_by_heddle() ? Owner::kHeddle : Owner::kLibc;
  }
  return owner == Owner::kHeddle;
}

void* allocate(std::size_t size, const void* caller) {
  if (!own_heap()) {
    return seen(__libc_malloc(size));
  }
  return allocate_watched({.size = size, .alignment = 16, .family = HeapFamily::kMalloc}, caller);
}

void* allocate_zeroed(std::size_t count, std::size_t size, const void* caller) {
  if (!own_heap()) {
    return seen(__libc_calloc(count, size));
  }
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    return out_of_memory();
  }
  void* block = allocate_watched({.size = bytes, .alignment = 16, .family = HeapFamily::kMalloc}, caller);
  if (block != nullptr) {
    clear_memory(block, heap_used_bytes(block, bytes));
  }
  return block;
}

void* reallocate(void* block, std::size_t size, const void* caller) {
  if (!own_heap() || (block != nullptr && !in_heap(block))) {
    return reallocate_libc(block, size, caller);
  }
  if (block == nullptr) {
    return allocate(size, caller);
  }
  if (size == 0) {
    deallocate(block, HeapFamily::kMalloc, caller);
    return nullptr;
  }
  void* moved = allocate(size, caller);
  if (moved != nullptr) {
    if (heap_standing(block) != BlockStanding::kNone) {
      const std::size_t before = heap_size(block);
      copy_memory(moved, block, before < size ? before : size);
    }
    deallocate(block, HeapFamily::kMalloc, caller);
  }
  return moved;
}

void* reallocate_array(void* block, std::size_t count, std::size_t size, const void* caller) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    return out_of_memory();
  }
  return reallocate(block, bytes, caller);
}

void* allocate_aligned(std::size_t alignment, std::size_t size, const void* caller) {
  if (!own_heap()) {
    return seen(__libc_memalign(alignment, size));
  }
  if ((alignment & (alignment - 1)) != 0) {
    errno = EINVAL;
    return nullptr;
  }
  return allocate_watched({.size = size, .alignment = alignment < 16 ? 16 : alignment, .family = HeapFamily::kMalloc},
                          caller);
}

int allocate_posix_aligned(void** out, std::size_t alignment, std::size_t size, const void* caller) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  const int saved = errno;
  void* block = allocate_aligned(alignment, size, caller);
  errno = saved;
  if (block == nullptr) {
    return ENOMEM;
  }
  *out = block;
  return 0;
}

void* allocate_pages(std::size_t size, bool round_up, const void* caller) {
  return allocate_aligned(kPageSize, round_up ? page_up(size) : size, caller);
}

void deallocate(void* block, HeapFamily family, const void* caller) {
  if (block == nullptr) {
    return;
  }
  if (!own_heap() || !in_heap(block)) {
    // Under control, what libc did not allocate before we came is a wild pointer.
    if (!controlled()) {
      free_libc(block, caller);
      return;
    }
    ++current_thread().ends;
    if (!watch_release(block, family, caller)) {
      return;
    }
    crash_by_invalid_free(false);
  }
  if (controlled() && !aside([&] { return tell_release_here(block, family, caller); })) {
    return;
  }
  const FreeResult result = heap_free(block);
  if (result != FreeResult::kFreed && controlled()) {
    crash_by_invalid_free(result == FreeResult::kFreedBefore);
  }
}

std::size_t usable_size(void* block) {
  if (block == nullptr) {
    return 0;
  }
  if (own_heap() && in_heap(block)) {
    return heap_size(block);  // no more than realloc keeps
  }
  return libc_size(block);
}

void* operator_new_nothrow(NewRequest request, const void* caller) {
  if (!own_heap()) {
    return seen(request.alignment <= 16 ? __libc_malloc(request.size)
                                        : __libc_memalign(request.alignment, request.size));
  }
  request.size = request.size == 0 ? 1 : request.size;
  return allocate_watched(request, caller);
}

void* operator_new(NewRequest request, const void* caller) {
  void* block = operator_new_nothrow(request, caller);
  if (block != nullptr) {
    return block;
  }
  // The target's C++ library knows how to call the handler and what to throw: let it fail in its own way.
  if (request.alignment <= 16) {
    static const auto next = reinterpret_cast<void* (*)(std::size_t)>(dlsym(RTLD_NEXT, "_Znwm"));
    return next(request.size);
  }
  static const auto next_aligned =
      reinterpret_cast<void* (*)(std::size_t, std::size_t)>(dlsym(RTLD_NEXT, "_ZnwmSt11align_val_t"));
  return next_aligned(request.size, request.alignment);
}

void prepare_allocation() {
  (void)real_usable_size();
  find_own_operators();
}

}  // namespace heddle::runtime
