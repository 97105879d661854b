#include "pass/bit_fields.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace heddle::pass {
namespace {

const llvm::ConstantInt* constant_operand(const llvm::Value* value, unsigned opcode) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  return operation == nullptr || operation->getOpcode() != opcode
             ? nullptr
             : llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
}

// Of `and (load pointer), mask`, the bits that it makes room for.
std::optional<unsigned> cleared_bit(const llvm::Value* value, const llvm::Value* pointer) {
  const llvm::ConstantInt* mask = constant_operand(value, llvm::Instruction::And);
  if (mask == nullptr) {
    return std::nullopt;
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(llvm::cast<llvm::BinaryOperator>(value)->getOperand(0));
  const llvm::APInt cleared = ~mask->getValue();
  return load != nullptr && load->getPointerOperand() == pointer && cleared.isShiftedMask()
             ? std::optional(cleared.countr_zero())
             : std::nullopt;
}

std::optional<unsigned> written_bit(const llvm::StoreInst& store) {
  const llvm::Value* value = store.getValueOperand();
  const llvm::Value* pointer = store.getPointerOperand();
  if (const auto* both = llvm::dyn_cast<llvm::BinaryOperator>(value);
      both != nullptr && both->getOpcode() == llvm::Instruction::Or) {
    for (const llvm::Value* part : both->operands()) {
      if (const auto bit = cleared_bit(part, pointer)) {
        return bit;
      }
    }
  }
  return cleared_bit(value, pointer);
}

// What is read to be written again.
std::optional<unsigned> bit_to_be_written(const llvm::Value& value, const llvm::Value* pointer, int depth = 0) {
  for (const llvm::User* user : value.users()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getValueOperand() == &value && store->getPointerOperand() == pointer) {
        return written_bit(*store);
      }
    } else if (depth < 2 && llvm::isa<llvm::BinaryOperator>(user)) {
      if (const auto bit = bit_to_be_written(*user, pointer, depth + 1)) {
        return bit;
      }
    }
  }
  return std::nullopt;
}

std::optional<unsigned> shifted_down(const llvm::Value* value) {
  for (const unsigned shift : {llvm::Instruction::LShr, llvm::Instruction::AShr}) {
    if (const llvm::ConstantInt* bits = constant_operand(value, shift)) {
      return static_cast<unsigned>(bits->getZExtValue());
    }
  }
  return std::nullopt;
}

// `load & mask`, `load >> down`, `(load << up) >> down`.
std::optional<unsigned> extracted_bit(const llvm::LoadInst& load) {
  for (const llvm::User* user : load.users()) {
    if (constant_operand(user, llvm::Instruction::And) != nullptr) {
      return 0;
    }
    if (const auto down = shifted_down(user)) {
      return down;
    }
    const llvm::ConstantInt* up = constant_operand(user, llvm::Instruction::Shl);
    for (const llvm::User* next : user->users()) {
      const auto down = up == nullptr ? std::nullopt : shifted_down(next);
      if (down && *down >= up->getZExtValue()) {
        return *down - static_cast<unsigned>(up->getZExtValue());
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<unsigned> first_bit_of(const llvm::Instruction& access) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) {
    return written_bit(*store);
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
  if (load == nullptr || !load->getType()->isIntegerTy()) {
    return std::nullopt;
  }
  const auto written = bit_to_be_written(*load, load->getPointerOperand());
  return written ? written : extracted_bit(*load);
}

}  // namespace heddle::pass
