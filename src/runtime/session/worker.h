// The engine's side inside the target process: obeys the request in the segment, execution by execution.
#pragma once

namespace heddle::runtime {

// The engine's loop, on its own context. `entry` is what main's context runs in every execution.
[[noreturn]] void work(void (*entry)());

}  // namespace heddle::runtime
