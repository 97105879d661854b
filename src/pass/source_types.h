// Names of types and members, read from debug information.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/IR/DebugInfoMetadata.h"

namespace heddle::pass {

// The type behind typedefs and qualifiers; null stays null.
[[nodiscard]] const llvm::DIType* strip_qualifiers(const llvm::DIType* type);

// What a pointer or reference type refers to, or null.
[[nodiscard]] const llvm::DIType* pointee(const llvm::DIType* type);
[[nodiscard]] bool is_reference(const llvm::DIType* type);

// Element type of an array type, or null.
[[nodiscard]] const llvm::DIType* array_element(const llvm::DIType* type);

// A class without a name that a lambda expression made.
[[nodiscard]] bool is_closure(const llvm::DIType* type);

// As in the source: "int", "const char*", "std::vector<int>"; empty when unknown.
[[nodiscard]] std::string type_name(const llvm::DIType* type);

// The size in bytes, also of typedefs; 0 when unknown.
[[nodiscard]] std::uint64_t type_size(const llvm::DIType* type);

// The member that covers a byte offset. Base classes and unnamed members have an empty name.
struct Member {
  std::string name;
  const llvm::DIType* type = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t bits = 0;       // of a bit-field, its width ...
  std::uint64_t first_bit = 0;  // ... and where in the object it begins
};
// All bit-fields that have bits from `first` up to `end`, in order.
[[nodiscard]] std::vector<Member> bit_fields_in(const llvm::DIType* type, std::uint64_t first, std::uint64_t end);
[[nodiscard]] Member member_at(const llvm::DIType* type, std::uint64_t offset);

}  // namespace heddle::pass
