#include "pass/vtable_access.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"

namespace heddle::pass {
namespace {

bool marked_vtable_access(const llvm::Instruction& instruction) {
  const llvm::MDNode* tag = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
  return tag != nullptr && tag->isTBAAVtableAccess();
}

// `function` is called on the object at `object`: as the first argument, or the second after a return slot.
bool is_called_on(const llvm::Value& function, const llvm::Value* object) {
  return llvm::any_of(function.users(), [&](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function) {
      return false;
    }
    return (call->arg_size() > 0 && call->getArgOperand(0) == object) ||
           (call->arg_size() > 1 && call->getArgOperand(1) == object);
  });
}

// The loaded number moves the object's address: the offset of a virtual base.
bool is_offset_of(const llvm::Value& number, const llvm::Value* object) {
  return llvm::any_of(number.users(), [&](const llvm::User* user) {
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(user);
    return step != nullptr && step->getPointerOperand() == object;
  });
}

bool slot_belongs_to(const llvm::Value& slot, const llvm::Value* object) {
  return llvm::any_of(slot.users(), [&](const llvm::User* user) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    if (load == nullptr) {
      return false;
    }
    return load->getType()->isPointerTy() ? is_called_on(*load, object) : is_offset_of(*load, object);
  });
}

}  // namespace

bool loads_vtable_pointer(const llvm::LoadInst& load) {
  if (marked_vtable_access(load)) {
    return true;
  }
  if (!load.getType()->isPointerTy()) {
    return false;
  }
  const llvm::Value* object = load.getPointerOperand();
  if (slot_belongs_to(load, object)) {
    return true;  // the first slot
  }
  return llvm::any_of(load.users(), [&](const llvm::User* user) {
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(user);
    return step != nullptr && step->hasAllConstantIndices() && !step->getSourceElementType()->isAggregateType() &&
           slot_belongs_to(*step, object);
  });
}

bool stores_vtable_pointer(const llvm::StoreInst& store) {
  if (marked_vtable_access(store)) {
    return true;
  }
  const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(store.getValueOperand()->stripInBoundsConstantOffsets());
  return table != nullptr && (table->getName().starts_with("_ZTV") || table->getName().starts_with("_ZTC"));
}

bool loads_from_vtable(const llvm::LoadInst& load) {
  const auto* table = llvm::dyn_cast<llvm::LoadInst>(load.getPointerOperand()->stripInBoundsOffsets());
  if (table == nullptr) {
    // Offsets of virtual bases stand before the table and are not in bounds.
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(load.getPointerOperand());
    table = step == nullptr ? nullptr : llvm::dyn_cast<llvm::LoadInst>(step->getPointerOperand());
  }
  return table != nullptr && loads_vtable_pointer(*table);
}

}  // namespace heddle::pass
