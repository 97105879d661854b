#include "engine/branching.h"

#include "core/bytes.h"
#include "engine/target_codec.h"

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
  std::uint64_t target;  // bytes
};

}  // namespace

std::vector<std::byte> to_bytes(const BranchReport& report) {
  std::vector<std::byte> bytes;
  put_value(bytes, ReportHead{.tally = report.tally,
                              .steps = report.steps,
                              .found = report.found.size(),
                              .heads = report.heads.size(),
                              .bytes = report.bytes.size(),
                              .reached = report.reached.size(),
                              .noted = report.noted.size()});
  for (const Elsewhere& one : report.found) {
    std::vector<std::byte> target;
    TargetEncoder(target).put(view_of(one.target));
    put_value(bytes, FoundHead{.fault = one.fault,
                               .outcome = one.outcome,
                               .number = one.number,
                               .words = one.words.size(),
                               .target = target.size()});
    put_values(bytes, one.words);
    put_values(bytes, target);
  }
  put_values(bytes, report.heads);
  put_values(bytes, report.bytes);
  put_values(bytes, report.reached);
  put_values(bytes, report.noted);
  return bytes;
}

std::optional<BranchReport> to_report(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  ReportHead head{};
  BranchReport report;
  if (!reader.take(head)) {
    return std::nullopt;
  }
  report.tally = head.tally;
  report.steps = head.steps;
  for (std::uint64_t index = 0; index < head.found; ++index) {
    FoundHead found{};
    Elsewhere& one = report.found.emplace_back();
    std::vector<std::byte> target;
    if (!reader.take(found) || !reader.take(one.words, found.words) || !reader.take(target, found.target) ||
        !TargetDecoder(target).take(one.target)) {
      return std::nullopt;
    }
    one.fault = found.fault;
    one.outcome = found.outcome;
    one.number = found.number;
  }
  if (!reader.take(report.heads, head.heads) || !reader.take(report.bytes, head.bytes) ||
      !reader.take(report.reached, head.reached) || !reader.take(report.noted, head.noted) || reader.left() != 0) {
    return std::nullopt;
  }
  return report;
}

}  // namespace heddle
