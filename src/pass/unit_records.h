// The sites of one translation unit while it is being instrumented.
//
// Their records are emitted at the end of the optimiser's pipeline (record_emitter.h) and wait as metadata until then:
// the optimiser looks at everything a function refers to, transitively, so one large array of records that all
// functions refer to would cost it quadratic time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "pass/site.h"

namespace heddle::pass {

// Names inside a module; none of them reaches the object file as a global symbol.
inline constexpr llvm::StringLiteral kSitesMetadata = "heddle.sites";
inline constexpr llvm::StringLiteral kUnseenUnit = "heddle.unseen.unit";
inline constexpr llvm::StringLiteral kSitesSymbol = "heddle.sites";
inline constexpr llvm::StringLiteral kGatesSymbol = "heddle.gates";
inline constexpr llvm::StringLiteral kAnyGateSymbol = "heddle.any_gate";
inline constexpr llvm::StringLiteral kNoteSymbol = "heddle.note";

class UnitRecords {
 public:
  explicit UnitRecords(llvm::Module& module);

  // Adds a record and returns its index; the order of calls is the order of the records.
  unsigned add(const Site& site);

  [[nodiscard]] llvm::Constant* site_address(unsigned index) const;
  [[nodiscard]] llvm::Constant* gate_address(unsigned index) const;
  [[nodiscard]] llvm::Constant* any_gate() const { return any_gate_; }

  // Defines the gates and leaves the sites for the emitter; no add() afterwards.
  void finish();

  // Something in the unit may order threads unseen (HEDDLE_UNIT_UNSEEN).
  void mark_unseen();
  [[nodiscard]] static bool is_marked_unseen(const llvm::Module& module);

  // True for a module that was instrumented before.
  [[nodiscard]] static bool present(const llvm::Module& module);

 private:
  [[nodiscard]] llvm::MDNode* as_metadata(const Site& site) const;

  llvm::Module& module_;
  // Declarations that stand for the arrays, whose length is known only at the end.
  llvm::GlobalVariable* sites_;
  llvm::GlobalVariable* gates_;
  llvm::GlobalVariable* any_gate_;
  std::vector<Site> records_;
  // Next ordinal by container and KeyClass, of sites that come without a key.
  llvm::StringMap<std::array<std::uint32_t, 6>> ordinals_;
};

}  // namespace heddle::pass
