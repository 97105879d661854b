#include "pass/thread_private.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::pass {
namespace {

// Uses looked at before an address counts as escaped; the same at every optimisation level.
constexpr unsigned kMaximumUses = 1000;

// True when a use of the address does not let it out of sight.
bool use_keeps_address(const llvm::Use& use, llvm::SmallVectorImpl<const llvm::Value*>& derived) {
  const llvm::User* user = use.getUser();
  if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user)) {
    return true;
  }
  if (llvm::isa<llvm::StoreInst>(user)) {
    return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
  }
  if (llvm::isa<llvm::AtomicRMWInst>(user) || llvm::isa<llvm::AtomicCmpXchgInst>(user)) {
    return use.getOperandNo() == 0;
  }
  if (llvm::isa<llvm::GEPOperator>(user)) {
    derived.push_back(user);
    return true;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
      derived.push_back(user);
      return true;
    }
    return llvm::isa<llvm::MemIntrinsic>(intrinsic) || intrinsic->isLifetimeStartOrEnd();
  }
  return false;
}

bool address_escapes(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<const llvm::Value*> work{&variable};
  llvm::DenseSet<const llvm::Value*> seen;
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    if (!seen.insert(value).second) {
      continue;
    }
    for (const llvm::Use& use : value->uses()) {
      if (!use_keeps_address(use, work)) {
        return true;
      }
    }
  }
  return false;
}

// Data that compilers and instrumentation keep for themselves.
bool is_bookkeeping(const llvm::GlobalVariable& variable) {
  const llvm::StringRef name = variable.getName();
  return name == "heddle_atomics_on" || name == "heddle_unseen" || name == "heddle_uninitialised" ||
         name.starts_with("llvm.") || name.starts_with("__llvm_") || name.starts_with("__profc_") ||
         name.starts_with("__profd_") || variable.getSection().starts_with("heddle_");
}

// Like llvm::PointerMayBeCaptured, but a list of variable arguments stays private when it is begun or copied, and a
// variable when it is volatile.
class EscapeTracker : public llvm::CaptureTracker {
 public:
  void tooManyUses() override { escaped_ = true; }
  bool captured(const llvm::Use* use) override {
    const llvm::User* user = use->getUser();
    const bool is_address =
        llvm::isa<llvm::LoadInst>(user) ||
        (llvm::isa<llvm::StoreInst>(user) && use->getOperandNo() == llvm::StoreInst::getPointerOperandIndex());
    if (is_address || llvm::isa<llvm::VAStartInst, llvm::VAEndInst, llvm::VACopyInst>(user)) {
      return false;
    }
    escaped_ = true;
    return true;
  }
  [[nodiscard]] bool escaped() const { return escaped_; }

 private:
  bool escaped_ = false;
};

bool may_escape(const llvm::Value* object) {
  EscapeTracker tracker;
  llvm::PointerMayBeCaptured(object, &tracker, kMaximumUses);
  return tracker.escaped();
}

const llvm::Value* object_of(const llvm::Value* pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(object);
  if (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
    return intrinsic->getArgOperand(0);
  }
  return object;
}

bool is_local_object(const llvm::Value* object) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) {
    return argument->hasByValAttr();
  }
  return llvm::isa<llvm::AllocaInst>(object) || llvm::isNoAliasCall(object);
}

}  // namespace

ThreadPrivate::ThreadPrivate(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const bool hidden_thread_local =
        variable.isThreadLocal() && variable.hasLocalLinkage() && !address_escapes(variable);
    if (hidden_thread_local || is_bookkeeping(variable)) {
      private_globals_.insert(&variable);
    }
  }
}

bool ThreadPrivate::is_on_stack(const llvm::Value* pointer) {
  const llvm::Value* object = object_of(pointer);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  return llvm::isa<llvm::AllocaInst>(object) || (argument != nullptr && argument->hasByValAttr());
}

bool ThreadPrivate::is_constant(const llvm::Value* pointer) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object_of(pointer));
  return variable != nullptr && variable->isConstant();
}

bool ThreadPrivate::is_private_local(const llvm::Value* object) {
  const auto [entry, is_new] = captured_.try_emplace(object, false);
  if (is_new) {
    entry->second = may_escape(object);
  }
  return !entry->second;
}

bool ThreadPrivate::contains(const llvm::Value* pointer) {
  if (pointer->getType()->getPointerAddressSpace() != 0) {
    return true;  // relative to a segment register
  }
  const llvm::Value* object = object_of(pointer);
  if (llvm::isa<llvm::ConstantPointerNull>(object) || llvm::isa<llvm::UndefValue>(object)) {
    return true;
  }
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
    return private_globals_.contains(variable) || is_bookkeeping(*variable);
  }
  return is_local_object(object) && is_private_local(object);
}

void ThreadPrivate::analyse(const llvm::Function& function) {
  captured_.clear();
  for (const llvm::Argument& argument : function.args()) {
    if (argument.hasByValAttr()) {
      is_private_local(&argument);
    }
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_local_object(&instruction)) {
      is_private_local(&instruction);
    }
  }
}

}  // namespace heddle::pass
