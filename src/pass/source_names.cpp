#include "pass/source_names.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "pass/bit_fields.h"
#include "pass/source_types.h"

namespace heddle::pass {
namespace {

constexpr int kMaximumDepth = 12;

// The plain name of a function: without scope, template arguments and parameters.
std::string short_function_name(const llvm::Function& function) {
  llvm::ItaniumPartialDemangler demangler;
  std::string mangled = function.getName().str();
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) {
    return mangled;
  }
  std::size_t size = 0;
  char* text = demangler.getFunctionBaseName(nullptr, &size);
  std::string name = text == nullptr ? mangled : text;
  std::free(text);
  return name;
}

// Operators whose result the source does not write as a call.
bool is_subscript(llvm::StringRef name) { return name == "operator[]" || name == "at"; }
bool is_dereference(llvm::StringRef name) { return name == "operator->" || name == "operator*"; }

}  // namespace

SourceNames::SourceNames(llvm::LLVMContext& context) : kind_(context.getMDKindID("heddle.names")) {}

void SourceNames::attach(llvm::Instruction& instruction, llvm::ArrayRef<SourceName> names) const {
  auto& context = instruction.getContext();
  llvm::SmallVector<llvm::Metadata*, 4> texts;
  for (const SourceName& name : names) {
    texts.push_back(llvm::MDString::get(context, name.variable));
    texts.push_back(llvm::MDString::get(context, name.type));
  }
  instruction.setMetadata(kind_, llvm::MDNode::get(context, texts));
}

void SourceNames::strip(llvm::Function& function) const {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    instruction.setMetadata(kind_, nullptr);
  }
}

void SourceNames::collect_variable(llvm::DbgVariableRecord& record) {
  const llvm::DILocalVariable* variable = record.getVariable();
  if (record.isDbgDeclare() || record.isDbgAssign()) {
    const llvm::Value* address = record.isDbgAssign() ? record.getAddress() : record.getVariableLocationOp(0);
    const llvm::DIExpression* expression =
        record.isDbgAssign() ? record.getAddressExpression() : record.getExpression();
    if (address != nullptr && expression->getNumElements() == 0) {
      slots_.try_emplace(address, variable);
    } else if (address != nullptr && expression->getNumElements() == 1 && expression->startsWithDeref()) {
      holders_.try_emplace(address, variable);
    }
  }
  if (!record.isDbgDeclare() && record.getNumVariableLocationOps() == 1 &&
      record.getExpression()->getNumElements() == 0) {
    const llvm::Value* value = record.getVariableLocationOp(0);
    if (value != nullptr && !llvm::isa<llvm::Constant>(value)) {
      values_.try_emplace(value, variable);
    }
  }
}

void SourceNames::collect_variables(llvm::Function& function) {
  slots_.clear();
  holders_.clear();
  values_.clear();
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      collect_variable(record);
    }
  }
}

void SourceNames::analyse(llvm::Function& function, llvm::function_ref<bool(const llvm::Value*)> is_private) {
  collect_variables(function);
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  const auto describe_typed = [&](const llvm::Value* pointer, llvm::Type* type, std::optional<unsigned> bit = {}) {
    const llvm::TypeSize size = layout.getTypeStoreSize(type);
    return is_private(pointer) ? SourceName{}
                               : describe(pointer, size.isScalable() ? 0 : size.getFixedValue(), true, bit);
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      attach(instruction, describe_typed(pointer, llvm::getLoadStoreType(&instruction), first_bit_of(instruction)));
    } else if (auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      attach(instruction, describe_typed(modify->getPointerOperand(), modify->getType()));
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      attach(instruction, describe_typed(exchange->getPointerOperand(), exchange->getCompareOperand()->getType()));
    } else if (auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
      const std::uint64_t size = length == nullptr ? 0 : length->getZExtValue();
      const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(memory);
      const SourceName source = transfer == nullptr ? SourceName{} : describe(transfer->getRawSource(), size, false);
      attach(instruction, {describe(memory->getRawDest(), size, false), source});
    }
  }
}

void SourceNames::refresh_variables(llvm::Function& function) { collect_variables(function); }

SourceName SourceNames::name(const llvm::Instruction& instruction, const llvm::Value* pointer,
                             std::uint64_t size) const {
  const llvm::MDNode* names = instruction.getMetadata(kind_);
  if (names == nullptr) {
    return describe(pointer, size, llvm::getLoadStorePointerOperand(&instruction) != nullptr,
                    first_bit_of(instruction));
  }
  const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&instruction);
  const unsigned first = transfer != nullptr && transfer->getRawSource() == pointer ? 2 : 0;
  const auto text = [&](unsigned operand) {
    return llvm::cast<llvm::MDString>(names->getOperand(operand))->getString().str();
  };
  return {.variable = text(first), .type = text(first + 1)};
}

SourceName SourceNames::describe(const llvm::Value* pointer, std::uint64_t size, bool is_scalar,
                                 std::optional<unsigned> bit) const {
  Place found = place(pointer, 0);
  if (!found.known()) {
    return {};
  }
  select_members(found, size, is_scalar, bit);
  if (!found.field.empty()) {
    return {.variable = render(found), .type = found.field};
  }
  const bool whole = size == 0 || type_size(found.type) == size;
  return {.variable = render(found), .type = whole && found.offset == 0 ? type_name(found.type) : ""};
}

std::string SourceNames::render(const Place& place) { return place.through_pointer ? "*" + place.text : place.text; }

SourceNames::Place SourceNames::variable_place(const llvm::DILocalVariable* variable) {
  Place place;
  place.text = variable->getName().str();
  place.type = variable->getType();
  return place;
}

SourceNames::Place SourceNames::place(const llvm::Value* pointer, int depth) const {
  if (depth > kMaximumDepth) {
    return {};
  }
  pointer = pointer->stripPointerCasts();
  if (const llvm::DILocalVariable* variable = slots_.lookup(pointer)) {
    return variable_place(variable);
  }
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) {
    return place_of_global(*variable);
  }
  if (const auto* offset = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    return place_of_offset(*offset, depth);
  }
  if (const llvm::DILocalVariable* variable = values_.lookup(pointer)) {
    return place_behind(variable_place(variable));
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer)) {
    if (const llvm::DILocalVariable* variable = holders_.lookup(load->getPointerOperand())) {
      return variable_place(variable);
    }
    return place_behind(place(load->getPointerOperand(), depth + 1));
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(pointer)) {
    return place_of_call(*call, depth);
  }
  return {};
}

SourceNames::Place SourceNames::place_of_global(const llvm::GlobalVariable& variable) const {
  Place place;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  for (const llvm::DIGlobalVariableExpression* expression : expressions) {
    place.text = expression->getVariable()->getName().str();
    place.type = expression->getVariable()->getType();
    return place;
  }
  if (!variable.hasPrivateLinkage()) {
    place.text = llvm::demangle(variable.getName());
  }
  return place;
}

SourceNames::Place SourceNames::place_of_call(const llvm::CallBase& call, int depth) const {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) {
    return {};
  }
  if (callee->isIntrinsic()) {
    const bool forwards = call.getIntrinsicID() == llvm::Intrinsic::threadlocal_address ||
                          call.getIntrinsicID() == llvm::Intrinsic::launder_invariant_group ||
                          call.getIntrinsicID() == llvm::Intrinsic::strip_invariant_group;
    return forwards ? place(call.getArgOperand(0), depth + 1) : Place{};
  }
  Place result;
  if (const llvm::DISubprogram* subprogram = callee->getSubprogram()) {
    const llvm::DITypeRefArray types = subprogram->getType()->getTypeArray();
    result.type = types.size() == 0 ? nullptr : pointee(types[0]);
  }
  const std::string name = short_function_name(*callee);
  const Place object = call.arg_size() == 0 ? Place{} : place(call.getArgOperand(0), depth + 1);
  if (object.known() && is_subscript(name)) {
    result.text = object.text + "[]";
    return result;
  }
  result.through_pointer = true;
  result.text = object.known() && is_dereference(name) ? render(object) : name + "()";
  return result;
}

// What a pointer or reference stored at a place refers to.
SourceNames::Place SourceNames::place_behind(const Place& pointer) const {
  Place holder = pointer;
  if (!holder.known()) {
    return {};
  }
  select_members(holder, sizeof(void*), true);
  Place result;
  result.text = render(holder);
  result.type = holder.offset == 0 ? pointee(holder.type) : nullptr;
  result.through_pointer = !is_reference(holder.type);
  return result;
}

void SourceNames::subscript(Place& place) {
  if (!llvm::StringRef(place.text).ends_with("[]")) {
    place.text += "[]";
  }
  place.through_pointer = false;
}

SourceNames::Place SourceNames::place_of_offset(const llvm::GEPOperator& offset, int depth) const {
  Place result = place(offset.getPointerOperand(), depth + 1);
  if (!result.known() || offset.getType()->isVectorTy()) {
    return {};
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&offset);
  const llvm::DataLayout* layout = instruction == nullptr ? nullptr : &instruction->getModule()->getDataLayout();
  if (layout == nullptr) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(offset.stripInBoundsOffsets());
    if (global == nullptr) {
      return {};
    }
    layout = &global->getParent()->getDataLayout();
  }
  for (auto step = llvm::gep_type_begin(offset), end = llvm::gep_type_end(offset); step != end; ++step) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(step.getOperand());
    if (const llvm::StructType* type = step.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(index->getZExtValue());
      result.offset += static_cast<std::int64_t>(
          layout->getStructLayout(const_cast<llvm::StructType*>(type))->getElementOffset(field).getFixedValue());
      continue;
    }
    if (index != nullptr) {
      result.offset += index->getSExtValue() * static_cast<std::int64_t>(step.getSequentialElementStride(*layout));
      continue;
    }
    // An index known only at run time: which element, nobody can say here.
    while (result.offset != 0 && select_member(result)) {
    }
    if (const llvm::DIType* element = array_element(result.type)) {
      result.type = element;
    }
    subscript(result);
  }
  return result;
}

// Goes one step from an object into the member or element that covers the offset.
bool SourceNames::select_member(Place& place) {
  if (place.type == nullptr) {
    return false;
  }
  const auto size = static_cast<std::int64_t>(type_size(place.type));
  if (size != 0 && (place.offset < 0 || place.offset >= size)) {
    place.offset = ((place.offset % size) + size) % size;
    subscript(place);
    return true;
  }
  if (place.offset < 0) {
    return false;
  }
  if (const llvm::DIType* element = array_element(place.type)) {
    const auto stride = static_cast<std::int64_t>(type_size(element));
    place.type = element;
    place.offset = stride == 0 ? 0 : place.offset % stride;
    subscript(place);
    return true;
  }
  const Member member = member_at(place.type, static_cast<std::uint64_t>(place.offset));
  if (member.type == nullptr) {
    return false;
  }
  if (!member.name.empty()) {
    const bool captured = place.through_pointer && place.text == "this" && is_closure(place.type);
    place.text = captured ? member.name : place.text + (place.through_pointer ? "->" : ".") + member.name;
    place.through_pointer = false;
  }
  place.type = member.type;
  place.offset -= static_cast<std::int64_t>(member.offset);
  return true;
}

// Goes into the bit-fields that the access is about: one, or all that it touches. False: there are none.
bool SourceNames::select_bit_fields(Place& place, std::uint64_t size, std::optional<unsigned> bit) {
  if (place.type == nullptr || place.offset < 0 || size == 0) {
    return false;
  }
  const std::uint64_t begin = static_cast<std::uint64_t>(place.offset) * 8;
  const std::vector<Member> fields = bit ? bit_fields_in(place.type, begin + *bit, begin + *bit + 1)
                                         : bit_fields_in(place.type, begin, begin + size * 8);
  if (fields.empty() || member_at(place.type, static_cast<std::uint64_t>(place.offset)).bits == 0) {
    return false;
  }
  std::string names;
  for (const Member& field : fields) {
    names += (names.empty() ? "" : ", ") + field.name;
  }
  place.text += (place.through_pointer ? "->" : ".") + (fields.size() == 1 ? names : "{" + names + "}");
  place.through_pointer = false;
  place.offset = 0;
  place.type = nullptr;
  const Member& field = fields.front();
  if (fields.size() == 1 && field.first_bit >= begin && field.first_bit + field.bits <= begin + size * 8) {
    place.field =
        type_name(field.type) + ":" + std::to_string(field.bits) + "@" + std::to_string(field.first_bit - begin);
  }
  return true;
}

// Goes into the object until what is left is as small as the access; a scalar is never a whole object.
void SourceNames::select_members(Place& place, std::uint64_t size, bool is_scalar, std::optional<unsigned> bit) {
  for (int step = 0; step < kMaximumDepth; ++step) {
    bool inside = place.offset != 0 || (size != 0 && type_size(place.type) > size);
    if (!inside && is_scalar) {
      const Member first = member_at(place.type, 0);
      inside = first.type != nullptr && (type_size(first.type) >= size || first.bits != 0);
    }
    if (inside && is_scalar && select_bit_fields(place, size, bit)) {
      return;
    }
    if (!inside || !select_member(place)) {
      return;
    }
  }
}

}  // namespace heddle::pass
