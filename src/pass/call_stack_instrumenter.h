// heddle_enter and heddle_leave, and heddle_frame_end for the local variables that others may still know of.
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
  void end_variables(llvm::Function& function, llvm::StringRef name, llvm::ArrayRef<llvm::Instruction*> exits);

  Instrumentation& shared_;
};

}  // namespace heddle::pass
