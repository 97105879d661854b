// What was done so far, by round.
#pragma once

#include <cstdint>
#include <vector>

#include "core/lease.h"

namespace heddle {

struct RoundTotals : Tally {
  std::uint32_t bound = 0;  // its strategy's
  std::uint64_t limit = 0;  // of steps, that the strategy gave itself
  bool ended = false;       // nothing was left
  bool limited = false;     // stopped by the limit

  // Nothing lies beyond the bound.
  [[nodiscard]] bool holds_everything() const { return cut == 0 && beyond_bound == 0; }
  // Every execution within the bound was made.
  [[nodiscard]] bool complete() const { return ended && !ledger.breaks(); }
};

struct Totals {
  std::vector<RoundTotals> rounds;  // with the last point set
  std::uint64_t before = 0;         // executions made with smaller point sets
  std::uint64_t repeated = 0;       // executions made once more: to check, to record
  Provocations provoked;            // with smaller point sets, where that counts (Strategy::Traits)
  std::uint32_t point_set_growths = 0;
  bool varied = false;  // the program did not always do the same under the same schedule: nothing is complete

  [[nodiscard]] const RoundTotals* last() const { return rounds.empty() ? nullptr : &rounds.back(); }
  // What weakens a claim about all of it.
  [[nodiscard]] Ledger ledger() const {
    Ledger sum;
    for (const RoundTotals& round : rounds) {
      sum += round.ledger;
    }
    if (varied) {
      sum.note(LedgerRow::kVaries);
    }
    return sum;
  }
  // With the last point set: what a strategy without an end was asked for.
  [[nodiscard]] std::uint64_t made_of_last_points() const { return made() - repeated - before; }
  // All executions; repetitions are among them.
  [[nodiscard]] std::uint64_t made() const {
    std::uint64_t sum = before + repeated;
    for (const RoundTotals& round : rounds) {
      sum += round.made();
    }
    return sum;
  }
};

// Every round provokes anew: what the one that got furthest has come to, with what came before.
[[nodiscard]] inline Provocations furthest(const Totals& totals) {
  Provocations most;
  for (const RoundTotals& round : totals.rounds) {
    if (round.provocations.suspects() >= most.suspects()) {
      most = round.provocations;
    }
  }
  most += totals.provoked;
  return most;
}

}  // namespace heddle
