#include "pass/checked_inliner.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "pass/undefined_locals.h"

namespace heddle::pass {
namespace {

// In instructions that become code. Members of iterators and containers have fewer; a function with a loop over data
// has more, and is worth a frame of its own in a report.
constexpr unsigned kSmallFunction = 40;
constexpr unsigned kLargestCaller = 4000;

bool counts(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (intrinsic != nullptr && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd())) {
    return false;  // these differ between optimisation levels
  }
  return !llvm::isa<llvm::AllocaInst>(instruction) && !instruction.isTerminator();
}

unsigned size_of(const llvm::Function& function) {
  return static_cast<unsigned>(llvm::count_if(llvm::instructions(function), counts));
}

// Without optimisation every function is marked so, and the mark means nothing.
bool wants_no_inlining(const llvm::Function& function) {
  return function.hasFnAttribute(llvm::Attribute::NoInline) && !function.hasFnAttribute(llvm::Attribute::OptimizeNone);
}

bool same_machine(const llvm::Function& caller, const llvm::Function& callee) {
  return llvm::all_of(
      std::initializer_list<llvm::StringRef>{"target-cpu", "target-features"}, [&](llvm::StringRef name) {
        return caller.getFnAttribute(name).getValueAsString() == callee.getFnAttribute(name).getValueAsString();
      });
}

}  // namespace

CheckedInliner::CheckedInliner(llvm::FunctionAnalysisManager& analyses, llvm::ArrayRef<llvm::Function*> bodies)
    : analyses_(analyses), bodies_(bodies), known_(bodies.begin(), bodies.end()) {}

void CheckedInliner::run(llvm::function_ref<void(llvm::Function&)> before_inlining) {
  for (llvm::Function* body : bodies_) {
    visit(*body, before_inlining);
  }
}

// Depth first over direct calls, with a stack of its own: call chains of a large program are deep.
void CheckedInliner::visit(llvm::Function& root, llvm::function_ref<void(llvm::Function&)> before_inlining) {
  struct Frame {
    llvm::Function* body;
    llvm::SmallVector<llvm::Function*> callees;
  };
  llvm::SmallVector<Frame> stack;
  const auto enter = [&](llvm::Function& body) {
    if (!done_.insert(&body).second) {
      return;
    }
    Frame frame{.body = &body, .callees = {}};
    for (llvm::Instruction& instruction : llvm::instructions(body)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && known_.contains(callee)) {
        frame.callees.push_back(callee);
      }
    }
    std::ranges::reverse(frame.callees);
    stack.push_back(std::move(frame));
  };
  enter(root);
  while (!stack.empty()) {
    if (stack.back().callees.empty()) {
      llvm::Function* body = stack.pop_back_val().body;
      promote_locals(*body);
      before_inlining(*body);
      inline_calls(*body);
    } else {
      enter(*stack.back().callees.pop_back_val());
    }
  }
}

void CheckedInliner::promote_locals(llvm::Function& body) {
  if (body.isPresplitCoroutine()) {
    return;
  }
  // Called directly: the pass manager would skip it at -O0, and accesses have to be the same at every level.
  analyses_.invalidate(body, llvm::PreservedAnalyses::none());
  llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(body, analyses_);
  settle_undefined_locals(body);
  analyses_.invalidate(body, llvm::PreservedAnalyses::none());
}

bool CheckedInliner::is_small(const llvm::Function& callee) const {
  return callee.hasFnAttribute(llvm::Attribute::AlwaysInline) || size_of(callee) <= kSmallFunction;
}

bool CheckedInliner::may_inline(const llvm::Function& caller, const llvm::CallBase& call) const {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || callee == &caller || !known_.contains(callee) || !callee->hasLocalLinkage()) {
    return false;
  }
  // The verifier wants a place for every inlined call.
  const bool has_place = callee->getSubprogram() == nullptr || call.getDebugLoc();
  auto& inlinee = const_cast<llvm::Function&>(*callee);  // LLVM asks for it, and only looks
  return has_place && !call.isMustTailCall() && !call.getAttributes().hasFnAttr(llvm::Attribute::NoInline) &&
         !wants_no_inlining(*callee) && same_machine(caller, *callee) && is_small(*callee) &&
         llvm::isInlineViable(inlinee).isSuccess();
}

void CheckedInliner::inline_calls(llvm::Function& body) {
  if (body.isPresplitCoroutine()) {
    return;
  }
  unsigned size = size_of(body);
  bool changed = false;
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(body)) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && may_inline(body, *call)) {
      calls.push_back(call);
    }
  }
  for (llvm::CallBase* call : calls) {
    size += size_of(*call->getCalledFunction());
    if (size > kLargestCaller) {
      break;
    }
    llvm::InlineFunctionInfo information;
    changed |= llvm::InlineFunction(*call, information, /*MergeAttributes=*/true).isSuccess();
  }
  if (changed) {
    promote_locals(body);
  }
}

}  // namespace heddle::pass
