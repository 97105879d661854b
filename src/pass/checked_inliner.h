// Inlines small functions into checked bodies, before these get their hooks.
//
// An iterator, a smart pointer or a lambda is memory only as long as its members are called with its address. Once they
// are inlined it lives in registers, and what is left are the accesses to the data. Only memory that no other thread
// can see goes away by this, and it is done at every optimisation level alike.
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace heddle::pass {

class CheckedInliner {
 public:
  CheckedInliner(llvm::FunctionAnalysisManager& analyses, llvm::ArrayRef<llvm::Function*> bodies);

  // Callees first: what is inlined is then as small as it can be. `before_inlining` sees every body with its locals
  // promoted and nothing inlined yet.
  void run(llvm::function_ref<void(llvm::Function&)> before_inlining);

 private:
  void visit(llvm::Function& root, llvm::function_ref<void(llvm::Function&)> before_inlining);
  [[nodiscard]] bool is_small(const llvm::Function& callee) const;
  [[nodiscard]] bool may_inline(const llvm::Function& caller, const llvm::CallBase& call) const;
  void promote_locals(llvm::Function& body);
  void inline_calls(llvm::Function& body);

  llvm::FunctionAnalysisManager& analyses_;
  llvm::SmallVector<llvm::Function*> bodies_;
  llvm::DenseSet<const llvm::Function*> known_;
  llvm::DenseSet<const llvm::Function*> done_;
};

}  // namespace heddle::pass
