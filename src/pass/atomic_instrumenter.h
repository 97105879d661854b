// Hooks before atomic operations and fences: if (heddle_atomics_on) heddle_atomic(address, &site).
//
// They go into a function before it is split, so that the clean and the checked body share the site.
#pragma once

#include "llvm/IR/Instructions.h"
#include "pass/instrumentation.h"

namespace heddle::pass {

class AtomicInstrumenter {
 public:
  AtomicInstrumenter(Instrumentation& shared, bool stores_end_sequences)
      : shared_(shared), stores_end_sequences_(stores_end_sequences) {}

  void run(llvm::Function& function);

  [[nodiscard]] static bool has_atomics(const llvm::Function& function);

 private:
  void visit(llvm::Instruction& instruction, llvm::StringRef function, Plan& plan);
  void visit_compare_exchange(llvm::AtomicCmpXchgInst& exchange, llvm::StringRef function, Plan& plan);
  void visit_fence(llvm::FenceInst& fence, llvm::StringRef function, Plan& plan);
  void add(llvm::Instruction& instruction, llvm::Value* pointer, llvm::Type* type, heddle_site_kind kind,
           llvm::AtomicOrdering order, llvm::StringRef function, Plan& plan);
  [[nodiscard]] bool is_wanted(llvm::Value* pointer, llvm::Type* type);
  void leave_out(llvm::Instruction& instruction, llvm::Value* pointer, Plan& plan);

  Instrumentation& shared_;
  bool stores_end_sequences_;
};

}  // namespace heddle::pass
