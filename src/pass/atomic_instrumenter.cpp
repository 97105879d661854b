#include "pass/atomic_instrumenter.h"

#include "llvm/IR/InstIterator.h"

namespace heddle::pass {
namespace {

constexpr std::uint32_t kLargestAtomic = 16;

std::uint8_t order_number(llvm::AtomicOrdering order) {
  switch (order) {
    case llvm::AtomicOrdering::Acquire:
      return HEDDLE_ORDER_ACQUIRE;
    case llvm::AtomicOrdering::Release:
      return HEDDLE_ORDER_RELEASE;
    case llvm::AtomicOrdering::AcquireRelease:
      return HEDDLE_ORDER_ACQ_REL;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return HEDDLE_ORDER_SEQ_CST;
    default:
      return HEDDLE_ORDER_RELAXED;
  }
}

// The low or high eight bytes of an expected value, zero-extended.
llvm::Value* half(llvm::IRBuilder<>& builder, llvm::Value* value, bool high) {
  auto* i64 = builder.getInt64Ty();
  if (value->getType()->isPointerTy()) {
    value = builder.CreatePtrToInt(value, i64);
  }
  const unsigned bits = value->getType()->getIntegerBitWidth();
  if (high) {
    return bits > 64 ? builder.CreateTrunc(builder.CreateLShr(value, 64), i64) : builder.getInt64(0);
  }
  return builder.CreateZExtOrTrunc(value, i64);
}

}  // namespace

bool AtomicInstrumenter::has_atomics(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction& instruction) { return instruction.isAtomic(); });
}

bool AtomicInstrumenter::is_wanted(llvm::Value* pointer, llvm::Type* type) {
  const std::uint32_t size = shared_.store_size(type);
  return size >= 1 && size <= kLargestAtomic && !shared_.thread_private.contains(pointer);
}

// See unseen_marker.h.
void AtomicInstrumenter::leave_out(llvm::Instruction& instruction, llvm::Value* pointer, Plan& plan) {
  const bool harmless = shared_.thread_private.contains(pointer) &&
                        (llvm::isa<llvm::LoadInst>(instruction) || ThreadPrivate::is_on_stack(pointer));
  if (!harmless) {
    plan.add([this, &instruction] { shared_.gates.mark_unseen(&instruction); });
  }
}

void AtomicInstrumenter::add(llvm::Instruction& instruction, llvm::Value* pointer, llvm::Type* type,
                             heddle_site_kind kind, llvm::AtomicOrdering order, llvm::StringRef function, Plan& plan) {
  if (!is_wanted(pointer, type)) {
    leave_out(instruction, pointer, plan);
    return;
  }
  Site site = shared_.access_site(instruction, pointer, type, function, kind);
  site.order = order_number(order);
  site.flags |= kind == HEDDLE_SITE_ATOMIC_STORE && stores_end_sequences_ ? HEDDLE_SITE_ENDS_SEQUENCE : 0;
  const unsigned index = shared_.records.add(site);
  plan.add([this, &instruction, pointer, index] {
    llvm::Instruction* hook = shared_.gates.open_atomics(&instruction);
    shared_.gates.call_atomic(hook, pointer, shared_.records.site_address(index));
  });
}

void AtomicInstrumenter::visit_compare_exchange(llvm::AtomicCmpXchgInst& exchange, llvm::StringRef function,
                                                Plan& plan) {
  llvm::Value* pointer = exchange.getPointerOperand();
  llvm::Type* type = exchange.getCompareOperand()->getType();
  if (!is_wanted(pointer, type)) {
    leave_out(exchange, pointer, plan);
    return;
  }
  Site site = shared_.access_site(exchange, pointer, type, function, HEDDLE_SITE_ATOMIC_CAS);
  site.order = static_cast<std::uint8_t>(order_number(exchange.getSuccessOrdering()) |
                                         (order_number(exchange.getFailureOrdering()) << 4));
  site.flags |= exchange.isWeak() ? HEDDLE_SITE_WEAK : 0;
  const unsigned index = shared_.records.add(site);
  plan.add([this, &exchange, pointer, index] {
    llvm::Instruction* hook = shared_.gates.open_atomics(&exchange);
    llvm::IRBuilder<> builder(hook);
    llvm::Value* low = half(builder, exchange.getCompareOperand(), /*high=*/false);
    llvm::Value* high = half(builder, exchange.getCompareOperand(), /*high=*/true);
    shared_.gates.call_compare_exchange(hook, pointer, shared_.records.site_address(index), low, high);
  });
}

void AtomicInstrumenter::visit_fence(llvm::FenceInst& fence, llvm::StringRef function, Plan& plan) {
  if (fence.getSyncScopeID() == llvm::SyncScope::SingleThread) {
    return;
  }
  Site site = Instrumentation::site_at(fence, function, HEDDLE_SITE_FENCE);
  site.order = order_number(fence.getOrdering());
  const unsigned index = shared_.records.add(site);
  plan.add([this, &fence, index] {
    shared_.gates.call_fence(shared_.gates.open_atomics(&fence), shared_.records.site_address(index));
  });
}

void AtomicInstrumenter::visit(llvm::Instruction& instruction, llvm::StringRef function, Plan& plan) {
  if (!instruction.isAtomic()) {
    return;
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    add(*load, load->getPointerOperand(), load->getType(), HEDDLE_SITE_ATOMIC_LOAD, load->getOrdering(), function,
        plan);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    add(*store, store->getPointerOperand(), store->getValueOperand()->getType(), HEDDLE_SITE_ATOMIC_STORE,
        store->getOrdering(), function, plan);
  } else if (auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    add(*modify, modify->getPointerOperand(), modify->getType(), HEDDLE_SITE_ATOMIC_RMW, modify->getOrdering(),
        function, plan);
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    visit_compare_exchange(*exchange, function, plan);
  } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    visit_fence(*fence, function, plan);
  }
}

void AtomicInstrumenter::run(llvm::Function& function) {
  Plan plan;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    visit(instruction, function.getName(), plan);
  }
  if (!plan.empty()) {
    plan.apply();
    drop_memory_promises(function);
  }
}

}  // namespace heddle::pass
