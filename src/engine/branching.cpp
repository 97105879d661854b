#include "engine/branching.h"

#include <array>
#include <cstring>
#include <type_traits>

namespace heddle {

namespace {

struct ReportHead {
  Tally tally;
  std::uint64_t steps;
  std::uint64_t found;
  std::uint64_t heads;
  std::uint64_t bytes;
  std::uint64_t reached;
  std::uint64_t noted;
};

struct FoundHead {
  Fault fault;
  Outcome outcome;
  std::uint64_t number;
  std::uint64_t words;
  std::uint64_t path;
  std::uint64_t payload;
};

template <typename Values>
void put(std::vector<std::byte>& to, const Values& values) {
  static_assert(std::is_trivially_copyable_v<typename Values::value_type>);
  const auto bytes = std::as_bytes(std::span(values));
  to.insert(to.end(), bytes.begin(), bytes.end());
}

template <typename Values>
bool take(std::span<const std::byte>& from, Values& values, std::uint64_t count) {
  using Value = typename Values::value_type;
  if (count > from.size() / sizeof(Value)) {
    return false;
  }
  values.resize(count);
  if (count != 0) {
    std::memcpy(static_cast<void*>(values.data()), from.data(), count * sizeof(Value));
  }
  from = from.subspan(count * sizeof(Value));
  return true;
}

}  // namespace

std::vector<std::byte> to_bytes(const BranchReport& report) {
  std::vector<std::byte> bytes;
  put(bytes, std::array{ReportHead{.tally = report.tally,
                                   .steps = report.steps,
                                   .found = report.found.size(),
                                   .heads = report.heads.size(),
                                   .bytes = report.bytes.size(),
                                   .reached = report.reached.size(),
                                   .noted = report.noted.size()}});
  for (const Elsewhere& one : report.found) {
    put(bytes, std::array{FoundHead{.fault = one.fault,
                                    .outcome = one.outcome,
                                    .number = one.number,
                                    .words = one.words.size(),
                                    .path = one.path.size(),
                                    .payload = one.payload.size()}});
    put(bytes, one.words);
    put(bytes, one.path);
    put(bytes, one.payload);
  }
  put(bytes, report.heads);
  put(bytes, report.bytes);
  put(bytes, report.reached);
  put(bytes, report.noted);
  return bytes;
}

std::optional<BranchReport> to_report(std::span<const std::byte> bytes) {
  std::vector<ReportHead> head;
  BranchReport report;
  if (!take(bytes, head, 1)) {
    return std::nullopt;
  }
  report.tally = head[0].tally;
  report.steps = head[0].steps;
  for (std::uint64_t index = 0; index < head[0].found; ++index) {
    std::vector<FoundHead> found;
    Elsewhere& one = report.found.emplace_back();
    if (!take(bytes, found, 1) || !take(bytes, one.words, found[0].words) || !take(bytes, one.path, found[0].path) ||
        !take(bytes, one.payload, found[0].payload)) {
      return std::nullopt;
    }
    one.fault = found[0].fault;
    one.outcome = found[0].outcome;
    one.number = found[0].number;
  }
  if (!take(bytes, report.heads, head[0].heads) || !take(bytes, report.bytes, head[0].bytes) ||
      !take(bytes, report.reached, head[0].reached) || !take(bytes, report.noted, head[0].noted) || !bytes.empty()) {
    return std::nullopt;
  }
  return report;
}

}  // namespace heddle
