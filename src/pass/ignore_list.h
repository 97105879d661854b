// Which functions are left alone, and the user's file that names more of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

namespace heddle::pass {

// One glob per line, matched against the mangled and the demangled name of a function, or with the prefix `src:`
// against the path of the file that defines it; `#` begins a comment.
class IgnoreFile {
 public:
  IgnoreFile() = default;
  static llvm::Expected<IgnoreFile> read(llvm::StringRef path);
  static llvm::Expected<IgnoreFile> parse(llvm::StringRef text);

  [[nodiscard]] bool matches(const llvm::Function& function) const;

 private:
  [[nodiscard]] bool matches_source(const llvm::Function& function) const;

  std::shared_ptr<const std::string> text_;  // the patterns refer to it
  std::vector<llvm::GlobPattern> functions_;
  std::vector<llvm::GlobPattern> sources_;
};

class IgnoreList {
 public:
  IgnoreList(const llvm::Module& module, const IgnoreFile& file);
  [[nodiscard]] bool contains(const llvm::Function& function) const;

 private:
  void collect_annotated(const llvm::Module& module);
  void collect_resolvers(const llvm::Module& module);

  const IgnoreFile& file_;
  llvm::DenseSet<const llvm::Function*> functions_;
};

}  // namespace heddle::pass
