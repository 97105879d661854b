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

// A hook at every exit. Its place is that of the last one, which is where the source of the function ends.
void CallStackInstrumenter::end_variables(llvm::Function& function, llvm::StringRef name,
                                          llvm::ArrayRef<llvm::Instruction*> exits) {
  const auto place = llvm::find_if(llvm::reverse(exits), [](const llvm::Instruction* exit) {
    return llvm::isa<llvm::ReturnInst>(exit) && exit->getDebugLoc();
  });
  Site site = place == exits.rend() ? function_site(function, name)
                                    : Instrumentation::site_at(**place, name, HEDDLE_SITE_FRAME_END);
  site.kind = HEDDLE_SITE_FRAME_END;
  struct Variable {
    llvm::AllocaInst* slot;
    std::uint64_t size;
    unsigned site;
  };
  llvm::SmallVector<Variable> variables;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (slot == nullptr || !slot->isStaticAlloca() || shared_.thread_private.contains(slot)) {
      continue;
    }
    const std::optional<llvm::TypeSize> size = slot->getAllocationSize(shared_.layout);
    SourceName known = shared_.names.name(*slot, slot, size && !size->isScalable() ? size->getFixedValue() : 0);
    // Without debug information, all of them; with it, not what the compiler has made.
    const bool is_nameless = known.variable.empty() && function.getSubprogram() != nullptr;
    if (!size || size->isScalable() || size->isZero() || is_nameless) {
      continue;
    }
    site.size = static_cast<std::uint32_t>(size->getFixedValue());
    site.variable = std::move(known.variable);
    site.type = std::move(known.type);
    variables.push_back({.slot = slot, .size = size->getFixedValue(), .site = shared_.records.add(site)});
  }
  if (variables.empty()) {
    return;
  }
  for (llvm::Instruction* exit : exits) {
    llvm::Instruction* hook = Gates::open(exit, shared_.records.gate_address(variables.front().site));
    for (const Variable& variable : variables) {
      auto* size = llvm::ConstantInt::get(llvm::Type::getInt64Ty(function.getContext()), variable.size);
      shared_.gates.call_frame_end(hook, variable.slot, size, shared_.records.site_address(variable.site));
    }
  }
}

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
  end_variables(function, name, exits);
  for (llvm::Instruction* exit : exits) {
    shared_.gates.call_leave(Gates::open(exit, gate), record);
  }
  shared_.gates.call_enter(Gates::open(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), gate), record);
}

}  // namespace heddle::pass
