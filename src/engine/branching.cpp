#include "engine/branching.h"

#include "core/bytes.h"
#include "core/finding_codec.h"
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
    encode(one.finding, bytes);
    put_value(bytes, std::uint64_t{target.size()});
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
    Elsewhere& one = report.found.emplace_back();
    std::uint64_t size = 0;
    std::vector<std::byte> target;
    std::span<const std::byte> rest = reader.rest();
    if (!decode(rest, one.finding)) {
      return std::nullopt;
    }
    reader = ByteReader(rest);
    if (!reader.take(size) || !reader.take(target, size) || !TargetDecoder(target).take(one.target)) {
      return std::nullopt;
    }
  }
  if (!reader.take(report.heads, head.heads) || !reader.take(report.bytes, head.bytes) ||
      !reader.take(report.reached, head.reached) || !reader.take(report.noted, head.noted) || reader.left() != 0) {
    return std::nullopt;
  }
  return report;
}

}  // namespace heddle
