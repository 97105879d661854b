#include "pass/source_types.h"

#include "llvm/BinaryFormat/Dwarf.h"

namespace heddle::pass {
namespace {

namespace dwarf = llvm::dwarf;

// Debug information may be circular where it is broken; no sane type nests deeper.
constexpr int kDeepestType = 16;

const llvm::DIDerivedType* as_pointer(const llvm::DIType* type) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(strip_qualifiers(type));
  if (derived == nullptr) {
    return nullptr;
  }
  switch (derived->getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
      return derived;
    default:
      return nullptr;
  }
}

std::string name_of(const llvm::DIType* type, int depth);

std::string name_of_array(const llvm::DICompositeType& type, int depth) {
  std::string name = name_of(type.getBaseType(), depth);
  for (const llvm::DINode* node : type.getElements()) {
    const auto* range = llvm::dyn_cast_or_null<llvm::DISubrange>(node);
    const auto count = range == nullptr ? llvm::DISubrange::BoundType() : range->getCount();
    const auto* constant = llvm::dyn_cast_if_present<llvm::ConstantInt*>(count);
    name += constant == nullptr ? "[]" : "[" + std::to_string(constant->getSExtValue()) + "]";
  }
  return name;
}

std::string name_of_derived(const llvm::DIDerivedType& type, int depth) {
  if (!type.getName().empty() && type.getTag() == dwarf::DW_TAG_typedef) {
    return type.getName().str();
  }
  std::string base = type.getBaseType() == nullptr ? "void" : name_of(type.getBaseType(), depth);
  switch (type.getTag()) {
    case dwarf::DW_TAG_pointer_type:
      return base + "*";
    case dwarf::DW_TAG_reference_type:
      return base + "&";
    case dwarf::DW_TAG_rvalue_reference_type:
      return base + "&&";
    case dwarf::DW_TAG_const_type:
      return llvm::StringRef(base).ends_with("*") ? base + " const" : "const " + base;
    case dwarf::DW_TAG_volatile_type:
      return "volatile " + base;
    case dwarf::DW_TAG_atomic_type:
      return "_Atomic " + base;
    default:
      return base;
  }
}

std::string name_of(const llvm::DIType* type, int depth) {
  if (type == nullptr || depth > kDeepestType) {
    return "";
  }
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    return name_of_derived(*derived, depth + 1);
  }
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    if (composite->getTag() == dwarf::DW_TAG_array_type) {
      return name_of_array(*composite, depth + 1);
    }
  }
  return llvm::isa<llvm::DISubroutineType>(type) ? "function" : type->getName().str();
}

}  // namespace

const llvm::DIType* strip_qualifiers(const llvm::DIType* type) {
  for (int depth = 0; depth < kDeepestType; ++depth) {
    const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (derived == nullptr) {
      return type;
    }
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
        type = derived->getBaseType();
        break;
      default:
        return type;
    }
  }
  return type;
}

const llvm::DIType* pointee(const llvm::DIType* type) {
  const llvm::DIDerivedType* pointer = as_pointer(type);
  return pointer == nullptr ? nullptr : pointer->getBaseType();
}

bool is_reference(const llvm::DIType* type) {
  const llvm::DIDerivedType* pointer = as_pointer(type);
  return pointer != nullptr && pointer->getTag() != dwarf::DW_TAG_pointer_type;
}

const llvm::DIType* array_element(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip_qualifiers(type));
  const bool is_array = composite != nullptr && composite->getTag() == dwarf::DW_TAG_array_type;
  return is_array ? composite->getBaseType() : nullptr;
}

bool is_closure(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip_qualifiers(type));
  return composite != nullptr && composite->getTag() == dwarf::DW_TAG_class_type &&
         (composite->getName().empty() || composite->getName().contains("(lambda"));
}

std::string type_name(const llvm::DIType* type) { return name_of(type, 0); }

std::uint64_t type_size(const llvm::DIType* type) {
  const llvm::DIType* stripped = strip_qualifiers(type);
  return stripped == nullptr ? 0 : stripped->getSizeInBits() / 8;
}

std::vector<Member> bit_fields_in(const llvm::DIType* type, std::uint64_t first, std::uint64_t end) {
  std::vector<Member> fields;
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip_qualifiers(type));
  if (composite == nullptr) {
    return fields;
  }
  for (const llvm::DINode* node : composite->getElements()) {
    const auto* element = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (element == nullptr || !element->isBitField() || element->isStaticMember()) {
      continue;
    }
    const std::uint64_t begin = element->getOffsetInBits();
    if (begin < end && first < begin + element->getSizeInBits()) {
      fields.push_back({.name = element->getName().str(),
                        .type = element->getBaseType(),
                        .offset = begin / 8,
                        .bits = element->getSizeInBits(),
                        .first_bit = begin});
    }
  }
  return fields;
}

Member member_at(const llvm::DIType* type, std::uint64_t offset) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip_qualifiers(type));
  if (composite == nullptr) {
    return {};
  }
  const unsigned tag = composite->getTag();
  if (tag != dwarf::DW_TAG_structure_type && tag != dwarf::DW_TAG_class_type) {
    return {};
  }
  for (const llvm::DINode* node : composite->getElements()) {
    const auto* element = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (element == nullptr || element->isStaticMember()) {
      continue;
    }
    const bool is_base = element->getTag() == dwarf::DW_TAG_inheritance;
    if ((!is_base && element->getTag() != dwarf::DW_TAG_member) || element->isVirtual()) {
      continue;
    }
    const std::uint64_t begin = element->getOffsetInBits() / 8;
    const std::uint64_t size =
        is_base || element->isBitField() ? type_size(element->getBaseType()) : element->getSizeInBits() / 8;
    // An empty base class shares its address with the first member.
    const bool covers = begin <= offset && offset < begin + size;
    if (covers && (!is_base || member_at(element->getBaseType(), offset - begin).type != nullptr)) {
      return {.name = is_base ? "" : element->getName().str(),
              .type = element->getBaseType(),
              .offset = begin,
              .bits = element->isBitField() ? element->getSizeInBits() : 0,
              .first_bit = element->getOffsetInBits()};
    }
  }
  return {};
}

}  // namespace heddle::pass
