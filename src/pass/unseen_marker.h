// Marks (heddle_unseen in abi.h) before what instrumented code does without announcing it to the runtime, so that the
// runtime knows whether the hooks have told it all that a thread did between two of them:
//   - calls that leave instrumented code: unknown functions and pointers, unless what they call is instrumented, too
//     (heddle_called in abi.h), and assembly. A call back into it comes through a dispatcher, which has a mark of its
//     own;
//   - writes to memory that is private to the thread and not on its stack: thread_local variables, fresh allocations;
//   - reads relative to a segment register;
//   - hooks of atomics in clean bodies, whose other accesses are not announced.
// A mark too many costs the runtime an opportunity, one too few makes it wrong.
#pragma once

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "pass/function_splitter.h"
#include "pass/instrumentation.h"

namespace heddle::pass {

class UnseenMarker {
 public:
  UnseenMarker(Instrumentation& shared, const FunctionSplitter& splitter, const llvm::Module& module);

  // May a function that is left out, or one whose assembly nobody sees into, order what threads do?
  [[nodiscard]] static bool may_order_threads(const llvm::Function& function, bool is_left_out);

  // Adds to the plan what an instruction of a checked body needs.
  void visit(llvm::Instruction& instruction, Plan& plan);
  // What a whole checked body needs beside that, after the plan is applied. True if there was anything.
  bool finish(llvm::Function& body);
  void mark_clean(llvm::Function& body);

 private:
  [[nodiscard]] bool is_unseen(llvm::CallBase& call);
  [[nodiscard]] bool may_be_instrumented(const llvm::CallBase& call) const;
  [[nodiscard]] bool is_unseen_write(const llvm::Value* pointer);

  Instrumentation& shared_;
  const FunctionSplitter& splitter_;
  llvm::TargetLibraryInfoImpl library_;
};

}  // namespace heddle::pass
