// heddle_enter and heddle_leave: the runtime keeps the call stack of every thread for its reports.
#pragma once

#include "pass/instrumentation.h"

namespace heddle::pass {

class CallStackInstrumenter {
 public:
  explicit CallStackInstrumenter(Instrumentation& shared) : shared_(shared) {}

  // Whether the function appears on the stack at all; to be asked before hooks are in it.
  [[nodiscard]] static bool makes_calls(const llvm::Function& function);

  void run(llvm::Function& function, llvm::StringRef name);

 private:
  Instrumentation& shared_;
};

}  // namespace heddle::pass
