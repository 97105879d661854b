#include "detectors/registry.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>

#include "detectors/outcomes.h"

namespace heddle {

namespace {

template <FindingKind kKind>
std::unique_ptr<Judge> outcome(const Options& /*options*/) {
  return std::make_unique<BadOutcome>(kKind);
}

std::unique_ptr<Judge> exit_status(const Options& options) {
  return options.judges_exit == 0 ? nullptr : std::make_unique<BadOutcome>(FindingKind::kExit);
}

constexpr std::array kRows{
    JudgeRow{.name = "assertion",
             .help = "assert() or a similar check fails",
             .kind = {.kind = FindingKind::kAssertion},
             .make = outcome<FindingKind::kAssertion>},
    JudgeRow{.name = "crash",
             .help = "a fatal signal, abort, an uncaught exception, a stack overflow, an invalid free",
             .kind = {.kind = FindingKind::kCrash},
             .make = outcome<FindingKind::kCrash>},
    JudgeRow{.name = "exit",
             .help = "the program ends with a status other than 0 (ignored with --exit-status=ignore)",
             .kind = {.kind = FindingKind::kExit},
             .make = exit_status},
    JudgeRow{.name = "deadlock",
             .help = "no remaining thread can make progress",
             .kind = {.kind = FindingKind::kDeadlock, .group = SuppressionGroup::kDeadlocks},
             .make = outcome<FindingKind::kDeadlock>},
    JudgeRow{.name = "livelock",
             .help = "threads run for ever without making progress",
             .kind = {.kind = FindingKind::kLivelock},
             .make = outcome<FindingKind::kLivelock>},
    JudgeRow{.name = "lock-misuse",
             .help = "a thread unlocks a mutex that it does not hold",
             .kind = LockUse::kKinds[0],
             .make = outcome<FindingKind::kLockMisuse>},
    JudgeRow{.name = "destroyed-primitive",
             .help = "a mutex, condition variable, semaphore or barrier is used after it was destroyed",
             .kind = {.kind = FindingKind::kDestroyedPrimitive, .group = SuppressionGroup::kMisuses},
             .make = outcome<FindingKind::kDestroyedPrimitive>},
};

constexpr auto kWatching = std::apply([](const auto&... each) { return std::array{each.row...}; }, kDetectors);

// Of detectors in one set, none may be taken for another.
consteval bool have_bits_of_their_own() {
  std::uint32_t taken = kTouchedBytes | kMonitor | kHybrid;
  const auto takes = [&taken]<typename Class>(const RegisteredDetector<Class>& each) {
    const bool is_free = std::has_single_bit(each.row.bits) && (taken & each.row.bits) == 0;
    taken |= each.row.bits;
    return std::same_as<Class, Combination> || is_free;
  };
  return std::apply([&](const auto&... each) { return (takes(each) && ...); }, kDetectors);
}
static_assert(have_bits_of_their_own());

struct Kinds {
  std::array<FindingKindRow, 64> rows{};
  std::size_t count = 0;

  // Several detectors may report one kind.
  constexpr void add(const FindingKindRow& row) {
    const auto end = rows.begin() + count;
    if (std::find_if(rows.begin(), end, [&](const auto& other) { return other.kind == row.kind; }) == end) {
      rows[count++] = row;
    }
  }
};
constexpr Kinds kKinds = [] {
  Kinds kinds;
  for (const JudgeRow& row : kRows) {
    kinds.add(row.kind);
  }
  for (const DetectorRow& row : kWatching) {
    for (const FindingKindRow& kind : row.kinds) {
      kinds.add(kind);
    }
  }
  return kinds;
}();

constexpr FindingKindRow kUnknown{};

}  // namespace

std::span<const JudgeRow> judges() { return kRows; }
std::span<const DetectorRow> detectors() { return kWatching; }
std::span<const FindingKindRow> finding_kinds() { return std::span(kKinds.rows).first(kKinds.count); }

bool is_known(const FindingKind& kind) { return &row_of(kind) != &kUnknown; }

const FindingKindRow& row_of(const FindingKind& kind) {
  const auto rows = finding_kinds();
  const auto row = std::ranges::find(rows, kind, &FindingKindRow::kind);
  return row == rows.end() ? kUnknown : *row;
}

std::optional<std::uint32_t> parse_detectors(std::string_view list) {
  if (list == "none") {
    return 0;
  }
  std::uint32_t bits = 0;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view word = list.substr(begin, end - begin);
    const auto row = std::ranges::find(kWatching, word, &DetectorRow::name);
    if (word != "default" && row == kWatching.end()) {
      return std::nullopt;
    }
    bits |= word == "default" ? kDefaultDetectors : row->bits;
    begin = end + 1;
  }
  return bits;
}

std::string words_of_detectors(std::uint32_t bits) {
  std::string words;
  for (const DetectorRow& row : kWatching) {
    if ((bits & row.bits) == row.bits) {
      words += (words.empty() ? "" : ",") + std::string(row.name);
    }
  }
  return words.empty() ? "none" : words;
}

std::string detector_words() {
  std::string words;
  for (const DetectorRow& row : kWatching) {
    words += std::string(row.name) + ", ";
  }
  return words + "default, none";
}

std::vector<std::unique_ptr<Judge>> make_judges(const Options& options) {
  std::vector<std::unique_ptr<Judge>> made;
  for (const JudgeRow& row : kRows) {
    if (auto judge = row.make(options); judge != nullptr) {
      made.push_back(std::move(judge));
    }
  }
  return made;
}

}  // namespace heddle
