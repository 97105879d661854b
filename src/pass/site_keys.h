// The identity of a site: hash of unit, mangled name of the function it was written in, and ordinal in that function.
//
// Accesses are numbered after their function's locals are promoted and before anything is inlined into it, so that the
// numbers do not depend on what is inlined where. The keys travel with the instructions as metadata; all copies of an
// access have its key.
#pragma once

#include <cstdint>

#include "heddle/abi.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"

namespace heddle::pass {

// Ordinals are counted by class, so that an access that only one optimisation level sees (or a kind that only type
// information tells, such as a vtable pointer) does not shift the identity of all others.
enum class KeyClass : std::uint8_t { kRead, kWrite, kAtomic, kFunction, kLateRead, kLateWrite };

[[nodiscard]] std::uint64_t site_key(llvm::StringRef unit, llvm::StringRef function, KeyClass key_class,
                                     unsigned ordinal);

class SiteKeys {
 public:
  explicit SiteKeys(llvm::LLVMContext& context);

  // Numbers the plain accesses of a function but those to private memory.
  void number(llvm::Function& function, llvm::StringRef name,
              llvm::function_ref<bool(const llvm::Value*)> is_private) const;

  // The key of an access; 0 for an instruction that did not exist when its function was numbered.
  [[nodiscard]] std::uint64_t key(const llvm::Instruction& instruction, bool is_write) const;

  // Takes the metadata away again.
  void strip(llvm::Function& function) const;

 private:
  unsigned kind_;  // of the metadata that carries the keys
};

}  // namespace heddle::pass
