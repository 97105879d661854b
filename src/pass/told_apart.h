// Which values of an unknown input a function tells apart.
//
// The value is followed in a copy of the function, in which local variables are values. Where the function only
// compares it with constants, takes its remainder by one, or uses it where few values are possible (behind `assume(0 <=
// x && x < 5)`), one value of each class stands for all of them. The copy is simplified without what the language
// leaves undefined, so that it does with every value what the function does, however that is compiled.
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

namespace heddle::pass {

class ToldApart {
 public:
  struct Values {
    std::vector<std::int64_t> values;  // the most useful first
    bool exact = false;                // every other value is treated like one of these
  };

  ToldApart(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

  [[nodiscard]] Values values_of(const llvm::CallBase& call) const { return values_.lookup(&call); }

 private:
  llvm::DenseMap<const llvm::CallBase*, Values> values_;
};

}  // namespace heddle::pass
