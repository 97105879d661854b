// What it costs to let another thread run.
#pragma once

namespace heddle::bench {

// Nanoseconds per switch between two borrowed contexts, FS base included, as the runtime does it.
[[nodiscard]] double borrowed_switch(int switches);

// Nanoseconds per switch between two kernel threads on one processor that hand a futex to each other.
[[nodiscard]] double futex_switch(int switches);

}  // namespace heddle::bench
