// Words for how an execution ended, kept outside of the target's memory.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "core/outcome.h"

namespace heddle::runtime {

// Of the last execution: what describe_outcome was told.
[[nodiscard]] const char* outcome_text();

// Names the fault of the execution that has just ended, while its state is still there (Outcome::fault).
[[nodiscard]] std::uint64_t fault_of(const Outcome& outcome);

// Where in the program a fault happened, for what has no words of its own: the instruction of a signal.
void note_fault_place(SiteId place);

// "file.cpp:12" of an instrumented site; nullptr: unknown. Valid until the next call.
[[nodiscard]] const char* place_of_site(SiteId site);
// Names the source line in its function: the same for all sites on it. Of a site without one: the site itself.
[[nodiscard]] std::uint64_t line_of_site(SiteId site);
// The variable it accesses, in the words of the source; empty: unknown.
[[nodiscard]] const char* variable_of_site(SiteId site);

}  // namespace heddle::runtime
