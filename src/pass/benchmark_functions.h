// What benchmark programs for verifiers say by the names of functions, made into calls that the runtime knows:
//   - a function they define as __VERIFIER_atomic_... is an atomic section;
//   - abort() in a function with `assume` in its name, and no other parameter than the condition, ends an execution
//   that
//     is of no interest.
// Before the module is instrumented: the calls belong to the source.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::pass {

// Also through a declaration without a prototype, or with another one.
[[nodiscard]] const llvm::Function* called_function(const llvm::Instruction& instruction);

class BenchmarkFunctions {
 public:
  explicit BenchmarkFunctions(llvm::Module& module) : module_(module) {}

  void run(llvm::Function& function);

  // A function that returns only if its one argument is not 0, defined or declared.
  [[nodiscard]] static bool is_assumption(const llvm::Function& function);

 private:
  void make_atomic(llvm::Function& function);
  void make_assumption(llvm::Function& function);

  llvm::Module& module_;
};

}  // namespace heddle::pass
