#include "pass/unit_records.h"

#include <algorithm>

#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "pass/site_keys.h"

namespace heddle::pass {
namespace {

KeyClass key_class(heddle_site_kind kind) {
  switch (kind) {
    case HEDDLE_SITE_READ:
    case HEDDLE_SITE_READ_RANGE:
    case HEDDLE_SITE_VPTR_READ:
      return KeyClass::kLateRead;
    case HEDDLE_SITE_WRITE:
    case HEDDLE_SITE_WRITE_RANGE:
    case HEDDLE_SITE_VPTR_WRITE:
      return KeyClass::kLateWrite;
    case HEDDLE_SITE_ATOMIC_LOAD:
    case HEDDLE_SITE_ATOMIC_STORE:
    case HEDDLE_SITE_ATOMIC_RMW:
    case HEDDLE_SITE_ATOMIC_CAS:
    case HEDDLE_SITE_FENCE:
      return KeyClass::kAtomic;
    case HEDDLE_SITE_FUNCTION:
    case HEDDLE_SITE_FRAME_END:
      return KeyClass::kFunction;
  }
  return KeyClass::kFunction;
}

}  // namespace

UnitRecords::UnitRecords(llvm::Module& module) : module_(module) {
  auto* i8 = llvm::Type::getInt8Ty(module.getContext());
  const auto declare = [&](llvm::StringRef name, bool is_constant) {
    auto* variable = new llvm::GlobalVariable(module, llvm::ArrayType::get(i8, 0), is_constant,
                                              llvm::GlobalValue::ExternalLinkage, nullptr, name);
    variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
    variable->setDSOLocal(true);
    return variable;
  };
  sites_ = declare(kSitesSymbol, true);
  gates_ = declare(kGatesSymbol, false);
  any_gate_ = new llvm::GlobalVariable(module, i8, false, llvm::GlobalValue::InternalLinkage,
                                       llvm::ConstantInt::get(i8, 0), kAnyGateSymbol);
}

bool UnitRecords::present(const llvm::Module& module) {
  return module.getNamedMetadata(kSitesMetadata) != nullptr || module.getNamedGlobal(kNoteSymbol) != nullptr;
}

unsigned UnitRecords::add(const Site& site) {
  records_.push_back(site);
  Site& record = records_.back();
  if (record.key == 0) {
    const KeyClass by_kind = key_class(site.kind);
    const unsigned ordinal = ordinals_[site.container][static_cast<std::size_t>(by_kind)]++;
    record.key = site_key(module_.getSourceFileName(), site.container, by_kind, ordinal);
  }
  return static_cast<unsigned>(records_.size() - 1);
}

llvm::Constant* UnitRecords::site_address(unsigned index) const {
  auto& context = module_.getContext();
  auto* offset = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), index * sizeof(heddle_site));
  return llvm::ConstantExpr::getInBoundsGetElementPtr(llvm::Type::getInt8Ty(context), sites_, offset);
}

llvm::Constant* UnitRecords::gate_address(unsigned index) const {
  auto& context = module_.getContext();
  auto* offset = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), index);
  return llvm::ConstantExpr::getInBoundsGetElementPtr(llvm::Type::getInt8Ty(context), gates_, offset);
}

llvm::MDNode* UnitRecords::as_metadata(const Site& site) const {
  auto& context = module_.getContext();
  const auto number = [&](std::uint64_t value) -> llvm::Metadata* {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value));
  };
  const auto text = [&](const std::string& value) -> llvm::Metadata* { return llvm::MDString::get(context, value); };
  // In the order of heddle_site.
  return llvm::MDNode::get(context, {number(site.key), text(site.file), text(site.function), text(site.variable),
                                     text(site.type), number(site.line), number(std::min(site.column, 0xffffU)),
                                     number(site.kind), number(site.order), number(site.size), number(site.flags)});
}

void UnitRecords::finish() {
  auto* type =
      llvm::ArrayType::get(llvm::Type::getInt8Ty(module_.getContext()), std::max<std::size_t>(records_.size(), 1));
  auto* gates = new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage,
                                         llvm::Constant::getNullValue(type));
  gates->takeName(gates_);
  gates->setSection("heddle_gates");
  gates->setAlignment(llvm::Align(1));
  gates_->replaceAllUsesWith(gates);
  gates_->eraseFromParent();
  gates_ = gates;
  // The runtime writes these behind the optimiser's back.
  llvm::appendToCompilerUsed(module_, {gates_, any_gate_});
  llvm::NamedMDNode* descriptions = module_.getOrInsertNamedMetadata(kSitesMetadata);
  for (const Site& site : records_) {
    descriptions->addOperand(as_metadata(site));
  }
}

void UnitRecords::mark_unseen() { module_.getOrInsertNamedMetadata(kUnseenUnit); }

bool UnitRecords::is_marked_unseen(const llvm::Module& module) {
  return module.getNamedMetadata(kUnseenUnit) != nullptr;
}

}  // namespace heddle::pass
