#include "pass/site_keys.h"

#include <string>

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"

namespace heddle::pass {

std::uint64_t site_key(llvm::StringRef unit, llvm::StringRef function, KeyClass key_class, unsigned ordinal) {
  std::string text = unit.str();
  text.push_back('\0');
  text += function;
  text.push_back('\0');
  text += std::to_string(static_cast<unsigned>(key_class)) + ":" + std::to_string(ordinal);
  const std::uint64_t key = llvm::xxh3_64bits(text);
  return key == 0 ? 1 : key;
}

SiteKeys::SiteKeys(llvm::LLVMContext& context) : kind_(context.getMDKindID("heddle.keys")) {}

void SiteKeys::number(llvm::Function& function, llvm::StringRef name,
                      llvm::function_ref<bool(const llvm::Value*)> is_private) const {
  auto* i64 = llvm::Type::getInt64Ty(function.getContext());
  unsigned ordinals[2] = {0, 0};
  const auto next = [&](const llvm::Value* pointer, bool is_write) -> llvm::Metadata* {
    std::uint64_t key = 0;
    if (pointer != nullptr && !is_private(pointer)) {
      key = site_key(function.getParent()->getSourceFileName(), name, is_write ? KeyClass::kWrite : KeyClass::kRead,
                     ordinals[is_write ? 1 : 0]++);
    }
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(i64, key));
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::Value* read = nullptr;
    const llvm::Value* written = nullptr;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      read = load->isAtomic() ? nullptr : load->getPointerOperand();
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      written = store->isAtomic() ? nullptr : store->getPointerOperand();
    } else if (auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
      auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(memory);
      read = transfer == nullptr ? nullptr : transfer->getRawSource();
      written = memory->getRawDest();
    }
    if (read != nullptr || written != nullptr) {
      instruction.setMetadata(kind_,
                              llvm::MDNode::get(function.getContext(), {next(read, false), next(written, true)}));
    }
  }
}

std::uint64_t SiteKeys::key(const llvm::Instruction& instruction, bool is_write) const {
  const llvm::MDNode* keys = instruction.getMetadata(kind_);
  if (keys == nullptr) {
    return 0;
  }
  return llvm::mdconst::extract<llvm::ConstantInt>(keys->getOperand(is_write ? 1 : 0))->getZExtValue();
}

void SiteKeys::strip(llvm::Function& function) const {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    instruction.setMetadata(kind_, nullptr);
  }
}

}  // namespace heddle::pass
