#include "pass/call_stack_instrumenter.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

namespace heddle::pass {
namespace {

bool is_call(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !call->isInlineAsm() && !llvm::isa<llvm::IntrinsicInst>(call);
}

// A coroutine leaves and is entered again where it suspends; a function that must be inlined has no frame.
bool has_frame(const llvm::Function& function) {
  if (function.isPresplitCoroutine() || function.hasFnAttribute(llvm::Attribute::AlwaysInline)) {
    return false;
  }
  return !function.hasPersonalityFn() ||
         !llvm::isScopedEHPersonality(llvm::classifyEHPersonality(function.getPersonalityFn()));
}

Site function_site(const llvm::Function& function, llvm::StringRef name) {
  Site site;
  site.kind = HEDDLE_SITE_FUNCTION;
  site.function = name.str();
  site.container = name.str();
  if (const llvm::DISubprogram* subprogram = function.getSubprogram()) {
    site.file = Instrumentation::full_path(subprogram->getFile());
    site.line = subprogram->getLine();
  }
  return site;
}

}  // namespace

bool CallStackInstrumenter::makes_calls(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), is_call);
}

void CallStackInstrumenter::run(llvm::Function& function, llvm::StringRef name) {
  if (!has_frame(function)) {
    return;
  }
  const unsigned index = shared_.records.add(function_site(function, name));
  llvm::Constant* gate = shared_.records.gate_address(index);
  llvm::Constant* record = shared_.records.site_address(index);

  // The enumerator walks the blocks, so they are split only when it is done.
  llvm::SmallVector<llvm::Instruction*> exits;
  llvm::EscapeEnumerator enumerator(function, "heddle.unwind");
  while (llvm::IRBuilder<>* exit = enumerator.Next()) {
    exits.push_back(&*exit->GetInsertPoint());
  }
  for (llvm::Instruction* exit : exits) {
    shared_.gates.call_leave(Gates::open(exit, gate), record);
  }
  shared_.gates.call_enter(Gates::open(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), gate), record);
}

}  // namespace heddle::pass
