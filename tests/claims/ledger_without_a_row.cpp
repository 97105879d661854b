// The table of the ledger, with the row that HEDDLE_WITHOUT_ROW names switched off: it neither breaks anything nor is
// it told. Whoever links this does not take the one of src/core.
#include <cstdlib>
#include <string_view>

#include "core/ledger.h"

#define ledger_table whole_table
#include "core/ledger.cpp"  // NOLINT(bugprone-suspicious-include)
#undef ledger_table

namespace heddle {

namespace {

std::array<LedgerEntry, kLedgerRowCount> table_without_a_row() {
  std::array<LedgerEntry, kLedgerRowCount> table = whole_table();
  const char* name = std::getenv("HEDDLE_WITHOUT_ROW");
  for (LedgerEntry& entry : table) {
    if (name != nullptr && entry.name == name) {
      entry.weight = Weight::kSilent;
    }
  }
  return table;
}

}  // namespace

const std::array<LedgerEntry, kLedgerRowCount>& ledger_table() {
  static const auto table = table_without_a_row();
  return table;
}

}  // namespace heddle
