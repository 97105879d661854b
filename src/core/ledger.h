// What weakens a claim about a search: limits that were reached, executions that were cut short, policies that are one
// of many. Whoever meets one notes it where it happens; the counts travel with the tally of a lease (core/lease.h),
// through shared memory, the log on disk and merges. engine/claim.h reads them, and it alone may say that a search is
// complete.
//
// A new row is an enumerator and a line of the table; it needs a program in tests/claims that provokes it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle {

enum class LedgerRow : std::uint32_t {
  // These break completeness.
  kStepLimit,
  kThreadLimit,
  kStuck,
  kAtomicSection,
  kDiverged,
  kGivenUp,
  kVaries,
  kUnrepeated,
  kUnseenWait,
  kSampledInput,
  kLostFindings,
  kSyncPoints,
  kDisk,
  // These are assumptions.
  kWeakAtomics,
  kHeapReuse,
  kWeakExchange,
  kTryLock,
  kUninitialised,
  kUninstrumented,
  kArguments,
  kInput,
  kLockOrderLimit,
  kTraceEnd,
  kForeignThreads,
  kFocusUnknown,
  kFullMemory,
  kIndependence,
  kExitIgnored,
  kWarm,
  kCold,
  kOneThread,
  // These say nothing by themselves.
  kThreads,  // executions with more than one thread
};
inline constexpr std::size_t kLedgerRowCount = static_cast<std::size_t>(LedgerRow::kThreads) + 1;

enum class Weight : std::uint8_t {
  kBreaks,   // nothing is complete beside it
  kAssumed,  // the claim holds under it, and names it
  kSilent,   // counted, to decide about another row
};

struct LedgerEntry {
  LedgerRow row;
  std::string_view name;  // in the JSON summary
  Weight weight;
  // For people. A noun in [] is counted, "[execution]" becoming "3 executions"; {} is the number alone.
  std::string_view sentence;
};

[[nodiscard]] const std::array<LedgerEntry, kLedgerRowCount>& ledger_table();

class Ledger {
 public:
  void note(LedgerRow row, std::uint64_t times = 1) { counts_[static_cast<std::size_t>(row)] += times; }
  [[nodiscard]] std::uint64_t count(LedgerRow row) const { return counts_[static_cast<std::size_t>(row)]; }
  [[nodiscard]] bool has(LedgerRow row) const { return count(row) != 0; }
  // One of the rows that no complete search has.
  [[nodiscard]] bool breaks() const {
    return std::ranges::any_of(
        ledger_table(), [this](const LedgerEntry& entry) { return entry.weight == Weight::kBreaks && has(entry.row); });
  }

  Ledger& operator+=(const Ledger& other) {
    for (std::size_t row = 0; row < kLedgerRowCount; ++row) {
      counts_[row] += other.counts_[row];
    }
    return *this;
  }
  Ledger& operator-=(const Ledger& other) {
    for (std::size_t row = 0; row < kLedgerRowCount; ++row) {
      counts_[row] -= other.counts_[row];
    }
    return *this;
  }
  friend bool operator==(const Ledger&, const Ledger&) = default;

 private:
  std::array<std::uint64_t, kLedgerRowCount> counts_{};
};

}  // namespace heddle
