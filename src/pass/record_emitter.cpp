#include "pass/record_emitter.h"

#include <algorithm>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "pass/unit_records.h"

namespace heddle::pass {

RecordEmitter::RecordEmitter(llvm::Module& module) : module_(module) {
  auto& context = module.getContext();
  auto* i8 = llvm::Type::getInt8Ty(context);
  auto* i16 = llvm::Type::getInt16Ty(context);
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* i64 = llvm::Type::getInt64Ty(context);
  site_type_ = llvm::StructType::create(context, {i64, i32, i32, i32, i32, i32, i16, i8, i8, i32, i32}, "heddle.site");
}

llvm::Constant* RecordEmitter::distance(llvm::Constant* to, llvm::Constant* from) const {
  auto* i64 = llvm::Type::getInt64Ty(module_.getContext());
  return llvm::ConstantExpr::getSub(llvm::ConstantExpr::getPtrToInt(to, i64),
                                    llvm::ConstantExpr::getPtrToInt(from, i64));
}

llvm::Constant* RecordEmitter::field_address(llvm::GlobalVariable* global, llvm::StructType* type,
                                             unsigned field) const {
  auto* i32 = llvm::Type::getInt32Ty(module_.getContext());
  return llvm::ConstantExpr::getInBoundsGetElementPtr(
      type, global,
      llvm::ArrayRef<llvm::Constant*>{llvm::ConstantInt::get(i32, 0), llvm::ConstantInt::get(i32, field)});
}

llvm::Constant* RecordEmitter::string(llvm::StringRef text) {
  llvm::Constant*& entry = strings_[text];
  if (entry == nullptr) {
    auto* bytes = llvm::ConstantDataArray::getString(module_.getContext(), text);
    auto* global = new llvm::GlobalVariable(module_, bytes->getType(), true, llvm::GlobalValue::PrivateLinkage, bytes,
                                            "heddle.string");
    global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    global->setAlignment(llvm::Align(1));
    entry = global;
  }
  return entry;
}

llvm::Constant* RecordEmitter::string_reference(llvm::StringRef text, llvm::Constant* field) {
  auto* i32 = llvm::Type::getInt32Ty(module_.getContext());
  if (text.empty()) {
    return llvm::ConstantInt::get(i32, 0);
  }
  return llvm::ConstantExpr::getTrunc(distance(string(text), field), i32);
}

llvm::Constant* RecordEmitter::emit_site(const llvm::MDNode& description, llvm::GlobalVariable* sites,
                                         std::size_t index) {
  auto* i32 = llvm::Type::getInt32Ty(module_.getContext());
  std::vector<llvm::Constant*> fields;
  for (unsigned field = 0; field < site_type_->getNumElements(); ++field) {
    const llvm::Metadata* operand = description.getOperand(field);
    if (const auto* text = llvm::dyn_cast<llvm::MDString>(operand)) {
      auto* address = llvm::ConstantExpr::getInBoundsGetElementPtr(
          sites->getValueType(), sites,
          llvm::ArrayRef<llvm::Constant*>{llvm::ConstantInt::get(i32, 0), llvm::ConstantInt::get(i32, index),
                                          llvm::ConstantInt::get(i32, field)});
      fields.push_back(string_reference(text->getString(), address));
    } else {
      const auto* number = llvm::mdconst::extract<llvm::ConstantInt>(operand);
      fields.push_back(llvm::ConstantInt::get(site_type_->getElementType(field), number->getZExtValue()));
    }
  }
  return llvm::ConstantStruct::get(site_type_, fields);
}

llvm::GlobalVariable* RecordEmitter::emit_sites(const llvm::NamedMDNode& descriptions) {
  // Never an empty array: its address would be another object's.
  auto* type = llvm::ArrayType::get(site_type_, std::max(descriptions.getNumOperands(), 1U));
  auto* sites = new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::InternalLinkage, nullptr);
  std::vector<llvm::Constant*> elements;
  for (const llvm::MDNode* description : descriptions.operands()) {
    elements.push_back(emit_site(*description, sites, elements.size()));
  }
  if (elements.empty()) {
    elements.push_back(llvm::Constant::getNullValue(site_type_));
  }
  sites->setInitializer(llvm::ConstantArray::get(type, elements));
  sites->setSection("heddle_sites");
  sites->setAlignment(llvm::Align(8));
  if (llvm::GlobalVariable* declaration = module_.getNamedGlobal(kSitesSymbol)) {
    sites->takeName(declaration);
    declaration->replaceAllUsesWith(sites);
    declaration->eraseFromParent();
  } else {
    sites->setName(kSitesSymbol);
  }
  return sites;
}

// Null: an entry of no function, so that there is a section.
void RecordEmitter::emit_function(llvm::Function* function) {
  auto& context = module_.getContext();
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* entry = new llvm::GlobalVariable(module_, i32, true, llvm::GlobalValue::PrivateLinkage,
                                         llvm::ConstantInt::get(i32, 0), "heddle.function");
  entry->setSection("heddle_functions");
  entry->setAlignment(llvm::Align(4));
  if (function != nullptr) {
    // By a name of its own: that of the function may be another file's at run time.
    auto* here = llvm::GlobalAlias::create(function->getValueType(), function->getAddressSpace(),
                                           llvm::GlobalValue::PrivateLinkage, "heddle.here", function, &module_);
    entry->setInitializer(llvm::ConstantExpr::getTrunc(distance(here, entry), i32));
    // Goes where the function goes: with its group, or as unused.
    entry->setComdat(function->getComdat());
    entry->setMetadata(llvm::LLVMContext::MD_associated,
                       llvm::MDNode::get(context, llvm::ValueAsMetadata::get(function)));
  }
  functions_.push_back(entry);
}

void RecordEmitter::emit_functions() {
  emit_function(nullptr);
  for (llvm::Function& function : module_) {
    if (!function.isDeclarationForLinker()) {
      emit_function(&function);
    }
  }
}

llvm::GlobalVariable* RecordEmitter::end_of_functions(llvm::StringRef symbol) {
  auto* end =
      llvm::cast<llvm::GlobalVariable>(module_.getOrInsertGlobal(symbol, llvm::Type::getInt32Ty(module_.getContext())));
  end->setConstant(true);
  end->setVisibility(llvm::GlobalValue::HiddenVisibility);
  return end;
}

llvm::GlobalVariable* RecordEmitter::emit_unit(llvm::GlobalVariable* sites, unsigned count) {
  auto& context = module_.getContext();
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* i64 = llvm::Type::getInt64Ty(context);
  auto* type = llvm::StructType::create(context, {i32, i32, i64, i64, i64, i64, i64, i64, i64}, "heddle.unit");
  auto* unit =
      new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::InternalLinkage, nullptr, "heddle.unit");
  const auto reference = [&](unsigned field, llvm::Constant* to) {
    return distance(to, field_address(unit, type, field));
  };
  unit->setInitializer(llvm::ConstantStruct::get(
      type,
      {llvm::ConstantInt::get(i32, HEDDLE_ABI_VERSION), llvm::ConstantInt::get(i32, count), reference(2, sites),
       reference(3, module_.getNamedGlobal(kGatesSymbol)), reference(4, module_.getNamedGlobal(kAnyGateSymbol)),
       reference(5, string(module_.getSourceFileName())), reference(6, end_of_functions("__start_heddle_functions")),
       reference(7, end_of_functions("__stop_heddle_functions")),
       llvm::ConstantInt::get(i64, UnitRecords::is_marked_unseen(module_) ? HEDDLE_UNIT_UNSEEN : 0)}));
  unit->setAlignment(llvm::Align(8));
  return unit;
}

llvm::GlobalVariable* RecordEmitter::emit_note(llvm::GlobalVariable* unit) {
  auto& context = module_.getContext();
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* i64 = llvm::Type::getInt64Ty(context);
  // The name is padded to a multiple of four, as in every 4-aligned note.
  auto* name =
      llvm::ConstantDataArray::getString(context, llvm::StringRef(HEDDLE_NOTE_NAME "\0", sizeof(HEDDLE_NOTE_NAME)));
  auto* type = llvm::StructType::create(context, {i32, i32, i32, name->getType(), i32, i32, i64}, "heddle.note",
                                        /*isPacked=*/true);
  auto* note = new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::InternalLinkage, nullptr, kNoteSymbol);
  const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(i32, value); };
  note->setInitializer(llvm::ConstantStruct::get(
      type, {number(sizeof(HEDDLE_NOTE_NAME)), number(sizeof(heddle_note)), number(HEDDLE_NOTE_UNIT), name,
             number(HEDDLE_ABI_VERSION), number(0), distance(unit, field_address(note, type, 6))}));
  note->setSection(".note.heddle");
  note->setAlignment(llvm::Align(4));
  return note;
}

void RecordEmitter::run() {
  llvm::NamedMDNode* descriptions = module_.getNamedMetadata(kSitesMetadata);
  if (descriptions == nullptr) {
    return;
  }
  llvm::GlobalVariable* sites = emit_sites(*descriptions);
  llvm::appendToUsed(module_, {emit_note(emit_unit(sites, descriptions->getNumOperands()))});
  emit_functions();
  llvm::appendToUsed(module_, {functions_.front()});
  llvm::appendToCompilerUsed(module_, llvm::ArrayRef(functions_).drop_front());
  descriptions->eraseFromParent();
}

}  // namespace heddle::pass
