#include "pass/told_apart.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "pass/benchmark_functions.h"

namespace heddle::pass {
namespace {

constexpr std::size_t kMostValues = 256;
// Where they are not all: so many of those that the function compares with.
constexpr std::size_t kMostHints = 16;

// Which values a value may have in a place.
class Ranges {
 public:
  Ranges(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : function_(function),
        values_(analyses.getResult<llvm::LazyValueAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {}

  // LLVM gives up on the way around a loop, but a branch that all ways take does not.
  [[nodiscard]] llvm::ConstantRange at(const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    const auto* value = llvm::cast<llvm::Instruction>(use.get());
    const llvm::BasicBlock* place = phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
    llvm::ConstantRange range = values_.getConstantRangeAtUse(use, /*UndefAllowed=*/false);
    for (llvm::BasicBlock& block : function_) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (branch == nullptr || branch->isUnconditional() || !dominators_.dominates(value, branch)) {
        continue;
      }
      for (llvm::BasicBlock* next : branch->successors()) {
        if (dominators_.dominates(llvm::BasicBlockEdge(&block, next), place)) {
          range = range.intersectWith(values_.getConstantRangeOnEdge(use.get(), &block, next));
        }
      }
    }
    return range;
  }

 private:
  llvm::Function& function_;
  llvm::LazyValueInfo& values_;
  llvm::DominatorTree& dominators_;
};

// The classes of one value, from how it is used.
class Classes {
 public:
  Classes(const llvm::Value& value, Ranges& ranges)
      : bits_(value.getType()->getIntegerBitWidth()), lowest_(llvm::APInt::getSignedMinValue(bits_).getSExtValue()) {
    cuts_.insert(lowest_);
    for (const llvm::Use& use : value.uses()) {
      add_use(use, ranges);
    }
  }

  [[nodiscard]] ToldApart::Values values() const;

 private:
  void add_use(const llvm::Use& use, Ranges& ranges);
  bool add_comparison(const llvm::ICmpInst& compare, const llvm::Use& use);
  bool add_remainder(const llvm::BinaryOperator& operation, const llvm::Use& use);
  bool add_offset(const llvm::BinaryOperator& operation);
  bool add_modulus(const llvm::APInt& divisor);
  void add_other_use(const llvm::ConstantRange& range);
  void cut(const llvm::ConstantRange& region);
  void cut_at(const llvm::APInt& bound) { cuts_.insert(bound.getSExtValue()); }
  [[nodiscard]] std::vector<std::int64_t> representatives() const;
  [[nodiscard]] std::vector<bool> compared(std::int64_t value) const;
  [[nodiscard]] std::vector<std::int64_t> hints() const;
  void add_interval(std::int64_t low, std::int64_t high, std::vector<std::int64_t>& to) const;

  unsigned bits_;
  std::int64_t lowest_;
  bool exact_ = true;
  std::int64_t modulus_ = 1;
  std::set<std::int64_t> cuts_;               // where an interval of values that are compared alike begins
  std::set<std::int64_t> used_;               // used for themselves
  std::vector<llvm::ConstantRange> regions_;  // of the comparisons
  std::vector<llvm::ConstantRange> ranges_;   // of other uses: it is known to be in there
};

void Classes::cut(const llvm::ConstantRange& region) {
  regions_.push_back(region);
  if (!region.isFullSet() && !region.isEmptySet()) {
    cut_at(region.getLower());
    cut_at(region.getUpper());
  }
}

bool Classes::add_comparison(const llvm::ICmpInst& compare, const llvm::Use& use) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(compare.getOperand(1 - use.getOperandNo()));
  if (constant == nullptr) {
    return false;
  }
  const auto predicate = use.getOperandNo() == 0 ? compare.getPredicate() : compare.getSwappedPredicate();
  cut(llvm::ConstantRange::makeExactICmpRegion(predicate, constant->getValue()));
  return true;
}

// Told apart by the remainder.
bool Classes::add_modulus(const llvm::APInt& divisor) {
  if (!divisor.isStrictlyPositive() || divisor.ugt(kMostValues)) {
    return false;
  }
  modulus_ = std::lcm(modulus_, static_cast<std::int64_t>(divisor.getZExtValue()));
  return modulus_ <= static_cast<std::int64_t>(kMostValues);
}

bool Classes::add_remainder(const llvm::BinaryOperator& operation, const llvm::Use& use) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
  if (constant == nullptr || use.getOperandNo() != 0) {
    return false;
  }
  const llvm::APInt& divisor = constant->getValue();
  switch (operation.getOpcode()) {
    case llvm::Instruction::And:
      return (divisor + 1).isPowerOf2() && add_modulus(divisor + 1);
    case llvm::Instruction::SRem:
      cut_at(llvm::APInt(bits_, 0));
      return add_modulus(divisor.abs());
    case llvm::Instruction::URem:
      cut_at(llvm::APInt(bits_, 0));
      return add_modulus(divisor);
    default:
      return false;
  }
}

// `low <= x && x < high` becomes `x - low < high - low`, unsigned.
bool Classes::add_offset(const llvm::BinaryOperator& operation) {
  const auto* offset = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
  if (operation.getOpcode() != llvm::Instruction::Add || offset == nullptr) {
    return false;
  }
  std::vector<llvm::ConstantRange> found;
  for (const llvm::User* user : operation.users()) {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    const auto* bound = compare == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    if (bound == nullptr) {
      return false;
    }
    found.push_back(llvm::ConstantRange::makeExactICmpRegion(compare->getPredicate(), bound->getValue())
                        .subtract(offset->getValue()));
  }
  for (const llvm::ConstantRange& region : found) {
    cut(region);
  }
  return true;
}

void Classes::add_other_use(const llvm::ConstantRange& range) {
  if (range.isEmptySet()) {
    return;
  }
  if (!range.isFullSet()) {
    cut(range);
    ranges_.push_back(range);
  }
  if (range.isFullSet() || range.isSizeLargerThan(kMostValues)) {
    exact_ = false;
    return;
  }
  for (llvm::APInt value = range.getLower(); value != range.getUpper(); ++value) {
    used_.insert(value.getSExtValue());
    cut_at(value);
    cut_at(value + 1);
  }
}

void Classes::add_use(const llvm::Use& use, Ranges& ranges) {
  const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
  bool known = false;
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&user)) {
    known = add_comparison(*compare, use);
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&user)) {
    for (const auto& branch : choice->cases()) {
      cut(llvm::ConstantRange(branch.getCaseValue()->getValue()));
    }
    known = true;
  } else if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&user)) {
    known = add_remainder(*operation, use) || add_offset(*operation);
  } else if (const auto* truncation = llvm::dyn_cast<llvm::TruncInst>(&user)) {
    const unsigned kept = truncation->getType()->getIntegerBitWidth();
    known = kept < bits_ && add_modulus(llvm::APInt::getOneBitSet(bits_, kept));
  }
  if (!known) {
    add_other_use(ranges.at(use));
  }
}

std::vector<bool> Classes::compared(std::int64_t value) const {
  const llvm::APInt number(bits_, static_cast<std::uint64_t>(value), /*isSigned=*/true);
  std::vector<bool> answers;
  answers.reserve(regions_.size());
  for (const llvm::ConstantRange& region : regions_) {
    answers.push_back(region.contains(number));
  }
  return answers;
}

// One of each remainder, near 0.
void Classes::add_interval(std::int64_t low, std::int64_t high, std::vector<std::int64_t>& to) const {
  std::int64_t first = low;
  if (low < 0) {
    first = high <= 0 ? std::max(low, high - modulus_ + 1) : 0;
    first = high > 0 && high < modulus_ - 1 ? std::max(low, high - modulus_ + 1) : first;
  }
  for (std::int64_t count = 0; count < modulus_ && to.size() <= kMostValues; ++count) {
    to.push_back(first + count);
    if (first + count == high) {
      return;
    }
  }
}

std::vector<std::int64_t> Classes::representatives() const {
  std::vector<std::int64_t> values;
  for (auto cut = cuts_.begin(); cut != cuts_.end() && values.size() <= kMostValues; ++cut) {
    const auto next = std::next(cut);
    const std::int64_t high = next == cuts_.end() ? llvm::APInt::getSignedMaxValue(bits_).getSExtValue() : *next - 1;
    add_interval(*cut, high, values);
  }
  return values;
}

// What is compared with, and what comes just before.
std::vector<std::int64_t> Classes::hints() const {
  std::set<std::int64_t> values;
  for (const std::int64_t cut : cuts_) {
    if (cut != lowest_) {
      values.insert({cut, cut - 1});
    }
  }
  return {values.begin(), values.end()};
}

ToldApart::Values Classes::values() const {
  ToldApart::Values result;
  result.values = exact_ ? representatives() : hints();
  result.exact = exact_ && result.values.size() <= kMostValues;
  // Those that get on where others do not come first, then small ones.
  const auto rank = [this](std::int64_t value) {
    const llvm::APInt number(bits_, static_cast<std::uint64_t>(value), /*isSigned=*/true);
    const auto gets_on = std::ranges::count_if(ranges_, [&](const auto& range) { return range.contains(number); });
    const std::uint64_t size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return std::tuple(-gets_on, size, value < 0);
  };
  std::ranges::sort(result.values, {}, rank);
  if (result.exact && modulus_ == 1) {
    std::set<std::vector<bool>> seen;
    std::erase_if(result.values,
                  [&](std::int64_t value) { return !used_.contains(value) && !seen.insert(compared(value)).second; });
  } else if (!result.exact && result.values.size() > kMostHints) {
    result.values.resize(kMostHints);
  }
  return result;
}

// Assumptions become branches: code behind them is reached only if they hold.
void branch_at_assumptions(llvm::Function& function) {
  llvm::SmallVector<llvm::CallInst*> declared;
  llvm::SmallVector<llvm::CallInst*> defined;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = called_function(instruction);
    if (call != nullptr && callee != nullptr && call->arg_size() == 1 && BenchmarkFunctions::is_assumption(*callee)) {
      if (callee->isDeclaration()) {
        declared.push_back(call);
      } else if (call->getCalledFunction() == callee) {
        defined.push_back(call);
      }
    }
  }
  for (llvm::CallInst* call : declared) {
    llvm::IRBuilder<> builder(call);
    llvm::Value* fails = builder.CreateIsNull(call->getArgOperand(0));
    // With the call in it: a block that cannot be reached would be no branch.
    call->moveBefore(llvm::SplitBlockAndInsertIfThen(fails, call, /*Unreachable=*/true));
  }
  for (llvm::CallInst* call : defined) {
    llvm::InlineFunctionInfo information;
    llvm::InlineFunction(*call, information);
  }
}

void simplify(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    instruction.dropPoisonGeneratingFlags();
  }
  const auto pass = [&](auto&& one) { analyses.invalidate(function, one.run(function, analyses)); };
  pass(llvm::PromotePass());
  pass(llvm::InstCombinePass());
  pass(llvm::SimplifyCFGPass());
  pass(llvm::InstCombinePass());
}

// A pointer is told apart from null, or used for something else.
ToldApart::Values values_of_pointer(const llvm::Value& pointer) {
  const bool only_compared = llvm::all_of(pointer.users(), [](const llvm::User* user) {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    return compare != nullptr && compare->isEquality() && llvm::isa<llvm::ConstantPointerNull>(compare->getOperand(1));
  });
  return {.values = {0, 1}, .exact = only_compared};
}

}  // namespace

ToldApart::ToldApart(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&function, map);
  branch_at_assumptions(*copy);
  llvm::SmallVector<std::pair<const llvm::CallBase*, llvm::WeakTrackingVH>> calls;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      calls.emplace_back(call, map.lookup(call));
    }
  }
  simplify(*copy, analyses);
  Ranges ranges(*copy, analyses);
  for (const auto& [call, twin] : calls) {
    const auto* value = llvm::dyn_cast_or_null<llvm::CallBase>(static_cast<llvm::Value*>(twin));
    if (value == nullptr || value->getCalledOperand() != call->getCalledOperand()) {
      continue;
    }
    const unsigned bits = value->getType()->isIntegerTy() ? value->getType()->getIntegerBitWidth() : 0;
    if (bits > 1 && bits <= 64) {
      values_[call] = Classes(*value, ranges).values();
    } else if (value->getType()->isPointerTy()) {
      values_[call] = values_of_pointer(*value);
    }
  }
  analyses.clear(*copy, copy->getName());
  copy->eraseFromParent();
}

}  // namespace heddle::pass
