// Hooks before loads and stores: if (gate[i]) heddle_read(address, &site[i]).
//
// No access is left out because another one is near: `x++` is a read and a write, and a loop over n elements is n
// accesses. Left out is only what no other thread can see (thread_private.h).
#pragma once

#include "pass/instrumentation.h"

namespace heddle::pass {

class AccessInstrumenter {
 public:
  explicit AccessInstrumenter(Instrumentation& shared) : shared_(shared) {}

  // Adds to the plan what the instruction needs, if it is an access of this class's kind.
  void visit(llvm::Instruction& instruction, llvm::StringRef function, Plan& plan);

 private:
  void visit_load(llvm::LoadInst& load, llvm::StringRef function, Plan& plan);
  void visit_store(llvm::StoreInst& store, llvm::StringRef function, Plan& plan);
  void visit_call(llvm::CallBase& call, llvm::StringRef function, Plan& plan);
  void visit_masked(llvm::CallBase& call, llvm::StringRef function, Plan& plan);
  void visit_by_value(llvm::CallBase& call, unsigned argument, llvm::StringRef function, Plan& plan);
  void add_access(llvm::Instruction& instruction, llvm::Value* pointer, const Site& site, Plan& plan);
  void add_range(llvm::Instruction& instruction, llvm::Value* pointer, const Site& site, Plan& plan);

  Instrumentation& shared_;
};

}  // namespace heddle::pass
