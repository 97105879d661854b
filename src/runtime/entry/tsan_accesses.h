// What code built with -fsanitize=thread, by gcc or clang, announces; its ABI is in tsan_abi.cpp.
//
// Such code has no site records: a place is the return address of the hook. Nor does it mark what it does without
// telling (heddle_unseen in abi.h), so every announcement counts as such a mark, and none of its loops as spinning.
// Atomic operations are calls that perform the operation too, on its own or under heddle.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/operation.h"
#include "heddle/abi.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/control.h"
#include "runtime/uncontrolled/parallel_run.h"

namespace heddle::runtime {

inline void tsan_access(OperationKind kind, const void* address, std::size_t size, const void* caller) {
  if (heddle_accesses.on != 0 && controlled() && size != 0) {
    heddle_unseen = 1;
    visible_range(kind, address, size, caller);
  } else if (runs_in_parallel()) {
    parallel_access(kind, address, size, {.code = caller});
  }
}

void* tsan_copy(void* to, const void* from, std::size_t size, const void* caller);
void* tsan_fill(void* to, int byte, std::size_t size, const void* caller);

// gcc adds bits of its own (hardware lock elision, __sync functions) to C11's numbers.
constexpr MemoryOrder tsan_order(int order) {
  const auto known = static_cast<unsigned>(order) & 0x7fffU;
  return known <= HEDDLE_ORDER_SEQ_CST ? static_cast<MemoryOrder>(known) : MemoryOrder::kSequentiallyConsistent;
}

inline void tsan_atomic(OperationKind kind, const volatile void* address, std::size_t size, int order,
                        const void* caller) {
  if (controlled()) {
    heddle_unseen = 1;
    visible_atomic({.kind = kind,
                    .address = const_cast<const void*>(address),
                    .size = size,
                    .caller = caller,
                    .order = tsan_order(order)});
  } else if (runs_in_parallel()) {
    parallel_access(kind, const_cast<const void*>(address), size, {.code = caller});
  }
}

// Returns what was there: `desired` was stored if that is `expected`.
template <typename Value>
Value tsan_compare_exchange(volatile Value* cell, Value expected, Value desired, int order, int failure_order,
                            const void* caller) {
  if (controlled()) {
    heddle_unseen = 1;
    const auto wide = static_cast<unsigned __int128>(expected);
    visible_atomic({.kind = OperationKind::kAtomicCompareExchange,
                    .address = const_cast<const Value*>(cell),
                    .size = sizeof(Value),
                    .caller = caller,
                    .order = tsan_order(order),
                    .failure_order = tsan_order(failure_order),
                    .expected = {static_cast<std::uint64_t>(wide), static_cast<std::uint64_t>(wide >> 64U)}});
  } else if (runs_in_parallel()) {
    parallel_access(OperationKind::kAtomicCompareExchange, const_cast<const Value*>(cell), sizeof(Value),
                    {.code = caller});
  }
  __atomic_compare_exchange_n(cell, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

// The forms that return success, and what was there through `expected` where they fail.
template <typename Value>
bool tsan_exchange_if(volatile Value* cell, Value* expected, Value desired, int order, int failure_order,
                      const void* caller) {
  const Value wanted = *expected;
  const Value found = tsan_compare_exchange(cell, wanted, desired, order, failure_order, caller);
  if (found != wanted) {
    *expected = found;
  }
  return found == wanted;
}

}  // namespace heddle::runtime
