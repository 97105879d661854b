// Splits a function into a dispatcher with its name, a clean body and a checked body.
//
//   F:                 any_gate == 0 ? unseen = 1, called = null, musttail F.heddle.clean
//                                    : unseen |= called != F, called = null, musttail F.heddle.checked
//   F.heddle.clean:    the original; its calls go to other clean bodies, so that it is optimised like native code
//   F.heddle.checked:  the original's instructions, to be instrumented; its calls go to other checked bodies
//
// The bodies are private to the unit: their gates are the unit's. Calls from elsewhere, and pointers, use the
// dispatcher, so whoever comes through it may be code that is not instrumented (heddle_called in abi.h).
#pragma once

#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "pass/gates.h"

namespace heddle::pass {

class FunctionSplitter {
 public:
  FunctionSplitter(llvm::Module& module, llvm::Constant* any_gate, const Gates& gates);

  [[nodiscard]] static bool can_split(const llvm::Function& function);

  // Returns the checked body.
  llvm::Function* split(llvm::Function& function);

  // After all functions are split: points direct calls at the bodies.
  void redirect_calls();

  // After that: takes away dispatchers and bodies that nothing can call any more.
  void remove_dead();

  // Marks a function that is to be instrumented without being split.
  void keep_whole(llvm::Function& function) { roles_[&function] = Role::kWhole; }

  // True for the bodies that the access hooks go into: checked ones, and functions kept whole.
  [[nodiscard]] bool is_checked(const llvm::Function& function) const;

  [[nodiscard]] bool is_clean(const llvm::Function& function) const { return roles_.lookup(&function) == Role::kClean; }
  [[nodiscard]] bool is_whole(const llvm::Function& function) const { return roles_.lookup(&function) == Role::kWhole; }

  // The name of the function that a body was made from (of the function itself when it was not split).
  [[nodiscard]] llvm::StringRef original_name(const llvm::Function& body) const;

 private:
  struct Bodies {
    llvm::Function* clean;
    llvm::Function* checked;
  };
  enum class Role { kUntouched, kWhole, kDispatcher, kClean, kChecked };

  llvm::Function* make_body(llvm::Function& function, const char* suffix);
  void make_dispatcher(llvm::Function& function, const Bodies& bodies);
  [[nodiscard]] llvm::Function* replacement(llvm::Value* callee, Role caller) const;
  void redirect_calls_in(llvm::Function& function);
  [[nodiscard]] static bool is_dead(llvm::Function& function);

  llvm::Module& module_;
  llvm::Constant* any_gate_;
  const Gates& gates_;
  llvm::DenseMap<llvm::Function*, Bodies> split_;
  llvm::DenseMap<const llvm::Function*, Role> roles_;
  llvm::DenseMap<const llvm::Function*, std::string> original_names_;
};

}  // namespace heddle::pass
