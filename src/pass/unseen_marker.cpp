#include "pass/unseen_marker.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/TargetParser/Triple.h"

namespace heddle::pass {
namespace {

// What spin loops are written with, and barriers for the compiler.
bool is_pause(const llvm::InlineAsm& assembly) {
  return llvm::StringSwitch<bool>(llvm::StringRef(assembly.getAsmString()).trim(" \t\n;"))
      .Cases("", "pause", "nop", "rep nop", "rep; nop", "rep;nop", "rep ; nop", true)
      .Default(false);
}

// Memory that it names, or may touch any.
bool touches_memory(const llvm::InlineAsm& assembly) {
  const llvm::StringRef constraints = assembly.getConstraintString();
  return constraints.contains("~{memory}") || constraints.contains('*');
}

// Functions that the runtime models, which do nothing but what it then sees.
bool is_modelled(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("sched_yield", "thrd_yield", "heddle_yield", "pthread_mutex_trylock", "mtx_trylock",
             "pthread_spin_trylock", true)
      .Cases("pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock", "sem_trywait", true)
      .Default(false);
}

// Intrinsics that touch no memory, or memory that is announced or judged like a store, or the stack.
bool is_harmless(const llvm::IntrinsicInst& intrinsic) {
  if (intrinsic.doesNotAccessMemory() || intrinsic.isAssumeLikeIntrinsic() ||
      llvm::isa<llvm::AnyMemIntrinsic, llvm::InstrProfInstBase>(intrinsic)) {
    return true;
  }
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_expandload:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_compressstore:
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vacopy:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::x86_sse2_pause:
      return true;
    default:
      return false;
  }
}

// Where an instruction writes without being atomic; null: nowhere. Atomic ones are AtomicInstrumenter's.
const llvm::Value* written_by(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return store->isAtomic() ? nullptr : store->getPointerOperand();
  }
  if (const auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
    return memory->getRawDest();
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    const auto id = intrinsic->getIntrinsicID();
    return id == llvm::Intrinsic::masked_store || id == llvm::Intrinsic::masked_compressstore
               ? intrinsic->getArgOperand(1)
               : nullptr;
  }
  return nullptr;
}

// Memory relative to a segment register: no hook can tell its address.
bool reads_segment(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load != nullptr && load->getPointerAddressSpace() != 0;
}

}  // namespace

UnseenMarker::UnseenMarker(Instrumentation& shared, const FunctionSplitter& splitter, const llvm::Module& module)
    : shared_(shared), splitter_(splitter), library_(llvm::Triple(module.getTargetTriple())) {}

bool UnseenMarker::may_order_threads(const llvm::Function& function, bool is_left_out) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const auto* assembly = call == nullptr ? nullptr : llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
    if (assembly != nullptr && !is_pause(*assembly) && touches_memory(*assembly)) {
      return true;
    }
    if (is_left_out && (instruction.isAtomic() || instruction.isVolatile())) {
      return true;
    }
  }
  return false;
}

bool UnseenMarker::is_unseen_write(const llvm::Value* pointer) {
  return pointer != shared_.gates.unseen() && !ThreadPrivate::is_on_stack(pointer) &&
         shared_.thread_private.contains(pointer);
}

bool UnseenMarker::is_unseen(llvm::CallBase& call) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    return !is_pause(*assembly);
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    return !is_harmless(*intrinsic);
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) {
    return !shared_.gates.is_hook(call.getCalledOperand());
  }
  if (shared_.gates.is_hook(callee) || (splitter_.is_checked(*callee) && callee->hasLocalLinkage())) {
    return false;
  }
  return !callee->isDeclaration() || !(callee->doesNotAccessMemory() || is_modelled(callee->getName()));
}

// Asking takes the callee's address, and the program may be linked without a definition of what the optimiser knows
// (pow in a program without -lm) or must inline.
bool UnseenMarker::may_be_instrumented(const llvm::CallBase& call) const {
  const llvm::Function* callee = call.getCalledFunction();
  // Coroutines are resumed and destroyed by intrinsics that may throw: an invoke is no IntrinsicInst.
  if (call.isInlineAsm() || (callee != nullptr && callee->isIntrinsic())) {
    return false;
  }
  llvm::LibFunc known{};
  return callee == nullptr ||
         !(callee->hasFnAttribute(llvm::Attribute::AlwaysInline) || library_.getLibFunc(*callee, known));
}

void UnseenMarker::visit(llvm::Instruction& instruction, Plan& plan) {
  const llvm::Value* written = written_by(instruction);
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const bool leaves = call != nullptr && is_unseen(*call);
  if (leaves && may_be_instrumented(*call)) {
    plan.add([this, call] { shared_.gates.mark_call(*call); });
  } else if (leaves || (written != nullptr && is_unseen_write(written)) || reads_segment(instruction)) {
    plan.add([this, &instruction] { shared_.gates.mark_unseen(&instruction); });
  }
}

bool UnseenMarker::finish(llvm::Function& body) {
  if (body.isPresplitCoroutine()) {
    // What looks like its stack will be its frame on the heap.
    for (llvm::BasicBlock& block : body) {
      if (const auto position = block.getFirstInsertionPt(); position != block.end()) {
        shared_.gates.mark_unseen(&*position);
      }
    }
    return true;
  }
  if (splitter_.is_whole(body)) {
    // No dispatcher: anybody may have called.
    shared_.gates.mark_unseen(&*body.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return true;
  }
  return false;
}

void UnseenMarker::mark_clean(llvm::Function& body) {
  for (llvm::Instruction& instruction : llvm::instructions(body)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && shared_.gates.is_hook(call->getCalledOperand())) {
      shared_.gates.mark_unseen(&instruction);
    }
  }
}

}  // namespace heddle::pass
