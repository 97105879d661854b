// Recognises accesses to the pointer from an object to its class's virtual function table.
//
// With optimisation on, clang marks them in its type-based alias information. Without, there are only the shapes of the
// code it makes for constructors, virtual calls and virtual bases.
#pragma once

#include "llvm/IR/Instructions.h"

namespace heddle::pass {

[[nodiscard]] bool loads_vtable_pointer(const llvm::LoadInst& load);
[[nodiscard]] bool stores_vtable_pointer(const llvm::StoreInst& store);
// The tables themselves never change.
[[nodiscard]] bool loads_from_vtable(const llvm::LoadInst& load);

}  // namespace heddle::pass
