#include "runtime/entry/tsan_accesses.h"

#include <array>

#include "runtime/entry/libc_memory.h"

namespace heddle::runtime {
namespace {

// Other threads may write to the source after it was read and before the copy arrives.
[[gnu::noinline]] void* copy_in_two_steps(void* to, const void* from, std::size_t size, const void* caller) {
  std::array<std::byte, kLongestInTwoSteps> held;  // NOLINT(*-member-init): only what was read is written
  tsan_access(OperationKind::kReadRange, from, size, caller);
  real_memory().memcpy(held.data(), from, size);
  tsan_access(OperationKind::kWriteRange, to, size, caller);
  return real_memory().memcpy(to, held.data(), size);
}

}  // namespace

void* tsan_copy(void* to, const void* from, std::size_t size, const void* caller) {
  if (heddle_accesses.on != 0 && size <= kLongestInTwoSteps) {
    return copy_in_two_steps(to, from, size, caller);
  }
  tsan_access(OperationKind::kReadRange, from, size, caller);
  tsan_access(OperationKind::kWriteRange, to, size, caller);
  return real_memory().memmove(to, from, size);
}

void* tsan_fill(void* to, int byte, std::size_t size, const void* caller) {
  tsan_access(OperationKind::kWriteRange, to, size, caller);
  return real_memory().memset(to, byte, size);
}

}  // namespace heddle::runtime
