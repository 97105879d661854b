// Crashes end the execution, not the process: the handler runs on a stack of its own and continues the engine.
#pragma once

namespace heddle::runtime {

// Catches SIGSEGV and friends on a stack of its own, and the command line's question where the threads are.
void install_crash_handlers();

}  // namespace heddle::runtime
