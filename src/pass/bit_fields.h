// Which bits of the memory that it reads or writes a load or store is about. Bit-fields are accessed by the unit they
// lie in: a write reads the unit, puts its bits in, and writes all of it.
#pragma once

#include <optional>

#include "llvm/IR/Instruction.h"

namespace heddle::pass {

// The lowest of them. Nothing: all, or it cannot be told. From the compiler's first output: what the optimiser makes of
// it looks different.
[[nodiscard]] std::optional<unsigned> first_bit_of(const llvm::Instruction& access);

}  // namespace heddle::pass
