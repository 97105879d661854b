#include "runtime/contexts/pool.h"

#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/contexts/carriers.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/fresh_memory.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/own_memory.h"
#include "runtime/machine/plain_memory.h"
#include "runtime/machine/real.h"
#include "runtime/program/heap.h"

namespace heddle::runtime {
namespace {

// One slot of the stack region: a guard, the stack, and at its top what libc puts there (TLS, struct pthread).
constexpr std::size_t kSlotSize = std::size_t{32} << 20U;
constexpr std::size_t kGuard = std::size_t{1} << 16U;
constexpr std::size_t kSmallestStack = std::size_t{256} << 10U;
constexpr std::size_t kLargestStack = std::size_t{16} << 20U;
// Our own code's need, generously: choosing, naming, recording with an unwinder.
constexpr std::size_t kReserve = std::size_t{48} << 10U;
// What setting up may have left on the main stack below the frame the target starts in.
// Main's frames start at a multiple of this, where the stack is large enough to waste as much.
constexpr std::size_t kMainStackUnit = std::size_t{1} << 17U;
constexpr std::size_t kLargeStack = std::size_t{1} << 21U;
constexpr std::size_t kStartUpStack = std::size_t{256} << 10U;
constexpr std::size_t kEngineStack = std::size_t{4} << 20U;
constexpr std::size_t kParkedStack = std::size_t{64} << 10U;

struct Slot {
  std::uintptr_t low, high;   // the mapping
  std::uintptr_t top;         // first usable stack address, below libc's frames
  std::uintptr_t pointer;     // thread pointer
  std::uintptr_t image_low;   // TLS and struct pthread: [image_low, high)
  const std::byte* image;     // as they were when the thread was new
  std::uintptr_t vector_low;  // the DTV's entries ...
  std::size_t vector_size;
  const std::byte* vector;  // ... and their copy
};
Slot slots[kMaxThreads];
std::size_t slot_count = 1;
Slot engine_slot;
std::uintptr_t engine_top = 0;
std::uintptr_t main_top = 0;
std::uintptr_t main_start = 0;
std::uintptr_t main_limit = 0;
std::uintptr_t main_pointer = 0;

// As glibc does it: a thread gets the stack that main's limit allows.
std::size_t stack_size() {
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  const std::size_t size = limit.rlim_cur == RLIM_INFINITY ? kLargestStack / 2 : page_up(limit.rlim_cur);
  return std::clamp(size, kSmallestStack, kLargestStack);
}

std::size_t static_tls_size() {
  using GetInfo = void (*)(std::size_t*, std::size_t*);
  // GLIBC_PRIVATE, stable since 2.2: the size of the static TLS block with struct pthread behind it.
  static const auto get_info =
      reinterpret_cast<GetInfo>(dlvsym(RTLD_DEFAULT, "_dl_get_tls_static_info", "GLIBC_PRIVATE"));
  if (get_info == nullptr) {
    unsupported("a C library other than glibc");
  }
  std::size_t size = 0;
  std::size_t alignment = 0;
  get_info(&size, &alignment);
  return size;
}

std::uint32_t booted;

// Runs on the new kernel thread, once.
void* boot(void* argument) {
  auto& slot = *static_cast<Slot*>(argument);
  const std::size_t index = &slot == &engine_slot ? kEngineSlot : static_cast<std::size_t>(&slot - slots);
  slot.pointer = thread_pointer();
  slot.top = (stack_pointer() - 4096) & ~std::uintptr_t{63};
  prepare_carrier(index);
  __atomic_store_n(&booted, 1, __ATOMIC_RELEASE);
  system_call(SYS_futex, reinterpret_cast<long>(&booted), FUTEX_WAKE_PRIVATE, 1);
  carry(index);
}

// glibc's DTV: entry -1 holds the number of entries, entry 0 the generation, then one per module.
struct VectorEntry {
  std::uintptr_t value;
  std::uintptr_t to_free;
};
VectorEntry* dynamic_vector(std::uintptr_t pointer) {
  return *reinterpret_cast<VectorEntry**>(pointer + sizeof(void*));
}

const std::byte* copy_of(std::uintptr_t low, std::size_t size) {
  // Never shared: the guards of stacks and pointers are the process's own.
  auto* copy = static_cast<std::byte*>(own_private_block(size));
  std::memcpy(copy, reinterpret_cast<const void*>(low), size);
  return copy;
}

void create_thread(Slot& slot) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, reinterpret_cast<void*>(slot.low), slot.high - slot.low);
  pthread_t handle;
  __atomic_store_n(&booted, 0, __ATOMIC_RELAXED);
  const int error = real().pthread_create(&handle, &attributes, boot, &slot);
  if (error != 0) {
    denied(error == EAGAIN ? "no more threads: they are limited (ulimit -u, a cgroup's pids.max or kernel.threads-max)"
                           : "cannot create threads: ",
           error == EAGAIN ? "" : std::strerror(error));
  }
  while (__atomic_load_n(&booted, __ATOMIC_ACQUIRE) == 0) {
    system_call(SYS_futex, reinterpret_cast<long>(&booted), FUTEX_WAIT_PRIVATE, 0);
  }
  pthread_attr_destroy(&attributes);
}

void create_slot(std::size_t index) {
  Slot& slot = slots[index];
  create_side_stack(index);
  slot.low = kStacksLow + index * kSlotSize + kGuard;
  slot.high = slot.low + stack_size() + page_up(static_tls_size()) + (std::size_t{64} << 10U);
  if (slot.high > kStacksLow + (index + 1) * kSlotSize) {
    unsupported("more than 16 MiB of thread_local variables");
  }
  map_fixed(slot.low, slot.high - slot.low, "thread stacks");
  create_thread(slot);
  slot.image_low = (slot.pointer - static_tls_size()) & ~std::uintptr_t{63};
  slot.image = copy_of(slot.image_low, slot.high - slot.image_low);
  VectorEntry* vector = dynamic_vector(slot.pointer);
  slot.vector_low = reinterpret_cast<std::uintptr_t>(vector - 1);
  slot.vector_size = (vector[-1].value + 2) * sizeof(VectorEntry);
  slot.vector = copy_of(slot.vector_low, slot.vector_size);
}

// A context that already ran a thread in this execution becomes as new: TLS, thread-specific data, and stack.
void clean_slot(const Slot& slot, std::uintptr_t lowest) {
  const VectorEntry* vector = dynamic_vector(slot.pointer);
  for (std::size_t index = 1; index <= vector[-1].value; ++index) {
    if (vector[index].to_free != 0) {
      heap_free(reinterpret_cast<void*>(vector[index].to_free));
    }
  }
  std::memcpy(reinterpret_cast<void*>(slot.image_low), slot.image, slot.high - slot.image_low);
  std::memcpy(reinterpret_cast<void*>(slot.vector_low), slot.vector, slot.vector_size);
  // What was used below the deepest hook is not known; a page covers the libc calls between hooks.
  const std::uintptr_t used = lowest == 0 || lowest > slot.top ? slot.top : lowest;
  const std::uintptr_t from = used - 4096 > slot.low ? used - 4096 : slot.low;
  std::memset(reinterpret_cast<void*>(from), 0, slot.top - from);
}

void fill_stack(std::uintptr_t lowest, std::uintptr_t top) {
  fill_fresh(top - lowest > kFilledStack ? top - kFilledStack : lowest, top);
}

}  // namespace

void set_main_stack_top(std::uintptr_t top) { main_top = top; }

void set_main_stack(std::uintptr_t below) {
  main_pointer = thread_pointer();
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  const std::uintptr_t size = limit.rlim_cur == RLIM_INFINITY ? std::uintptr_t{1} << 30U : limit.rlim_cur;
  // Above it are arguments and environment. Whatever their size, the frames of main are to be at the same addresses, if
  // there is room; and have the same room below them.
  const std::uintptr_t unit = size >= kLargeStack ? kMainStackUnit : kPageSize;
  main_start = below & ~(unit - 1);
  const std::uintptr_t lowest = main_top > size ? main_top - size : 0;
  const std::uintptr_t usual = main_start + 2 * unit > size ? main_start + 2 * unit - size : 0;
  main_limit = lowest > usual ? lowest : usual;
  if (main_start - kStartUpStack < main_limit + kGuard) {
    denied("the stack is too small for the program's arguments and environment (ulimit -s)", "");
  }
  // The kernel extends the stack's mapping down to whatever is touched: now, so that the snapshot knows all of it.
  *reinterpret_cast<volatile char*>(main_limit + kGuard) = 0;
  std::memset(reinterpret_cast<void*>(main_start - kStartUpStack), 0, kStartUpStack - 1024);
}

std::uintptr_t main_stack_start() { return main_start; }
std::uintptr_t main_stack_end() { return main_top; }

void grow_pool(std::size_t count) {
  allocate_for_pool(true);
  // New threads inherit the mask: a parked thread must never run a handler.
  std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t before = 0;
  system_call(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, reinterpret_cast<long>(&all), reinterpret_cast<long>(&before),
              8);
  if (engine_slot.pointer == 0) {
    // The engine's variables are on its stack, which forked processes share; what libc knows of the thread is not.
    engine_top = reinterpret_cast<std::uintptr_t>(own_pages(kEngineStack)) + kEngineStack;
    const std::size_t size = kParkedStack + page_up(static_tls_size()) + kParkedStack;
    engine_slot.low = reinterpret_cast<std::uintptr_t>(own_private_pages(size));
    engine_slot.high = engine_slot.low + size;
    create_side_stack(0);
    create_thread(engine_slot);
  }
  for (; slot_count < count && slot_count < kMaxThreads; ++slot_count) {
    create_slot(slot_count);
  }
  system_call(SYS_rt_sigprocmask, 2, reinterpret_cast<long>(&before), 0, 8);
  allocate_for_pool(false);
}

std::size_t pool_size() { return slot_count; }
std::uintptr_t engine_thread_pointer() { return engine_slot.pointer; }
std::uintptr_t engine_stack_top() { return engine_top; }

void prepare_slot(std::size_t index, Context& context, std::uintptr_t own_stack_top, void (*entry)()) {
  if (index == 0) {
    if (fresh_memory_is_filled()) {
      fill_stack(main_limit + kGuard, main_start);
    }
    context.thread_pointer = main_pointer;
    prepare_context(context, main_start, entry);
    return;
  }
  const Slot& slot = slots[index];
  SlotUse& use = state().slot_used[index];
  if (use != SlotUse::kFresh) {
    const std::uintptr_t filled = use == SlotUse::kFilled ? slot.top - kFilledStack : slot.top;
    const std::uintptr_t lowest = state().slot_lowest[index];
    clean_slot(slot, lowest == 0 ? filled : std::min(filled, lowest));
  }
  use = fresh_memory_is_filled() ? SlotUse::kFilled : SlotUse::kUsed;
  if (use == SlotUse::kFilled) {
    fill_stack(slot.low, slot.top);
  }
  context.thread_pointer = slot.pointer;
  prepare_context(context, own_stack_top == 0 ? slot.top : own_stack_top, entry);
}

void fill_unused_stack() {
  static std::uintptr_t filled = 0;  // up to here, in the pass before
  constexpr std::uintptr_t kOwnFrames = 512;
  const std::uintptr_t top = target_stack_pointer() - kOwnFrames;
  if (filled != 0) {
    clear_memory(reinterpret_cast<void*>(filled - kFilledStack), std::min(filled, top) - (filled - kFilledStack));
    filled = 0;
  }
  if (fresh_memory_is_filled() && top > main_limit + kGuard + kFilledStack) {
    fill_fresh(top - kFilledStack, top);
    filled = top;
  }
}

std::uintptr_t thread_pointer_of_slot(std::size_t slot) { return slot == 0 ? main_pointer : slots[slot].pointer; }
std::size_t stack_size_of_pool() { return stack_size(); }
MemoryRange memory_of_slot(std::size_t slot) {
  const std::uintptr_t low = slot == 0 ? main_limit : slots[slot].low;
  return {.address = low, .size = (slot == 0 ? main_start : slots[slot].high) - low};
}
std::size_t slot_of_stack(std::uintptr_t address) { return (address - kStacksLow) / kSlotSize; }
std::uintptr_t stack_top_of_slot(std::size_t slot) { return slots[slot].high; }

std::uintptr_t stack_top(const Thread& self) {
  if (self.own_stack != nullptr) {
    return reinterpret_cast<std::uintptr_t>(self.own_stack) + self.own_stack_size;
  }
  return self.slot == 0 ? main_start : slots[self.slot].top;
}

bool is_stack_end(const Thread& self, std::uintptr_t position) {
  const std::uintptr_t low = self.slot == 0 ? main_limit : slots[self.slot].low;
  return position >= low && position < low + kReserve;
}

bool is_stack_guard(std::uintptr_t address) {
  if (address >= kStacksLow && address < kStateLow) {
    const std::size_t slot = slot_of_stack(address);
    return slot < slot_count && address < slots[slot].low;
  }
  return address < main_limit + kReserve && address + (std::uintptr_t{1} << 20U) > main_limit;
}

}  // namespace heddle::runtime
