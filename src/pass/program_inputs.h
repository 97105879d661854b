// What the runtime is to know of values that the program gets from outside (src/runtime/entry/inputs.h):
//   - the constants that the unit compares with, as a note (heddle_constants in abi.h);
//   - before each call of a function __VERIFIER_nondet_..., which values the function tells apart
//   (heddle_expect_input).
// Before the module is instrumented.
#pragma once

#include <cstdint>
#include <set>

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace heddle::pass {

class ProgramInputs {
 public:
  ProgramInputs(llvm::Module& module, llvm::FunctionAnalysisManager& analyses) : module_(module), analyses_(analyses) {}

  void run(llvm::Function& function);
  // Behind the last function: emits the constants.
  void finish();

 private:
  // LLVM's own sets have no room for the smallest and the largest number.
  template <typename Number>
  using Numbers = llvm::SetVector<Number, llvm::SmallVector<Number, 0>, std::set<Number>>;

  void collect(const llvm::Instruction& instruction);
  void add_integer(const llvm::Value* value);
  void add_floating(const llvm::Value* value);
  void announce(llvm::Function& function);
  void expect(llvm::CallBase& call, llvm::ArrayRef<std::int64_t> values, bool exact);

  llvm::Module& module_;
  llvm::FunctionAnalysisManager& analyses_;
  Numbers<std::int64_t> integers_;
  Numbers<std::uint64_t> floatings_;
  std::uint32_t left_out_ = 0;
};

}  // namespace heddle::pass
