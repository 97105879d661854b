#include "pass/benchmark_functions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "pass/instrumentation.h"

namespace heddle::pass {
namespace {

constexpr llvm::StringLiteral kAtomic = "__VERIFIER_atomic_";

bool is_atomic_section(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return name.starts_with(kAtomic) && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end";
}

bool calls_abort(const llvm::Instruction& instruction) {
  const llvm::Function* callee = called_function(instruction);
  return callee != nullptr && callee->getName() == "abort" && callee->isDeclaration();
}

// A call in a function with debug information must have a place: the function may be inlined.
llvm::DebugLoc place_in(const llvm::Function& function) {
  llvm::DISubprogram* subprogram = function.getSubprogram();
  return subprogram == nullptr
             ? llvm::DebugLoc()
             : llvm::DebugLoc(llvm::DILocation::get(function.getContext(), subprogram->getScopeLine(), 0, subprogram));
}

}  // namespace

const llvm::Function* called_function(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr ? nullptr : llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
}

bool BenchmarkFunctions::is_assumption(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (function.isDeclaration()) {
    return name == "__VERIFIER_assume" || name == "heddle_assume";
  }
  if (!function.getReturnType()->isVoidTy() || function.arg_size() != 1 ||
      !function.getArg(0)->getType()->isIntegerTy()) {
    return false;
  }
  return name.contains("assume") && llvm::any_of(llvm::instructions(function), calls_abort);
}

void BenchmarkFunctions::run(llvm::Function& function) {
  if (is_atomic_section(function)) {
    make_atomic(function);
  }
  if (!function.isDeclaration() && is_assumption(function)) {
    make_assumption(function);
  }
}

void BenchmarkFunctions::make_atomic(llvm::Function& function) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), false);
  const llvm::FunctionCallee begin = module_.getOrInsertFunction("heddle_section_begin", type);
  const llvm::FunctionCallee end = module_.getOrInsertFunction("heddle_section_end", type);
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  builder.SetCurrentDebugLocation(place_in(function));
  builder.CreateCall(begin);
  for (llvm::BasicBlock& block : function) {
    llvm::Instruction* last = block.getTerminator();
    if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(last)) {
      builder.SetInsertPoint(last);
      builder.SetCurrentDebugLocation(last->getDebugLoc() ? last->getDebugLoc() : place_in(function));
      builder.CreateCall(end);
    }
  }
  drop_memory_promises(function);
}

void BenchmarkFunctions::make_assumption(llvm::Function& function) {
  auto& context = module_.getContext();
  auto* i32 = llvm::Type::getInt32Ty(context);
  const llvm::FunctionCallee assume = module_.getOrInsertFunction(
      "heddle_assume", llvm::FunctionType::get(llvm::Type::getVoidTy(context), {i32}, false));
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (calls_abort(instruction)) {
      llvm::IRBuilder<>(&instruction).CreateCall(assume, {llvm::ConstantInt::get(i32, 0)});
    }
  }
}

}  // namespace heddle::pass
