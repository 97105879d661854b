#include "pass/function_splitter.h"

#include "heddle/abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/Regex.h"
#include "pass/body_cloner.h"

namespace heddle::pass {
namespace {

// A label with a fixed name may stand in the assembler file only once. `${:uid}` (%= in the source) makes it unique.
bool defines_label(const llvm::InlineAsm& assembly) {
  static const llvm::Regex label("(^|[\n;])[ \t]*[A-Za-z_.$][A-Za-z0-9_.$]*:");
  const llvm::StringRef text = assembly.getAsmString();
  return !text.contains("${:uid}") && label.match(text);
}

bool can_copy(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::CallBrInst>(instruction) || llvm::isa<llvm::IndirectBrInst>(instruction)) {
    return false;
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) {
    return true;
  }
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand())) {
    return !defines_label(*assembly);
  }
  return !call->cannotDuplicate() && call->getIntrinsicID() != llvm::Intrinsic::localescape;
}

// A structure passed by value lies in the caller's argument area. x86's code generator copies it for the forwarding
// tail call onto itself, over the return address: such functions keep one body.
bool can_forward(const llvm::Argument& argument) {
  return !argument.hasByValAttr() && !argument.hasInAllocaAttr() && !argument.hasPreallocatedAttr() &&
         !argument.hasSwiftErrorAttr() && !argument.hasAttribute(llvm::Attribute::SwiftAsync);
}

}  // namespace

FunctionSplitter::FunctionSplitter(llvm::Module& module, llvm::Constant* any_gate, const Gates& gates)
    : module_(module), any_gate_(any_gate), gates_(gates) {}

bool FunctionSplitter::can_split(const llvm::Function& function) {
  if (function.isPresplitCoroutine() || function.hasFnAttribute(llvm::Attribute::ReturnsTwice)) {
    return false;
  }
  for (const llvm::BasicBlock& block : function) {
    if (block.hasAddressTaken()) {
      return false;
    }
  }
  return llvm::all_of(function.args(), can_forward) && llvm::all_of(llvm::instructions(function), can_copy);
}

llvm::Function* FunctionSplitter::make_body(llvm::Function& function, const char* suffix) {
  auto* body = llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                                      function.getAddressSpace(), function.getName() + suffix);
  module_.getFunctionList().insertAfter(function.getIterator(), body);
  body->copyAttributesFrom(&function);
  body->setLinkage(llvm::GlobalValue::InternalLinkage);
  body->setVisibility(llvm::GlobalValue::DefaultVisibility);
  body->setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
  body->setDSOLocal(true);
  body->setComdat(nullptr);
  body->setPrefixData(nullptr);
  body->setPrologueData(nullptr);
  body->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  if (llvm::MDNode* profile = function.getMetadata(llvm::LLVMContext::MD_prof)) {
    body->setMetadata(llvm::LLVMContext::MD_prof, profile);
  }
  original_names_[body] = function.getName().str();
  return body;
}

llvm::Function* FunctionSplitter::split(llvm::Function& function) {
  const Bodies bodies{.clean = make_body(function, ".heddle.clean"), .checked = make_body(function, ".heddle.checked")};
  bodies.checked->splice(bodies.checked->end(), &function);
  for (auto [from, to] : llvm::zip_equal(function.args(), bodies.checked->args())) {
    from.replaceAllUsesWith(&to);
    to.takeName(&from);
  }
  llvm::DISubprogram* subprogram = function.getSubprogram();
  function.setSubprogram(nullptr);
  bodies.checked->setSubprogram(subprogram);
  BodyCloner(*bodies.checked, *bodies.clean).run();
  make_dispatcher(function, bodies);
  split_[&function] = bodies;
  roles_[&function] = Role::kDispatcher;
  roles_[bodies.clean] = Role::kClean;
  roles_[bodies.checked] = Role::kChecked;
  return bodies.checked;
}

// No debug information: a debugger then stops once, in the body that runs, and the calls, being jumps, leave no frame.
// For the same reason the bodies are not inlined here.
void FunctionSplitter::make_dispatcher(llvm::Function& function, const Bodies& bodies) {
  auto& context = module_.getContext();
  auto* entry = llvm::BasicBlock::Create(context, "", &function);
  auto* checked = llvm::BasicBlock::Create(context, "checked", &function);
  auto* clean = llvm::BasicBlock::Create(context, "clean", &function);
  llvm::IRBuilder<> builder(entry);
  auto* i8 = builder.getInt8Ty();
  llvm::Value* on = builder.CreateICmpNE(builder.CreateLoad(i8, any_gate_), llvm::ConstantInt::get(i8, 0));
  builder.CreateCondBr(on, checked, clean, llvm::MDBuilder(context).createUnlikelyBranchWeights());
  const auto forward = [&](llvm::BasicBlock* block, llvm::Function* body) {
    builder.SetInsertPoint(block);
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : function.args()) {
      arguments.push_back(&argument);
    }
    llvm::CallInst* call = builder.CreateCall(body, arguments);
    call->setTailCallKind(llvm::CallInst::TCK_MustTail);
    call->setCallingConv(function.getCallingConv());
    // Return and parameter attributes must agree for a musttail call; those of the function do not belong here.
    call->setAttributes(body->getAttributes().removeFnAttributes(context));
    call->setIsNoInline();
    if (function.getReturnType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(call);
    }
  };
  builder.SetInsertPoint(checked);
  gates_.mark_checked_entry(builder, function);
  forward(checked, bodies.checked);
  builder.SetInsertPoint(clean);
  gates_.mark_clean_entry(builder);
  forward(clean, bodies.clean);
  if (!function.hasPrefixData()) {
    function.setPrefixData(builder.getInt64(HEDDLE_CALL_MARK));
  }
  function.setPersonalityFn(nullptr);
  function.removeFnAttr(llvm::Attribute::AlwaysInline);
  function.removeFnAttr(llvm::Attribute::Memory);
  function.removeFnAttr(llvm::Attribute::Speculatable);
}

llvm::Function* FunctionSplitter::replacement(llvm::Value* callee, Role caller) const {
  llvm::Value* target = callee;
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(callee)) {
    if (alias->isInterposable()) {
      return nullptr;
    }
    target = alias->getAliasee();
  }
  auto* function = llvm::dyn_cast<llvm::Function>(target);
  if (function == nullptr || function->isInterposable()) {
    return nullptr;
  }
  const auto found = split_.find(function);
  if (found == split_.end()) {
    return nullptr;
  }
  const Bodies& bodies = found->second;
  // A dispatcher cannot be inlined in the sense of the attribute, so callers that are not split get a body, too.
  const bool must_inline = bodies.clean->hasFnAttribute(llvm::Attribute::AlwaysInline);
  switch (caller) {
    case Role::kClean:
      return bodies.clean;
    case Role::kChecked:
      return bodies.checked;
    case Role::kWhole:
      return must_inline ? bodies.checked : nullptr;
    case Role::kUntouched:
    case Role::kDispatcher:
      return must_inline ? bodies.clean : nullptr;
  }
  return nullptr;
}

void FunctionSplitter::redirect_calls_in(llvm::Function& function) {
  const Role role = roles_.lookup(&function);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) {
      continue;
    }
    llvm::Function* body = replacement(call->getCalledOperand(), role);
    if (body != nullptr && body->getFunctionType() == call->getFunctionType()) {
      call->setCalledFunction(body);
    }
  }
}

void FunctionSplitter::redirect_calls() {
  for (llvm::Function& function : module_) {
    if (roles_.lookup(&function) != Role::kDispatcher) {
      redirect_calls_in(function);
    }
  }
}

bool FunctionSplitter::is_dead(llvm::Function& function) {
  function.removeDeadConstantUsers();
  // A dispatcher looks for its own address.
  const bool is_used = llvm::any_of(function.users(), [&](const llvm::User* user) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    return instruction == nullptr || instruction->getFunction() != &function;
  });
  if (is_used || !function.isDiscardableIfUnused()) {
    return false;
  }
  // The members of a group live and die together.
  const llvm::Comdat* comdat = function.getComdat();
  return comdat == nullptr || comdat->getUsers().size() == 1;
}

void FunctionSplitter::remove_dead() {
  llvm::SmallVector<llvm::Function*> candidates;
  for (llvm::Function& function : module_) {
    const Role role = roles_.lookup(&function);
    if (role == Role::kDispatcher || role == Role::kClean || role == Role::kChecked) {
      candidates.push_back(&function);
    }
  }
  // A body may be the last caller of another one: go on until nothing changes.
  bool changed = true;
  while (changed) {
    changed = false;
    llvm::erase_if(candidates, [&](llvm::Function* function) {
      if (!is_dead(*function)) {
        return false;
      }
      split_.erase(function);
      roles_.erase(function);
      original_names_.erase(function);
      function->deleteBody();
      function->eraseFromParent();
      changed = true;
      return true;
    });
  }
}

bool FunctionSplitter::is_checked(const llvm::Function& function) const {
  const Role role = roles_.lookup(&function);
  return role == Role::kChecked || role == Role::kWhole;
}

llvm::StringRef FunctionSplitter::original_name(const llvm::Function& body) const {
  const auto found = original_names_.find(&body);
  return found == original_names_.end() ? body.getName() : llvm::StringRef(found->second);
}

}  // namespace heddle::pass
