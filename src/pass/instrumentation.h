// What the instrumenters share: hooks, records, names, and the plan that applies changes in a safe order.
#pragma once

#include <vector>

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/IR/Instruction.h"
#include "pass/gates.h"
#include "pass/site.h"
#include "pass/site_keys.h"
#include "pass/source_names.h"
#include "pass/thread_private.h"
#include "pass/unit_records.h"

namespace heddle::pass {

struct Instrumentation {
  explicit Instrumentation(llvm::Module& module)
      : layout(module.getDataLayout()),
        gates(module),
        records(module),
        names(module.getContext()),
        keys(module.getContext()),
        thread_private(module) {}

  // A site at the place of an instruction; `function` is the mangled name of the function that contains it.
  [[nodiscard]] static Site site_at(const llvm::Instruction& instruction, llvm::StringRef function,
                                    heddle_site_kind kind);
  // The same, with the names of what the instruction accesses.
  [[nodiscard]] Site access_site(const llvm::Instruction& instruction, const llvm::Value* pointer, llvm::Type* type,
                                 llvm::StringRef function, heddle_site_kind kind);

  // With its directory, as the debug information has it.
  [[nodiscard]] static std::string full_path(const llvm::DIFile* file);

  [[nodiscard]] std::uint32_t store_size(llvm::Type* type) const;

  const llvm::DataLayout& layout;
  Gates gates;
  UnitRecords records;
  SourceNames names;
  SiteKeys keys;
  ThreadPrivate thread_private;
};

// Changes to one function, found from front to back (which numbers the sites) and made from back to front: then each
// split of a block moves only the instructions up to the next one.
class Plan {
 public:
  void add(llvm::unique_function<void()> change) { changes_.push_back(std::move(change)); }
  [[nodiscard]] bool empty() const { return changes_.empty(); }
  [[nodiscard]] std::size_t size() const { return changes_.size(); }
  void apply();

 private:
  std::vector<llvm::unique_function<void()>> changes_;
};

// Takes back what the function and its calls promise about memory: the hooks let other threads run.
void drop_memory_promises(llvm::Function& function);

}  // namespace heddle::pass
