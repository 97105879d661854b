// The hooks of abi.h as LLVM functions, and the tests in front of them.
#pragma once

#include <vector>

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::pass {

class Gates {
 public:
  explicit Gates(llvm::Module& module);

  // Splits before `position` and returns the place to call hooks from, reached only while the byte at `gate` is not 0.
  static llvm::Instruction* open(llvm::Instruction* position, llvm::Value* gate);
  // The same for a condition of the caller's.
  static llvm::Instruction* open_if(llvm::Instruction* position, llvm::Value* condition);
  // The same, while the runtime controls the threads.
  llvm::Instruction* open_atomics(llvm::Instruction* position) const;

  static llvm::Value* test(llvm::IRBuilder<>& builder, llvm::Value* gate);

  void call_access(llvm::Instruction* position, llvm::Value* address, llvm::Value* site, unsigned size,
                   bool is_write) const;
  void call_range(llvm::Instruction* position, llvm::Value* address, llvm::Value* size, llvm::Value* site,
                  bool is_write) const;
  void call_enter(llvm::Instruction* position, llvm::Value* site) const;
  void call_leave(llvm::Instruction* position, llvm::Value* site) const;
  void call_frame_end(llvm::Instruction* position, llvm::Value* address, llvm::Value* size, llvm::Value* site) const;
  void call_atomic(llvm::Instruction* position, llvm::Value* address, llvm::Value* site) const;
  void call_compare_exchange(llvm::Instruction* position, llvm::Value* address, llvm::Value* site, llvm::Value* low,
                             llvm::Value* high) const;
  void call_fence(llvm::Instruction* position, llvm::Value* site) const;
  void call_copy(llvm::Instruction* position, bool may_overlap, llvm::ArrayRef<llvm::Value*> arguments) const;
  void call_set(llvm::Instruction* position, llvm::ArrayRef<llvm::Value*> arguments) const;

  // Sets heddle_unseen before `position`.
  void mark_unseen(llvm::Instruction* position) const;
  // Before `call`, of a function that may be instrumented elsewhere: says who is called, and sets heddle_unseen if it
  // is not instrumented.
  void mark_call(llvm::CallBase& call) const;
  // In a function that may have been called from anywhere: sets heddle_unseen unless instrumented code did, or if its
  // clean body is next.
  void mark_checked_entry(llvm::IRBuilder<>& builder, llvm::Function& function) const;
  void mark_clean_entry(llvm::IRBuilder<>& builder) const;
  [[nodiscard]] llvm::Constant* unseen() const { return unseen_; }
  // Is this one of the functions that announce, or do what they announce?
  [[nodiscard]] bool is_hook(const llvm::Value* callee) const;

  // Takes away the declarations that nothing uses.
  void remove_unused();

 private:
  llvm::Constant* declare_variable(llvm::StringRef name, llvm::Type* type);
  void mark_if(llvm::IRBuilder<>& builder, llvm::Value* condition) const;
  void clear_called(llvm::IRBuilder<>& builder) const;
  llvm::FunctionCallee declare(llvm::StringRef name, llvm::FunctionType* type, llvm::CallingConv::ID convention);
  static void call(llvm::Instruction* position, llvm::FunctionCallee hook, llvm::ArrayRef<llvm::Value*> arguments);

  llvm::Module& module_;
  // Of a size that is a power of two, by that; behind them, of any other.
  static constexpr unsigned kSizes = 5;
  static unsigned index_of_size(unsigned size);

  llvm::FunctionCallee reads_[kSizes + 1], writes_[kSizes + 1];
  llvm::FunctionCallee read_range_, write_range_, enter_, leave_, frame_end_, atomic_, compare_exchange_, fence_;
  llvm::FunctionCallee memcpy_, memmove_, memset_;
  llvm::Constant* atomics_on_;
  llvm::Constant* unseen_;
  llvm::Constant* called_;
  llvm::DenseSet<const llvm::Value*> hooks_;
  std::vector<llvm::GlobalValue*> declarations_;  // made here, not by the program
};

}  // namespace heddle::pass
