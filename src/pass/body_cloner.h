// Copies a function's body inside its module, with debug information of its own.
//
// llvm::CloneFunctionInto does the same, but visits everything the compile unit's debug information reaches, once per
// function: quadratic, and minutes for a large C++ file. Here only what belongs to the function is visited.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::pass {

class BodyCloner {
 public:
  // `target` has no body and the signature of `source`.
  BodyCloner(llvm::Function& source, llvm::Function& target);
  void run();

 private:
  void copy_blocks();
  void copy_debug_information(llvm::Instruction& instruction);
  void copy_debug_record(llvm::DbgRecord& record);

  llvm::DILocation* map_location(llvm::DILocation* location);
  llvm::DILocalScope* map_scope(llvm::DILocalScope* scope);
  llvm::DILocalVariable* map_variable(llvm::DILocalVariable* variable);
  llvm::DILabel* map_label(llvm::DILabel* label);
  llvm::Metadata* map_loop_operand(llvm::Metadata* operand);

  llvm::Function& source_;
  llvm::Function& target_;
  llvm::ValueToValueMapTy values_;
  llvm::DenseMap<const llvm::MDNode*, llvm::MDNode*> nodes_;
  llvm::DenseMap<llvm::DIAssignID*, llvm::DIAssignID*> assignments_;
};

// A distinct copy of a subprogram, to be attached to another function.
[[nodiscard]] llvm::DISubprogram* copy_subprogram(llvm::DISubprogram* subprogram);

}  // namespace heddle::pass
