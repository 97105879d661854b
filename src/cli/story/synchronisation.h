// What orders the threads of a recorded execution, as far as reports tell of it: locks, and who has heard of whom.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/ids.h"
#include "core/operation.h"
#include "trace/segment.h"

namespace heddle::cli {

// The events before `end` by which the thread took the locks that it holds there, in that order.
[[nodiscard]] std::vector<std::size_t> locks_held(std::span<const segment::RecordedEvent> events, ThreadId thread,
                                                  std::size_t end);

// Where one thread told another what it had done so far, possibly by way of others.
struct Handover {
  std::size_t released = 0;  // event of the one: an unlock, a store, the creation of a thread ...
  std::size_t acquired = 0;  // event of the other, or the one that created it
};
// The last one before `end`, by the orders of C++20. Where a barrier is crossed more than once, approximately.
[[nodiscard]] std::optional<Handover> last_handover(std::span<const segment::RecordedEvent> events, ThreadId from,
                                                    ThreadId to, std::size_t end);

}  // namespace heddle::cli
