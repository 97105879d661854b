// What the source calls the memory that an instruction accesses: "counter", "account.total", "table[]", "node->next".
//
// Best effort, from debug information. It works on the compiler's first output, where every local pointer still lives
// in a named stack slot; the names then travel with the instructions, as metadata, while the code is copied and
// inlined.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Operator.h"

namespace heddle::pass {

struct SourceName {
  std::string variable;
  std::string type;
};

class SourceNames {
 public:
  explicit SourceNames(llvm::LLVMContext& context);

  // Names all accesses of a function but those to private memory.
  void analyse(llvm::Function& function, llvm::function_ref<bool(const llvm::Value*)> is_private);
  // After SROA: local variables are values now, not stack slots.
  void refresh_variables(llvm::Function& function);

  // The name of what `instruction` accesses through `pointer`, one of its operands.
  [[nodiscard]] SourceName name(const llvm::Instruction& instruction, const llvm::Value* pointer,
                                std::uint64_t size) const;

  // Takes the metadata away again.
  void strip(llvm::Function& function) const;

 private:
  // A place in memory, as the source would write it.
  struct Place {
    std::string text;                    // empty: unknown
    const llvm::DIType* type = nullptr;  // null: unknown
    std::int64_t offset = 0;             // bytes beyond the beginning of `type`, not yet turned into members
    bool through_pointer = false;        // `text` is a pointer to the place
    std::string field;                   // of a bit-field, its type with its place in what is accessed: "int:3@5"
    bool known() const { return !text.empty(); }
  };
  void collect_variables(llvm::Function& function);
  void collect_variable(llvm::DbgVariableRecord& record);
  void attach(llvm::Instruction& instruction, llvm::ArrayRef<SourceName> names) const;
  // `bit`: the first that the access is about, where it is about some of them.
  SourceName describe(const llvm::Value* pointer, std::uint64_t size, bool is_scalar,
                      std::optional<unsigned> bit = std::nullopt) const;
  Place place(const llvm::Value* pointer, int depth) const;
  Place place_of_global(const llvm::GlobalVariable& variable) const;
  Place place_of_call(const llvm::CallBase& call, int depth) const;
  Place place_of_offset(const llvm::GEPOperator& offset, int depth) const;
  Place place_behind(const Place& pointer) const;
  static Place variable_place(const llvm::DILocalVariable* variable);
  static void select_members(Place& place, std::uint64_t size, bool is_scalar,
                             std::optional<unsigned> bit = std::nullopt);
  static bool select_member(Place& place);
  static bool select_bit_fields(Place& place, std::uint64_t size, std::optional<unsigned> bit);
  static void subscript(Place& place);
  static std::string render(const Place& place);

  llvm::DenseMap<const llvm::Value*, const llvm::DILocalVariable*> slots_;    // address -> variable that lives there
  llvm::DenseMap<const llvm::Value*, const llvm::DILocalVariable*> holders_;  // address of the variable's address
  llvm::DenseMap<const llvm::Value*, const llvm::DILocalVariable*> values_;   // value -> variable that has it
  unsigned kind_;                                                             // of the metadata that carries the names
};

}  // namespace heddle::pass
