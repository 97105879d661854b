// What there is to say of each kind of finding: one row, which the runtime's messages, the reports and the suppressions
// read. A detector has the rows of its kinds beside it, and names them where it is registered (registry.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/finding.h"
#include "engine/finding_sink.h"

namespace heddle {

class Sentence;

// The words of ThreadSanitizer's suppression files that mean several kinds at once.
enum class SuppressionGroup : std::uint8_t { kNone, kRaces, kMisuses, kDeadlocks };

// Below a finding's title: what it means, in a sentence that does not depend on the execution. Empty: the message says it.
struct Meaning {
  std::string_view usual;
  std::string_view of_hint = usual;
  std::string_view of_pending = usual;  // one of the two operations had not happened yet
};

// "write by T1 at bank.cpp:12, read by T2 at bank.cpp:20 before it"
void say_operations(Sentence& sentence, const Fault& fault);

struct FindingKindRow {
  FindingKind kind;
  bool is_hint = false;  // it may go wrong, but has not in the execution that shows it
  // What happened, behind "data race on total: ". (Bad ends of executions are not faults: the runtime describes them.)
  void (*say)(Sentence& sentence, const Fault& fault) = say_operations;
  Meaning meaning{};
  std::string_view preposition = "on";  // "data race on total"
  // Its two operations are at fault because nothing puts them in order: reports say what synchronised the threads last.
  bool is_of_order = false;
  bool is_circle = false;  // its operations are those of a circle of locks, and the title names all of these
  SuppressionGroup group = SuppressionGroup::kNone;
};

// Of all detectors, each kind once.
[[nodiscard]] std::span<const FindingKindRow> finding_kinds();
[[nodiscard]] bool is_known(const FindingKind& kind);
// A row that says nothing, where the kind is not known.
[[nodiscard]] const FindingKindRow& row_of(const FindingKind& kind);

// The beginning of a fault of that kind.
[[nodiscard]] inline Fault fault_of(const FindingKindRow& row) {
  Fault fault;
  fault.kind = row.kind;
  fault.certain = !row.is_hint;
  return fault;
}

}  // namespace heddle
