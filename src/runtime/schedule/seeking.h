// Operations that the controller seeks (engine/seam.h), and the functions that threads are in.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// The controller of the execution under way seeks something.
extern bool seeking;

// An execution begins, or has ended.
void begin_seeking();
void end_seeking();

// At the end: the controller is told which of them happened.
void tell_found();

// The thread is about to perform an operation, visible or not: as Choice::sought. Once for each.
[[nodiscard]] std::uint32_t seek(const Thread& self, SiteId site);

}  // namespace heddle::runtime
