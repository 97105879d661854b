#include "pass/gates.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "heddle/abi.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::pass {

Gates::Gates(llvm::Module& module) : module_(module) {
  auto& context = module.getContext();
  auto* none = llvm::Type::getVoidTy(context);
  auto* pointer = llvm::PointerType::get(context, 0);
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* i64 = llvm::Type::getInt64Ty(context);
  const auto hook = [&](llvm::StringRef name, llvm::ArrayRef<llvm::Type*> parameters) {
    return declare(name, llvm::FunctionType::get(none, parameters, false), llvm::CallingConv::PreserveMost);
  };
  const auto access_hook = [&](llvm::StringRef name) {
    return declare(name, llvm::FunctionType::get(none, {pointer, pointer}, false), llvm::CallingConv::PreserveAll);
  };
  const auto function = [&](llvm::StringRef name, llvm::ArrayRef<llvm::Type*> parameters) {
    return declare(name, llvm::FunctionType::get(pointer, parameters, false), llvm::CallingConv::C);
  };
  for (unsigned index = 0; index <= kSizes; ++index) {
    const std::string size = index == kSizes ? "" : std::to_string(1U << index);
    reads_[index] = access_hook("heddle_read" + size);
    writes_[index] = access_hook("heddle_write" + size);
  }
  read_range_ = hook("heddle_read_range", {pointer, i64, pointer});
  write_range_ = hook("heddle_write_range", {pointer, i64, pointer});
  enter_ = hook("heddle_enter", {pointer});
  leave_ = hook("heddle_leave", {pointer});
  frame_end_ = hook("heddle_frame_end", {pointer, i64, pointer});
  atomic_ = hook("heddle_atomic", {pointer, pointer});
  compare_exchange_ = hook("heddle_cas", {pointer, pointer, i64, i64});
  fence_ = hook("heddle_fence", {pointer});
  memcpy_ = function("heddle_memcpy", {pointer, pointer, i64, pointer, pointer});
  memmove_ = function("heddle_memmove", {pointer, pointer, i64, pointer, pointer});
  memset_ = function("heddle_memset", {pointer, i32, i64, pointer});
  auto* i8 = llvm::Type::getInt8Ty(context);
  atomics_on_ = declare_variable("heddle_atomics_on", i8);
  unseen_ = declare_variable("heddle_unseen", i8);
  called_ = declare_variable("heddle_called", pointer);
}

llvm::Constant* Gates::declare_variable(llvm::StringRef name, llvm::Type* type) {
  const bool declared = module_.getNamedGlobal(name) != nullptr;
  llvm::Constant* variable = module_.getOrInsertGlobal(name, type);
  if (!declared) {
    declarations_.push_back(llvm::cast<llvm::GlobalValue>(variable));
  }
  return variable;
}

llvm::FunctionCallee Gates::declare(llvm::StringRef name, llvm::FunctionType* type, llvm::CallingConv::ID convention) {
  const bool declared = module_.getFunction(name) != nullptr;
  llvm::FunctionCallee callee = module_.getOrInsertFunction(name, type);
  if (!declared) {
    declarations_.push_back(llvm::cast<llvm::GlobalValue>(callee.getCallee()));
  }
  hooks_.insert(callee.getCallee());
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setCallingConv(convention);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    // Bound at load time: the lazy resolver would not keep the registers that these hooks promise to keep.
    function->addFnAttr(llvm::Attribute::NonLazyBind);
  }
  return callee;
}

llvm::Value* Gates::test(llvm::IRBuilder<>& builder, llvm::Value* gate) {
  auto* i8 = builder.getInt8Ty();
  return builder.CreateICmpNE(builder.CreateLoad(i8, gate), llvm::ConstantInt::get(i8, 0));
}

llvm::Instruction* Gates::open_if(llvm::Instruction* position, llvm::Value* condition) {
  // No branch weights: a body with gates runs while gates are on, and then mostly all of them are.
  return llvm::SplitBlockAndInsertIfThen(condition, position, /*Unreachable=*/false);
}

llvm::Instruction* Gates::open(llvm::Instruction* position, llvm::Value* gate) {
  llvm::IRBuilder<> builder(position);
  return open_if(position, test(builder, gate));
}

llvm::Instruction* Gates::open_atomics(llvm::Instruction* position) const {
  llvm::IRBuilder<> builder(position);
  auto* i8 = builder.getInt8Ty();
  // Volatile: a thread that spins on an atomic must notice when the runtime takes control.
  llvm::Value* on = builder.CreateLoad(i8, atomics_on_, /*isVolatile=*/true);
  return open_if(position, builder.CreateICmpNE(on, llvm::ConstantInt::get(i8, 0)));
}

void Gates::call(llvm::Instruction* position, llvm::FunctionCallee hook, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::IRBuilder<> builder(position);
  llvm::CallInst* call = builder.CreateCall(hook, arguments);
  if (auto* function = llvm::dyn_cast<llvm::Function>(hook.getCallee())) {
    call->setCallingConv(function->getCallingConv());
  }
  call->setDoesNotThrow();
}

unsigned Gates::index_of_size(unsigned size) {
  return std::has_single_bit(size) ? std::min<unsigned>(std::countr_zero(size), kSizes) : kSizes;
}

void Gates::call_access(llvm::Instruction* position, llvm::Value* address, llvm::Value* site, unsigned size,
                        bool is_write) const {
  call(position, (is_write ? writes_ : reads_)[index_of_size(size)], {address, site});
}

void Gates::call_range(llvm::Instruction* position, llvm::Value* address, llvm::Value* size, llvm::Value* site,
                       bool is_write) const {
  call(position, is_write ? write_range_ : read_range_, {address, size, site});
}

void Gates::call_enter(llvm::Instruction* position, llvm::Value* site) const { call(position, enter_, {site}); }

void Gates::call_leave(llvm::Instruction* position, llvm::Value* site) const { call(position, leave_, {site}); }

void Gates::call_frame_end(llvm::Instruction* position, llvm::Value* address, llvm::Value* size,
                           llvm::Value* site) const {
  call(position, frame_end_, {address, size, site});
}

void Gates::call_atomic(llvm::Instruction* position, llvm::Value* address, llvm::Value* site) const {
  call(position, atomic_, {address, site});
}

void Gates::call_compare_exchange(llvm::Instruction* position, llvm::Value* address, llvm::Value* site,
                                  llvm::Value* low, llvm::Value* high) const {
  call(position, compare_exchange_, {address, site, low, high});
}

void Gates::call_fence(llvm::Instruction* position, llvm::Value* site) const { call(position, fence_, {site}); }

void Gates::call_copy(llvm::Instruction* position, bool may_overlap, llvm::ArrayRef<llvm::Value*> arguments) const {
  call(position, may_overlap ? memmove_ : memcpy_, arguments);
}

void Gates::call_set(llvm::Instruction* position, llvm::ArrayRef<llvm::Value*> arguments) const {
  call(position, memset_, arguments);
}

void Gates::mark_unseen(llvm::Instruction* position) const {
  llvm::IRBuilder<> builder(position);
  builder.CreateStore(builder.getInt8(1), unseen_);
}

void Gates::mark_if(llvm::IRBuilder<>& builder, llvm::Value* condition) const {
  llvm::Value* before = builder.CreateLoad(builder.getInt8Ty(), unseen_);
  builder.CreateStore(builder.CreateOr(before, builder.CreateZExt(condition, builder.getInt8Ty())), unseen_);
}

// A function at the very beginning of a page has no mark: there may be nothing before it to be read.
void Gates::mark_call(llvm::CallBase& call) const {
  constexpr std::uint64_t kPage = 4096;
  constexpr std::uint64_t kMarkSize = 8;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* callee = call.getCalledOperand();
  llvm::Value* address = builder.CreatePtrToInt(callee, builder.getInt64Ty());
  llvm::Value* has_room = builder.CreateICmpUGE(builder.CreateAnd(address, kPage - 1), builder.getInt64(kMarkSize));
  llvm::Value* looked_at =
      builder.CreateSelect(has_room, builder.CreateSub(address, builder.getInt64(kMarkSize)), address);
  llvm::Value* mark = builder.CreateAlignedLoad(builder.getInt64Ty(),
                                                builder.CreateIntToPtr(looked_at, callee->getType()), llvm::Align(1));
  mark_if(builder, builder.CreateICmpNE(mark, builder.getInt64(HEDDLE_CALL_MARK)));
  builder.CreateStore(callee, called_);
}

void Gates::mark_checked_entry(llvm::IRBuilder<>& builder, llvm::Function& function) const {
  llvm::Value* called = builder.CreateLoad(builder.getPtrTy(), called_);
  mark_if(builder, builder.CreateICmpNE(called, &function));
  clear_called(builder);
}

void Gates::mark_clean_entry(llvm::IRBuilder<>& builder) const {
  builder.CreateStore(builder.getInt8(1), unseen_);
  clear_called(builder);
}

void Gates::clear_called(llvm::IRBuilder<>& builder) const {
  builder.CreateStore(llvm::ConstantPointerNull::get(builder.getPtrTy()), called_);
}

bool Gates::is_hook(const llvm::Value* callee) const { return hooks_.contains(callee); }

void Gates::remove_unused() {
  for (llvm::GlobalValue* declaration : declarations_) {
    if (declaration->use_empty()) {
      declaration->eraseFromParent();
    }
  }
  declarations_.clear();
}

}  // namespace heddle::pass
