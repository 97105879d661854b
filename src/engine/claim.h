// What may be said of a search.
//
// A strategy says how far it came (Coverage), the ledger what weakens that; Claim joins the two, and is the one place
// where "complete" can be said. layout.complete_is_said_in_one_place fails when another one sets it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/ledger.h"

namespace heddle {

// How far a strategy came.
enum class Extent : std::uint8_t {
  kPart,   // some of what it was to explore
  kWhole,  // all that was asked for: every execution, or every one within the bound that was given
};

struct Coverage {
  Extent extent = Extent::kPart;
  std::string guarantee;  // one sentence
  bool up_to_independence =
      false;  // one of all executions that differ in the order of independent operations is enough
};

class Claim {
 public:
  Claim() = default;  // nothing is claimed
  Claim(Coverage coverage, const Ledger& ledger)
      : complete_(coverage.extent == Extent::kWhole && !ledger.breaks()),
        guarantee_(std::move(coverage.guarantee)),
        ledger_(ledger) {}

  // What came out after the search.
  void weaken(LedgerRow row) {
    ledger_.note(row);
    complete_ = complete_ && !ledger_.breaks();
  }

  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] const std::string& guarantee() const { return guarantee_; }
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

 private:
  bool complete_ = false;
  std::string guarantee_;
  Ledger ledger_;
};

}  // namespace heddle
