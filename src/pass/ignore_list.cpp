#include "pass/ignore_list.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle::pass {

llvm::Expected<IgnoreFile> IgnoreFile::read(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    return llvm::createStringError(buffer.getError(), "cannot read the ignore file " + path);
  }
  return parse((*buffer)->getBuffer());
}

llvm::Expected<IgnoreFile> IgnoreFile::parse(llvm::StringRef text) {
  IgnoreFile file;
  file.text_ = std::make_shared<const std::string>(text);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(*file.text_).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::StringRef glob = line.split('#').first.trim();
    if (glob.empty()) {
      continue;
    }
    const bool is_source = glob.consume_front("src:");
    auto pattern = llvm::GlobPattern::create(glob.trim());
    if (!pattern) {
      return pattern.takeError();
    }
    (is_source ? file.sources_ : file.functions_).push_back(std::move(*pattern));
  }
  return file;
}

bool IgnoreFile::matches_source(const llvm::Function& function) const {
  const auto any = [&](llvm::StringRef path) {
    return llvm::any_of(sources_, [&](const llvm::GlobPattern& glob) { return glob.match(path); });
  };
  if (sources_.empty()) {
    return false;
  }
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getFile() == nullptr) {
    return any(function.getParent()->getSourceFileName());
  }
  const llvm::StringRef name = subprogram->getFile()->getFilename();
  return any(name) || any((subprogram->getFile()->getDirectory() + "/" + name).str());
}

bool IgnoreFile::matches(const llvm::Function& function) const {
  const auto any = [&](llvm::StringRef name) {
    return llvm::any_of(functions_, [&](const llvm::GlobPattern& glob) { return glob.match(name); });
  };
  if (!functions_.empty() && (any(function.getName()) || any(llvm::demangle(function.getName())))) {
    return true;
  }
  return matches_source(function);
}

IgnoreList::IgnoreList(const llvm::Module& module, const IgnoreFile& file) : file_(file) {
  collect_annotated(module);
  collect_resolvers(module);
}

void IgnoreList::collect_annotated(const llvm::Module& module) {
  const llvm::GlobalVariable* annotations = module.getNamedGlobal("llvm.global.annotations");
  if (annotations == nullptr || !annotations->hasInitializer()) {
    return;
  }
  const auto* entries = llvm::dyn_cast<llvm::ConstantArray>(annotations->getInitializer());
  if (entries == nullptr) {
    return;
  }
  for (const llvm::Use& entry : entries->operands()) {
    const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(entry);
    if (fields == nullptr || fields->getNumOperands() < 2) {
      continue;
    }
    const auto* function = llvm::dyn_cast<llvm::Function>(fields->getOperand(0)->stripPointerCasts());
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    if (function == nullptr || text == nullptr || !text->hasInitializer()) {
      continue;
    }
    const auto* string = llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer());
    if (string != nullptr && string->isCString() && string->getAsCString() == "heddle.ignore") {
      functions_.insert(function);
    }
  }
}

// The dynamic linker calls them while the file is not yet relocated.
void IgnoreList::collect_resolvers(const llvm::Module& module) {
  for (const llvm::GlobalIFunc& ifunc : module.ifuncs()) {
    if (const llvm::Function* resolver = ifunc.getResolverFunction()) {
      functions_.insert(resolver);
    }
  }
}

bool IgnoreList::contains(const llvm::Function& function) const {
  return function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation) ||
         function.hasFnAttribute(llvm::Attribute::Naked) || function.hasAvailableExternallyLinkage() ||
         functions_.contains(&function) || file_.matches(function);
}

}  // namespace heddle::pass
