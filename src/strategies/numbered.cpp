#include "strategies/numbered.h"

#include <charconv>
#include <system_error>

#include "core/hash.h"

namespace heddle {

std::optional<Shard> parse_shard(std::string_view text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec != std::errc() || index.ptr == end || *index.ptr != '/') {
    return std::nullopt;
  }
  const auto count = std::from_chars(index.ptr + 1, end, shard.count);
  if (count.ec != std::errc() || count.ptr != end || shard.index == 0 || shard.index > shard.count) {
    return std::nullopt;
  }
  --shard.index;
  return shard;
}

Shard shard_of(const Settings& settings) { return parse_shard(settings.value(kShard)).value_or(Shard()); }

std::string check_shard(std::string& value) {
  const auto shard = parse_shard(value);
  if (!shard) {
    return "'" + value + "' is not a shard, such as 2/5";
  }
  value = std::to_string(shard->index + 1) + "/" + std::to_string(shard->count);
  return "";
}

void Numbered::refill(std::uint32_t /*round*/, const Totals& totals, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  const std::uint64_t done = begun(totals);
  if (done < count_) {
    Target all;
    all.first = done;
    all.count = count_ == kUnlimited ? kUnlimited : count_ - done;
    frontier.add(all);
  }
}

Plan Numbered::begin(const Target& target, const LeaseTerms& /*terms*/) {
  Plan plan;
  plan.has_usual = false;
  plan.path_is_name = false;
  draw(combine(seed_, target.first * shard_.count + shard_.index), plan);
  return plan;
}

std::uint64_t Numbered::begun(const Totals& totals) {
  std::uint64_t sum = 0;
  for (const RoundTotals& round : totals.rounds) {
    sum += round.made();
  }
  return sum;
}

std::uint64_t Numbered::made(const Totals& totals) {
  std::uint64_t sum = 0;
  for (const RoundTotals& round : totals.rounds) {
    sum += round.executions;
  }
  return sum;
}

}  // namespace heddle
