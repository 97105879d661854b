#include "pass/access_instrumenter.h"

#include "llvm/IR/IntrinsicInst.h"
#include "pass/vtable_access.h"

namespace heddle::pass {
namespace {

bool is_write(const Site& site) {
  return site.kind == HEDDLE_SITE_WRITE || site.kind == HEDDLE_SITE_VPTR_WRITE || site.kind == HEDDLE_SITE_WRITE_RANGE;
}

}  // namespace

void AccessInstrumenter::add_access(llvm::Instruction& instruction, llvm::Value* pointer, const Site& site,
                                    Plan& plan) {
  const unsigned index = shared_.records.add(site);
  plan.add([this, &instruction, pointer, index, size = site.size, write = is_write(site)] {
    llvm::Instruction* hook = Gates::open(&instruction, shared_.records.gate_address(index));
    shared_.gates.call_access(hook, pointer, shared_.records.site_address(index), size, write);
  });
}

void AccessInstrumenter::add_range(llvm::Instruction& instruction, llvm::Value* pointer, const Site& site, Plan& plan) {
  const unsigned index = shared_.records.add(site);
  plan.add([this, &instruction, pointer, index, size = site.size, write = is_write(site)] {
    llvm::Instruction* hook = Gates::open(&instruction, shared_.records.gate_address(index));
    auto* bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(instruction.getContext()), size);
    shared_.gates.call_range(hook, pointer, bytes, shared_.records.site_address(index), write);
  });
}

void AccessInstrumenter::visit_load(llvm::LoadInst& load, llvm::StringRef function, Plan& plan) {
  llvm::Value* pointer = load.getPointerOperand();
  if (load.isAtomic() || pointer->isSwiftError() || ThreadPrivate::is_constant(pointer) ||
      shared_.thread_private.contains(pointer) || loads_from_vtable(load)) {
    return;
  }
  const auto kind = loads_vtable_pointer(load) ? HEDDLE_SITE_VPTR_READ : HEDDLE_SITE_READ;
  add_access(load, pointer, shared_.access_site(load, pointer, load.getType(), function, kind), plan);
}

void AccessInstrumenter::visit_store(llvm::StoreInst& store, llvm::StringRef function, Plan& plan) {
  llvm::Value* pointer = store.getPointerOperand();
  if (store.isAtomic() || pointer->isSwiftError() || shared_.thread_private.contains(pointer)) {
    return;
  }
  const auto kind = stores_vtable_pointer(store) ? HEDDLE_SITE_VPTR_WRITE : HEDDLE_SITE_WRITE;
  llvm::Type* type = store.getValueOperand()->getType();
  add_access(store, pointer, shared_.access_site(store, pointer, type, function, kind), plan);
}

// Vector accesses under a mask: announced as the whole range, since the mask is known only at run time.
void AccessInstrumenter::visit_masked(llvm::CallBase& call, llvm::StringRef function, Plan& plan) {
  const auto add = [&](llvm::Value* pointer, llvm::Type* type, heddle_site_kind kind) {
    if (!shared_.thread_private.contains(pointer)) {
      add_range(call, pointer, shared_.access_site(call, pointer, type, function, kind), plan);
    }
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_expandload:
      add(call.getArgOperand(0), call.getType(), HEDDLE_SITE_READ_RANGE);
      break;
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_compressstore:
      add(call.getArgOperand(1), call.getArgOperand(0)->getType(), HEDDLE_SITE_WRITE_RANGE);
      break;
    default:
      break;
  }
}

// An argument passed by value is copied out of the caller's memory when the call is made.
void AccessInstrumenter::visit_by_value(llvm::CallBase& call, unsigned argument, llvm::StringRef function, Plan& plan) {
  llvm::Value* pointer = call.getArgOperand(argument);
  if (ThreadPrivate::is_constant(pointer) || shared_.thread_private.contains(pointer)) {
    return;
  }
  llvm::Type* type = call.getParamByValType(argument);
  add_range(call, pointer, shared_.access_site(call, pointer, type, function, HEDDLE_SITE_READ_RANGE), plan);
}

void AccessInstrumenter::visit_call(llvm::CallBase& call, llvm::StringRef function, Plan& plan) {
  if (llvm::isa<llvm::IntrinsicInst>(call)) {
    visit_masked(call, function, plan);
    return;
  }
  for (unsigned argument = 0; argument < call.arg_size(); ++argument) {
    if (call.isByValArgument(argument)) {
      visit_by_value(call, argument, function, plan);
    }
  }
}

void AccessInstrumenter::visit(llvm::Instruction& instruction, llvm::StringRef function, Plan& plan) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    visit_load(*load, function, plan);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    visit_store(*store, function, plan);
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    visit_call(*call, function, plan);
  }
}

}  // namespace heddle::pass
