// Emits the static records of a unit: sites, strings, places of functions, the heddle_unit and its ELF note (see
// abi.h).
#pragma once

#include <vector>

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace heddle::pass {

class RecordEmitter {
 public:
  explicit RecordEmitter(llvm::Module& module);

  // Does nothing for a module that has no sites waiting.
  void run();

 private:
  llvm::Constant* string(llvm::StringRef text);
  llvm::Constant* string_reference(llvm::StringRef text, llvm::Constant* field);
  llvm::Constant* distance(llvm::Constant* to, llvm::Constant* from) const;
  llvm::Constant* field_address(llvm::GlobalVariable* global, llvm::StructType* type, unsigned field) const;
  llvm::Constant* emit_site(const llvm::MDNode& description, llvm::GlobalVariable* sites, std::size_t index);
  llvm::GlobalVariable* emit_sites(const llvm::NamedMDNode& descriptions);
  void emit_function(llvm::Function* function);
  void emit_functions();
  llvm::GlobalVariable* end_of_functions(llvm::StringRef symbol);
  llvm::GlobalVariable* emit_unit(llvm::GlobalVariable* sites, unsigned count);
  llvm::GlobalVariable* emit_note(llvm::GlobalVariable* unit);

  llvm::Module& module_;
  llvm::StructType* site_type_;
  llvm::StringMap<llvm::Constant*> strings_;
  std::vector<llvm::GlobalValue*> functions_;
};

}  // namespace heddle::pass
