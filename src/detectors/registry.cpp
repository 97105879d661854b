#include "detectors/registry.h"

#include <algorithm>
#include <array>

#include "detectors/outcomes.h"

namespace heddle {

namespace {

template <FindingKind kKind>
std::unique_ptr<Detector> outcome(const Options& /*options*/) {
  return std::make_unique<BadOutcome>(kKind);
}

std::unique_ptr<Detector> exit_status(const Options& options) {
  return options.judges_exit == 0 ? nullptr : std::make_unique<BadOutcome>(FindingKind::kExit);
}

constexpr std::array kRows{
    DetectorRow{.name = "assertion", .help = "assert() and its kin fail", .make = outcome<FindingKind::kAssertion>},
    DetectorRow{.name = "crash",
                .help = "a fatal signal, abort, an uncaught exception, a stack overflow, an invalid free",
                .make = outcome<FindingKind::kCrash>},
    DetectorRow{.name = "exit",
                .help = "the program ends with a status other than 0 (--exit-status=ignore: not looked for)",
                .make = exit_status},
    DetectorRow{.name = "deadlock",
                .help = "threads are left of which none can ever continue",
                .make = outcome<FindingKind::kDeadlock>},
    DetectorRow{.name = "livelock",
                .help = "threads go on for ever without getting anywhere",
                .make = outcome<FindingKind::kLivelock>},
    DetectorRow{.name = "lock-misuse",
                .help = "a mutex is unlocked that the thread does not hold",
                .make = outcome<FindingKind::kLockMisuse>},
    DetectorRow{.name = "destroyed-primitive",
                .help = "a mutex, condition variable, semaphore or barrier is used after it was destroyed",
                .make = outcome<FindingKind::kDestroyedPrimitive>},
};

constexpr std::array kWatching{
    WatchingRow{.name = "hb",
                .help = "data races: two conflicting accesses, neither ordered before the other",
                .bits = kHappensBefore},
    WatchingRow{.name = "caught",
                .help = "data races in the act: a thread accesses what another one is about to access",
                .bits = kCaught},
    WatchingRow{.name = "lockset",
                .help = "hints: memory that threads share and that no lock protects at all accesses",
                .bits = kLockset},
    WatchingRow{.name = "hybrid",
                .help = "hb, and the hints of lockset where threads and messages do not order the accesses",
                .bits = kHappensBefore | kLockset | kHybrid},
    WatchingRow{.name = "heap",
                .help = "memory used after it was freed or outside of its block, wrong frees, stacks of ended threads",
                .bits = kHeapUse},
    WatchingRow{.name = "lockorder",
                .help = "possible deadlocks: threads take the same locks in different orders",
                .bits = kLockOrder},
    WatchingRow{
        .name = "lockuse",
        .help = "locks that are destroyed while held, waits with a wrong mutex, threads that end with a lock held",
        .bits = kLockUse},
};

}  // namespace

std::span<const DetectorRow> detectors() { return kRows; }
std::span<const WatchingRow> watching_detectors() { return kWatching; }

std::optional<std::uint32_t> parse_detectors(std::string_view list) {
  if (list == "none") {
    return 0;
  }
  std::uint32_t bits = 0;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view word = list.substr(begin, end - begin);
    const auto* row = std::ranges::find(kWatching, word, &WatchingRow::name);
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
  for (const WatchingRow& row : kWatching) {
    if ((bits & row.bits) == row.bits) {
      words += (words.empty() ? "" : ",") + std::string(row.name);
    }
  }
  return words.empty() ? "none" : words;
}

std::string detector_words() {
  std::string words;
  for (const WatchingRow& row : kWatching) {
    words += std::string(row.name) + ", ";
  }
  return words + "default, none";
}

std::vector<std::unique_ptr<Detector>> make_detectors(const Options& options) {
  std::vector<std::unique_ptr<Detector>> made;
  for (const DetectorRow& row : kRows) {
    if (auto detector = row.make(options); detector != nullptr) {
      made.push_back(std::move(detector));
    }
  }
  return made;
}

}  // namespace heddle
