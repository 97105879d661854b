// Which memory no other thread can reach: accesses to it need no hooks.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace heddle::pass {

class ThreadPrivate {
 public:
  // Looks at the whole module, so it has to be made before hooks take addresses.
  explicit ThreadPrivate(const llvm::Module& module);

  // True when the memory at `pointer` provably belongs to the running thread, or is no memory of the program's.
  [[nodiscard]] bool contains(const llvm::Value* pointer);
  // True when the memory at `pointer` is a local variable or an argument in the frame of its function.
  [[nodiscard]] static bool is_on_stack(const llvm::Value* pointer);
  // True when the memory at `pointer` never changes.
  [[nodiscard]] static bool is_constant(const llvm::Value* pointer);

  // Decides for every object used in a function whether its address escapes; hooks inserted later do not count.
  void analyse(const llvm::Function& function);
  // Forgets the objects of the function analysed last.
  void forget() { captured_.clear(); }

 private:
  bool is_private_local(const llvm::Value* object);

  llvm::DenseMap<const llvm::Value*, bool> captured_;
  llvm::DenseSet<const llvm::GlobalVariable*> private_globals_;
};

}  // namespace heddle::pass
