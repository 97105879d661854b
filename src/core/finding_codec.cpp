#include "core/finding_codec.h"

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

#include "core/bytes.h"

namespace heddle {

namespace {

constexpr std::uint32_t kMemoryOrders = static_cast<std::uint32_t>(MemoryOrder::kNone) + 1;
constexpr std::uint32_t kHeapFamilies = static_cast<std::uint32_t>(HeapFamily::kNewArrayAligned) + 1;
constexpr std::uint32_t kMinimalities = static_cast<std::uint32_t>(Minimality::kBudget) + 1;

class Writer {
 public:
  explicit Writer(std::vector<std::byte>& bytes) : bytes_(bytes) {}

  template <typename Value>
  bool value(const Value& value) {
    put_value(bytes_, value);
    return true;
  }
  // One of the first so many of an enumeration.
  template <typename Code>
  bool code(Code code, std::uint32_t /*count*/) {
    return value(static_cast<std::uint8_t>(code));
  }
  bool flag(bool flag) { return value(static_cast<std::uint8_t>(flag ? 1 : 0)); }
  template <typename Values>
  bool list(const Values& values) {
    put_value(bytes_, static_cast<std::uint64_t>(values.size()));
    put_values(bytes_, values);
    return true;
  }

 private:
  std::vector<std::byte>& bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : reader_(bytes) {}

  template <typename Value>
  [[nodiscard]] bool value(Value& value) {
    return reader_.take(value);
  }
  template <typename Code>
  [[nodiscard]] bool code(Code& code, std::uint32_t count) {
    std::uint8_t number = 0;
    if (!reader_.take(number) || number >= count) {
      return false;
    }
    code = static_cast<Code>(number);
    return true;
  }
  [[nodiscard]] bool flag(bool& flag) {
    std::uint8_t number = 0;
    if (!reader_.take(number) || number > 1) {
      return false;
    }
    flag = number != 0;
    return true;
  }
  template <typename Values>
  [[nodiscard]] bool list(Values& values) {
    std::uint64_t size = 0;
    return reader_.take(size) && reader_.take(values, size);
  }
  [[nodiscard]] std::span<const std::byte> rest() const { return reader_.rest(); }

 private:
  ByteReader reader_;
};

// Each member once, for both ways.

template <typename Way, typename OperationType>
[[nodiscard]] bool each_of_operation(Way& way, OperationType& operation) {
  return way.code(operation.kind, kOperationKindCount) && way.code(operation.order, kMemoryOrders) &&
         way.code(operation.failure_order, kMemoryOrders) && way.value(operation.size) && way.value(operation.site) &&
         way.value(operation.object) && way.value(operation.address);
}

template <typename Way, typename FaultType>
[[nodiscard]] bool each_of_fault(Way& way, FaultType& fault) {
  if (!way.value(fault.kind) || !fault.kind.is_well_formed() || !way.flag(fault.certain) ||
      !way.flag(fault.only_if_met) || !way.code(fault.allocated_as, kHeapFamilies) ||
      !way.code(fault.freed_as, kHeapFamilies) || !way.value(fault.cycle) || !way.value(fault.signature) ||
      !way.value(fault.side_count) || fault.side_count == 0 || fault.side_count > Fault::kMostSides) {
    return false;
  }
  return std::ranges::all_of(std::span(fault.sides).first(fault.side_count), [&way](auto& side) {
    return way.value(side.thread) && each_of_operation(way, side.operation) && way.value(side.event) &&
           way.flag(side.pending);
  });
}

template <typename Way, typename OutcomeType>
[[nodiscard]] bool each_of_outcome(Way& way, OutcomeType& outcome) {
  return way.code(outcome.kind, kOutcomeKindCount) && way.value(outcome.thread) && way.value(outcome.signal) &&
         way.value(outcome.exit_status) && way.value(outcome.steps) && way.value(outcome.switches) &&
         way.value(outcome.events) && way.value(outcome.event_hash) && way.value(outcome.fault);
}

template <typename Way, typename WitnessType>
[[nodiscard]] bool each_of_witness(Way& way, WitnessType& witness) {
  return way.list(witness.schedule) && way.list(witness.cells) && way.value(witness.limits.steps) &&
         way.value(witness.limits.threads) && each_of_outcome(way, witness.outcome) && way.list(witness.message) &&
         way.value(witness.costs.switches) && way.value(witness.costs.preemptions) && way.value(witness.costs.delays) &&
         way.code(witness.minimality, kMinimalities);
}

template <typename Way, typename OriginType>
[[nodiscard]] bool each_of_origin(Way& way, OriginType& origin) {
  return way.list(origin.strategy) && way.value(origin.execution) && way.value(origin.bound) &&
         way.flag(origin.bound_below_complete);
}

template <typename Way, typename FindingType>
[[nodiscard]] bool each_of_finding(Way& way, FindingType& finding) {
  return each_of_fault(way, finding.fault) && each_of_witness(way, finding.witness) &&
         each_of_origin(way, finding.origin);
}

}  // namespace

void encode(const Finding& finding, std::vector<std::byte>& bytes) {
  Writer writer(bytes);
  (void)each_of_finding(writer, finding);
}

bool decode(std::span<const std::byte>& bytes, Finding& finding) {
  Reader reader(bytes);
  Finding read;
  if (!each_of_finding(reader, read) ||
      !std::ranges::is_sorted(read.witness.schedule, std::ranges::less_equal{}, &Deviation::point)) {
    return false;
  }
  finding = std::move(read);
  bytes = reader.rest();
  return true;
}

}  // namespace heddle
