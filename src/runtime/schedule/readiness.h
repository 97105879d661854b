// Which pending operations can be performed now, and how they will end.
#pragma once

#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

// Number of ordinary variants of a parked thread's pending operation: 0 while it is not enabled.
[[nodiscard]] std::uint32_t ordinary_variants(const Thread& parked);

// Threads blocked in that kind of wait on an object.
[[nodiscard]] std::uint32_t waiter_count(const void* object, OperationKind waiting,
                                         std::uint32_t bits = ~std::uint32_t{0});

}  // namespace heddle::runtime
