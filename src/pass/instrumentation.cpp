#include "pass/instrumentation.h"

#include <limits>

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::pass {
namespace {

std::string ir_type_name(llvm::Type* type) {
  std::string text;
  llvm::raw_string_ostream(text) << *type;
  return text;
}

}  // namespace

std::string Instrumentation::full_path(const llvm::DIFile* file) {
  if (file == nullptr) {
    return "";
  }
  if (llvm::sys::path::is_absolute(file->getFilename()) || file->getDirectory().empty()) {
    return file->getFilename().str();
  }
  llvm::SmallString<256> path(file->getDirectory());
  llvm::sys::path::append(path, file->getFilename());
  return path.str().str();
}

Site Instrumentation::site_at(const llvm::Instruction& instruction, llvm::StringRef function, heddle_site_kind kind) {
  Site site;
  site.kind = kind;
  site.container = function.str();
  site.function = site.container;
  if (const llvm::DILocation* location = instruction.getDebugLoc().get()) {
    site.file = full_path(location->getFile());
    site.line = location->getLine();
    site.column = location->getColumn();
    if (location->getInlinedAt() != nullptr) {
      const llvm::DISubprogram* origin = location->getScope()->getSubprogram();
      site.function = (origin->getLinkageName().empty() ? origin->getName() : origin->getLinkageName()).str();
    }
  }
  return site;
}

Site Instrumentation::access_site(const llvm::Instruction& instruction, const llvm::Value* pointer, llvm::Type* type,
                                  llvm::StringRef function, heddle_site_kind kind) {
  Site site = site_at(instruction, function, kind);
  site.key = keys.key(instruction, kind == HEDDLE_SITE_WRITE || kind == HEDDLE_SITE_VPTR_WRITE);
  site.size = store_size(type);
  SourceName name = names.name(instruction, pointer, site.size);
  site.variable = std::move(name.variable);
  site.type = name.type.empty() ? ir_type_name(type) : std::move(name.type);
  if (instruction.isVolatile()) {
    site.flags |= HEDDLE_SITE_VOLATILE;
  }
  return site;
}

std::uint32_t Instrumentation::store_size(llvm::Type* type) const {
  const llvm::TypeSize size = layout.getTypeStoreSize(type);
  const bool fits = !size.isScalable() && size.getFixedValue() <= std::numeric_limits<std::uint32_t>::max();
  return fits ? static_cast<std::uint32_t>(size.getFixedValue()) : 0;
}

void Plan::apply() {
  for (llvm::unique_function<void()>& change : llvm::reverse(changes_)) {
    change();
  }
  changes_.clear();
}

void drop_memory_promises(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::Memory);
  function.removeFnAttr(llvm::Attribute::Speculatable);
  function.removeFnAttr(llvm::Attribute::NoSync);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm()) {
      call->removeFnAttr(llvm::Attribute::Memory);
    }
  }
}

}  // namespace heddle::pass
