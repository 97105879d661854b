// memcpy, memmove and memset.
//
// The interposed library functions announce what they do, too, so that each is announced once: small copies of known
// size are made without a call, all others by heddle_memcpy and its like, which announce and copy in one.
#pragma once

#include <optional>

#include "llvm/IR/IntrinsicInst.h"
#include "pass/instrumentation.h"

namespace heddle::pass {

class RangeInstrumenter {
 public:
  explicit RangeInstrumenter(Instrumentation& shared) : shared_(shared) {}

  void visit(llvm::Instruction& instruction, llvm::StringRef function, Plan& plan);

 private:
  struct Sites {
    std::optional<unsigned> read;
    std::optional<unsigned> write;
  };
  Sites add_sites(llvm::AnyMemIntrinsic& memory, llvm::StringRef function);
  std::optional<unsigned> add_site(llvm::AnyMemIntrinsic& memory, llvm::Value* pointer, llvm::StringRef function,
                                   heddle_site_kind kind);
  void announce(llvm::Instruction& position, llvm::Value* pointer, llvm::Value* size, std::optional<unsigned> site,
                bool is_write) const;
  void instrument_small(llvm::MemIntrinsic& memory, Sites sites) const;
  void instrument_large(llvm::MemIntrinsic& memory, Sites sites) const;
  [[nodiscard]] llvm::Value* any_open(llvm::Instruction& position, Sites sites) const;
  [[nodiscard]] llvm::Value* site_or_null(std::optional<unsigned> site) const;

  Instrumentation& shared_;
};

}  // namespace heddle::pass
