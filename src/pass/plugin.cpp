// Entry point of the plugin: `clang -fpass-plugin=heddle_pass.so`, or `opt -load-pass-plugin=... -passes=heddle`.
#include <cstdlib>

#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "pass/module_instrumenter.h"
#include "pass/record_emitter.h"

namespace {

using heddle::pass::IgnoreFile;

class HeddlePass : public llvm::PassInfoMixin<HeddlePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    if (heddle::pass::UnitRecords::present(module)) {
      return llvm::PreservedAnalyses::all();
    }
    IgnoreFile ignore_file;
    // Environment variables, since clang reads its options before it loads a plugin that could declare one.
    if (const char* path = std::getenv("HEDDLE_IGNORE_FILE")) {
      llvm::Expected<IgnoreFile> file = IgnoreFile::read(path);
      if (!file) {
        module.getContext().emitError("heddle: " + llvm::toString(file.takeError()));
        return llvm::PreservedAnalyses::all();
      }
      ignore_file = std::move(*file);
    }
    const llvm::ScopedDbgInfoFormatSetter debug_records(module, true);
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    const bool is_cxx20 = std::getenv("HEDDLE_CXX20") != nullptr;
    heddle::pass::ModuleInstrumenter(module, functions, ignore_file, is_cxx20).run();
    return llvm::PreservedAnalyses::none();
  }

  // Not optional: also at -O0.
  static bool isRequired() { return true; }
};

class HeddleRecordsPass : public llvm::PassInfoMixin<HeddleRecordsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    heddle::pass::RecordEmitter(module).run();
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

void register_callbacks(llvm::PassBuilder& builder) {
  // First of all passes: later ones remove accesses that the source has.
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& manager, llvm::OptimizationLevel) { manager.addPass(HeddlePass()); });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& manager, llvm::OptimizationLevel) { manager.addPass(HeddleRecordsPass()); });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager& manager, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != "heddle") {
          return false;
        }
        manager.addPass(HeddlePass());
        manager.addPass(HeddleRecordsPass());
        return true;
      });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {.APIVersion = LLVM_PLUGIN_API_VERSION,
          .PluginName = "heddle",
          .PluginVersion = "1",
          .RegisterPassBuilderCallbacks = register_callbacks};
}
