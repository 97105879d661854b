#include "pass/undefined_locals.h"

#include "heddle/abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace heddle::pass {
namespace {

// Aggregates and vectors begin as `undef` and are filled piece by piece.
bool begins_with_it(const llvm::Use& use) {
  const auto* user = use.getUser();
  return use.getOperandNo() == 0 ? llvm::isa<llvm::InsertValueInst, llvm::InsertElementInst>(user)
                                 : llvm::isa<llvm::ShuffleVectorInst>(user);
}

bool is_undefined_local(const llvm::Use& use, const llvm::DataLayout& layout) {
  llvm::Type* type = use->getType();
  return llvm::isa<llvm::UndefValue>(use.get()) && !begins_with_it(use) && type->isFirstClassType() &&
         type->isSized() && !type->isAggregateType() && !type->isScalableTy() && !type->isTargetExtTy() &&
         layout.getTypeStoreSize(type) <= HEDDLE_UNINITIALISED_SIZE;
}

}  // namespace

void settle_undefined_locals(llvm::Function& body) {
  llvm::Module& module = *body.getParent();
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::MapVector<llvm::Type*, llvm::SmallVector<llvm::Use*>> found;
  for (llvm::Instruction& instruction : llvm::instructions(body)) {
    for (llvm::Use& use : instruction.operands()) {
      if (is_undefined_local(use, layout)) {
        found[use->getType()].push_back(&use);
      }
    }
  }
  if (found.empty()) {
    return;
  }
  llvm::BasicBlock& entry = body.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  auto* bytes = module.getOrInsertGlobal("heddle_uninitialised",
                                         llvm::ArrayType::get(builder.getInt8Ty(), HEDDLE_UNINITIALISED_SIZE));
  for (auto& [type, uses] : found) {
    llvm::Value* value = builder.CreateAlignedLoad(type, bytes, llvm::Align(1), "heddle.uninitialised");
    for (llvm::Use* use : uses) {
      use->set(value);
    }
  }
}

}  // namespace heddle::pass
