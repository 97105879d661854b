// Instruments one translation unit: the order in which everything happens is here.
#pragma once

#include "llvm/IR/PassManager.h"
#include "pass/access_instrumenter.h"
#include "pass/atomic_instrumenter.h"
#include "pass/benchmark_functions.h"
#include "pass/call_stack_instrumenter.h"
#include "pass/function_splitter.h"
#include "pass/ignore_list.h"
#include "pass/instrumentation.h"
#include "pass/program_inputs.h"
#include "pass/range_instrumenter.h"
#include "pass/unseen_marker.h"

namespace heddle::pass {

class ModuleInstrumenter {
 public:
  // Of C++20 and later, stores end release sequences (HEDDLE_SITE_ENDS_SEQUENCE).
  ModuleInstrumenter(llvm::Module& module, llvm::FunctionAnalysisManager& analyses, const IgnoreFile& ignore_file,
                     bool stores_end_sequences);
  void run();

 private:
  void prepare(llvm::Function& function);
  void drop_external_bodies();
  [[nodiscard]] llvm::SmallVector<llvm::Function*> checked_bodies();
  void number_accesses(llvm::Function& body);
  void instrument(llvm::Function& body);

  llvm::Module& module_;
  llvm::FunctionAnalysisManager& analyses_;
  IgnoreList ignored_;
  Instrumentation shared_;
  BenchmarkFunctions benchmark_functions_;
  ProgramInputs inputs_;
  FunctionSplitter splitter_;
  AtomicInstrumenter atomics_;
  AccessInstrumenter accesses_;
  RangeInstrumenter ranges_;
  CallStackInstrumenter call_stack_;
  UnseenMarker unseen_;
};

}  // namespace heddle::pass
