#include "pass/module_instrumenter.h"

#include "llvm/IR/InstIterator.h"
#include "pass/checked_inliner.h"

namespace heddle::pass {
namespace {

// A copy of a function that another file defines, for the optimiser's use. (One that must be inlined may have no other
// definition.)
bool is_replaceable_copy(const llvm::Function& function) {
  return function.hasAvailableExternallyLinkage() && !function.hasFnAttribute(llvm::Attribute::AlwaysInline);
}

}  // namespace

ModuleInstrumenter::ModuleInstrumenter(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                                       const IgnoreFile& ignore_file, bool stores_end_sequences)
    : module_(module),
      analyses_(analyses),
      ignored_(module, ignore_file),
      shared_(module),
      benchmark_functions_(module),
      inputs_(module, analyses),
      splitter_(module, shared_.records.any_gate(), shared_.gates),
      atomics_(shared_, stores_end_sequences),
      accesses_(shared_),
      ranges_(shared_),
      call_stack_(shared_),
      unseen_(shared_, splitter_, module) {}

void ModuleInstrumenter::run() {
  llvm::SmallVector<llvm::Function*> functions;
  for (llvm::Function& function : module_) {
    if (!function.isDeclaration() && !ignored_.contains(function)) {
      functions.push_back(&function);
    }
  }
  for (const llvm::Function& function : module_) {
    if (UnseenMarker::may_order_threads(function, ignored_.contains(function))) {
      shared_.records.mark_unseen();
    }
  }
  for (llvm::Function* function : functions) {
    benchmark_functions_.run(*function);
    inputs_.run(*function);
  }
  inputs_.finish();
  drop_external_bodies();
  for (llvm::Function* function : functions) {
    prepare(*function);
  }
  splitter_.redirect_calls();
  splitter_.remove_dead();
  CheckedInliner(analyses_, checked_bodies()).run([&](llvm::Function& body) { number_accesses(body); });
  splitter_.remove_dead();
  for (llvm::Function* body : checked_bodies()) {
    instrument(*body);
  }
  for (llvm::Function& function : module_) {
    if (splitter_.is_clean(function)) {
      unseen_.mark_clean(function);
    }
    shared_.names.strip(function);
    shared_.keys.strip(function);
  }
  shared_.gates.remove_unused();
  shared_.records.finish();
}

llvm::SmallVector<llvm::Function*> ModuleInstrumenter::checked_bodies() {
  llvm::SmallVector<llvm::Function*> bodies;
  for (llvm::Function& function : module_) {
    if (splitter_.is_checked(function)) {
      bodies.push_back(&function);
    }
  }
  return bodies;
}

// The optimiser may inline such a copy. Its atomic operations would then be lost, so a copy that has some is given up
// for the real one.
void ModuleInstrumenter::drop_external_bodies() {
  for (llvm::Function& function : module_) {
    if (is_replaceable_copy(function) && AtomicInstrumenter::has_atomics(function)) {
      function.deleteBody();
      function.setComdat(nullptr);
    }
  }
}

// Names and atomic operations belong to the source function, so they come before it is split.
void ModuleInstrumenter::prepare(llvm::Function& function) {
  shared_.thread_private.analyse(function);
  shared_.names.analyse(function, [&](const llvm::Value* pointer) { return shared_.thread_private.contains(pointer); });
  atomics_.run(function);
  if (FunctionSplitter::can_split(function)) {
    splitter_.split(function);
  } else {
    splitter_.keep_whole(function);
  }
}

void ModuleInstrumenter::number_accesses(llvm::Function& body) {
  shared_.thread_private.analyse(body);
  shared_.keys.number(body, splitter_.original_name(body),
                      [&](const llvm::Value* pointer) { return shared_.thread_private.contains(pointer); });
}

void ModuleInstrumenter::instrument(llvm::Function& body) {
  const std::string name = splitter_.original_name(body).str();
  shared_.thread_private.analyse(body);
  shared_.names.refresh_variables(body);
  const bool makes_calls = CallStackInstrumenter::makes_calls(body);
  Plan plan;
  bool has_sites = false;
  for (llvm::Instruction& instruction : llvm::instructions(body)) {
    const std::size_t before = plan.size();
    accesses_.visit(instruction, name, plan);
    ranges_.visit(instruction, name, plan);
    has_sites |= plan.size() != before;
    unseen_.visit(instruction, plan);
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr && is_replaceable_copy(*call->getCalledFunction())) {
      // Its copy here is not instrumented; the real one may be.
      call->setIsNoInline();
    }
  }
  const bool changed = !plan.empty();
  plan.apply();
  const bool marked = unseen_.finish(body);
  if (has_sites || makes_calls) {
    call_stack_.run(body, name);
  }
  if (changed || makes_calls || marked) {
    drop_memory_promises(body);
  }
  analyses_.invalidate(body, llvm::PreservedAnalyses::none());
}

}  // namespace heddle::pass
