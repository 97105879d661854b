#include "pass/program_inputs.h"

#include "heddle/abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "pass/benchmark_functions.h"
#include "pass/told_apart.h"

namespace heddle::pass {
namespace {

// Of each kind. A unit that compares with more says how many it left out.
constexpr std::size_t kMostConstants = 64;
// Those that are tried anyway.
constexpr std::int64_t kLargestCommon = 2;

bool asks_for_input(const llvm::Instruction& instruction) {
  const llvm::Function* callee = called_function(instruction);
  return llvm::isa<llvm::CallInst>(instruction) && callee != nullptr && callee->isDeclaration() &&
         callee->getName().starts_with("__VERIFIER_nondet_");
}

}  // namespace

void ProgramInputs::run(llvm::Function& function) {
  bool asks = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    collect(instruction);
    asks |= asks_for_input(instruction);
  }
  if (asks) {
    announce(function);
  }
}

void ProgramInputs::collect(const llvm::Instruction& instruction) {
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    add_integer(compare->getOperand(0));
    add_integer(compare->getOperand(1));
  } else if (const auto* floating = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) {
    add_floating(floating->getOperand(0));
    add_floating(floating->getOperand(1));
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    for (const auto& branch : choice->cases()) {
      add_integer(branch.getCaseValue());
    }
  }
}

void ProgramInputs::add_integer(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (constant == nullptr || constant->getBitWidth() == 1 || constant->getBitWidth() > 64) {
    return;
  }
  const std::int64_t number = constant->getSExtValue();
  if (number >= -kLargestCommon && number <= kLargestCommon) {
    return;
  }
  if (integers_.size() < kMostConstants) {
    integers_.insert(number);
  } else {
    left_out_ += integers_.contains(number) ? 0 : 1;
  }
}

void ProgramInputs::add_floating(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value);
  if (constant == nullptr || !(constant->getType()->isFloatTy() || constant->getType()->isDoubleTy())) {
    return;
  }
  llvm::APFloat number = constant->getValueAPF();
  bool inexact = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
  const std::uint64_t bits = number.bitcastToAPInt().getZExtValue();
  if (floatings_.size() < kMostConstants) {
    floatings_.insert(bits);
  } else {
    left_out_ += floatings_.contains(bits) ? 0 : 1;
  }
}

// Every such call is announced, also one of which nothing is known: the function may be defined elsewhere, and then
// what was said of it must not count for the next one.
void ProgramInputs::announce(llvm::Function& function) {
  const ToldApart told(function, analyses_);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (asks_for_input(instruction)) {
      auto& call = llvm::cast<llvm::CallBase>(instruction);
      const ToldApart::Values values = told.values_of(call);
      expect(call, values.values, values.exact);
    }
  }
}

void ProgramInputs::expect(llvm::CallBase& call, llvm::ArrayRef<std::int64_t> values, bool exact) {
  llvm::IRBuilder<> builder(&call);
  auto* pointer = builder.getPtrTy();
  llvm::Constant* address = llvm::ConstantPointerNull::get(pointer);
  if (!values.empty()) {
    auto* list = llvm::ConstantDataArray::get(
        module_.getContext(), llvm::ArrayRef(reinterpret_cast<const std::uint64_t*>(values.data()), values.size()));
    auto* global = new llvm::GlobalVariable(module_, list->getType(), true, llvm::GlobalValue::PrivateLinkage, list,
                                            "heddle.input");
    global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    address = global;
  }
  const llvm::FunctionCallee callee = module_.getOrInsertFunction(
      "heddle_expect_input",
      llvm::FunctionType::get(builder.getVoidTy(), {pointer, builder.getInt32Ty(), builder.getInt32Ty()}, false));
  builder.CreateCall(
      callee, {address, builder.getInt32(static_cast<std::uint32_t>(values.size())), builder.getInt32(exact ? 1 : 0)});
}

void ProgramInputs::finish() {
  if (integers_.empty() && floatings_.empty()) {
    return;
  }
  auto& context = module_.getContext();
  auto* i32 = llvm::Type::getInt32Ty(context);
  llvm::SmallVector<std::uint64_t> numbers;
  for (const std::int64_t number : integers_) {
    numbers.push_back(static_cast<std::uint64_t>(number));
  }
  numbers.append(floatings_.begin(), floatings_.end());
  auto* list = llvm::ConstantDataArray::get(context, llvm::ArrayRef<std::uint64_t>(numbers));
  auto* name =
      llvm::ConstantDataArray::getString(context, llvm::StringRef(HEDDLE_NOTE_NAME "\0", sizeof(HEDDLE_NOTE_NAME)));
  const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(i32, value); };
  auto* content = llvm::ConstantStruct::getAnon(
      {number(sizeof(HEDDLE_NOTE_NAME)), number(sizeof(heddle_constants) + numbers.size() * sizeof(std::uint64_t)),
       number(HEDDLE_NOTE_CONSTANTS), name, number(integers_.size()), number(left_out_), list},
      /*Packed=*/true);
  auto* note = new llvm::GlobalVariable(module_, content->getType(), true, llvm::GlobalValue::InternalLinkage, content,
                                        "heddle.constants");
  note->setSection(".note.heddle");
  note->setAlignment(llvm::Align(4));
  llvm::appendToUsed(module_, {note});
}

}  // namespace heddle::pass
