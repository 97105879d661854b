#include "runtime/entry/inputs.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "core/hash.h"
#include "core/rng.h"
#include "runtime/entry/allocation.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/observe/recorder.h"
#include "runtime/program/modules.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/control.h"
#include "trace/segment.h"

namespace heddle::runtime {
namespace {

// Of one call, where some values stand for others ...
constexpr std::size_t kMostSamples = 64;
// ... and of all calls of a thread together.
constexpr std::uint32_t kMostWays = 256;
// So many values are few, however often the thread has asked.
constexpr std::size_t kFewValues = 16;
constexpr std::size_t kMostValues = 1024;
constexpr WideInteger kSmallest = 2;
constexpr WideInteger kLargestSmall = 5;
constexpr std::size_t kRandomValues = 4;
// Others may go on before every so many calls of a thread, so that one that does nothing else does not keep them out.
constexpr std::uint32_t kCallsAlone = 64;
constexpr std::uint32_t kCallsInOrder = 16;
// What `input_pointer` points to.
constexpr std::size_t kUnknownBytes = 64;
constexpr std::size_t kListed = 12;

// Those of the call under way: one at a time.
template <typename Value>
class Values {
 public:
  void begin(std::size_t limit) {
    count_ = 0;
    limit_ = limit;
  }
  // Keeps it unless it is known or there is no room.
  void add(Value value) {
    if (count_ < limit_ && std::find(values_, values_ + count_, value) == values_ + count_) {
      values_[count_++] = value;
    }
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const Value& operator[](std::size_t index) const { return values_[index]; }

 private:
  Value values_[kMostValues];
  std::size_t count_ = 0;
  std::size_t limit_ = 0;
};
Values<WideInteger> integers;
Values<double> floatings;

ExpectedInput take_expected() { return std::exchange(current_thread().expected_input, {}); }

// How many values this call of the thread may try.
std::size_t samples_left(const Thread& self) {
  const std::uint32_t left = kMostWays / std::max(self.input_ways, 1U);
  return left < 2 ? 1 : std::clamp<std::size_t>(left / 4, 2, kMostSamples);
}

void use_up(std::size_t count) {
  Thread& self = current_thread();
  const std::uint64_t ways = std::uint64_t{std::max(self.input_ways, 1U)} * count;
  self.input_ways = static_cast<std::uint32_t>(std::min<std::uint64_t>(ways, kMostWays));
}

std::uint64_t seed_of_call(const void* caller) {
  const Thread& self = current_thread();
  return combine(combine(site_of_code(caller).value, self.name.value), self.inputs);
}

// What comes first is what a thread is given where nothing else was chosen: a loop that ends by another value would go
// on for ever, so later calls begin with another one each.
std::size_t turn_of(const Thread& self) { return self.inputs <= kCallsInOrder ? 0 : self.inputs; }

// Which of `count` values it is. Nobody else can tell when it is chosen, so nobody else goes on there.
std::size_t choose_value(std::size_t count, const void* caller) {
  Thread& self = current_thread();
  const bool alone = ++self.inputs % kCallsAlone != 0;
  self.alone_steps = self.atomic_depth == 0 ? 0 : self.alone_steps;
  self.atomic_depth += alone ? 1 : 0;
  const Variant chosen =
      visible(OperationKind::kChoose, nullptr, {.site = nullptr, .caller = caller}, static_cast<std::uint32_t>(count));
  self.atomic_depth -= alone ? 1 : 0;
  return (chosen + turn_of(self)) % count;
}

void put(Line& line, WideInteger value) {
  constexpr WideInteger kMost = std::numeric_limits<std::uint64_t>::max();
  const WideInteger size = value < 0 ? -value : value;
  line.text(value < 0 ? "-" : "");
  if (size <= kMost && size >= 0) {
    line.number(static_cast<std::uint64_t>(size));
  } else {
    line.text("2^64 * ").number(static_cast<std::uint64_t>(size >> 64U)).text(" + ");
    line.number(static_cast<std::uint64_t>(size));
  }
}

void put(Line& line, double value) {
  char text[40];
  *std::to_chars(text, text + sizeof text - 1, value).ptr = '\0';
  line.text(text);
}

void put_place(Line& line, const void* caller) {
  const auto code = reinterpret_cast<std::uintptr_t>(caller);
  if (const Module* module = module_of(code); module != nullptr) {
    // In braces: the command line has the source lines (cli/story/hang_detail.h).
    line.text(" at {").text(module->path[0] == '\0' ? "main program" : module->path).text("+");
    line.hex(code - module->base).text("}");
  }
}

// Some values stood for the others: which, of the first such call.
template <typename Value>
void note_samples(const char* function, const Values<Value>& values, const void* caller) {
  note(LedgerRow::kSampledInput);
  segment::HuntResult& result = worker_segment().result.hunt;
  if (result.inputs[0] != '\0') {
    return;
  }
  Line line(result.inputs, sizeof result.inputs);
  line.text(function);
  put_place(line, caller);
  line.text(" gave ");
  const std::size_t listed = std::min(values.size(), kListed);
  for (std::size_t index = 0; index < listed; ++index) {
    line.text(index == 0 ? "" : ", ");
    put(line, values[index]);
  }
  if (values.size() > listed) {
    line.text(" and ").number(values.size() - listed).text(" more");
  }
  if (const std::uint32_t left_out = program_constants().left_out; left_out != 0) {
    line.text("; ").number(left_out).text(" of the constants that the program compares with were not tried");
  }
}

template <typename Value>
void record_value(Value value) {
  char text[64];
  Line line(text, sizeof text);
  put(line, value);
  record_choice(text);
}

__extension__ using WideBits = unsigned __int128;

// How many values there are, or the largest number.
WideBits size_of(const InputRange& range) {
  const WideBits distance = static_cast<WideBits>(range.high) - static_cast<WideBits>(range.low);
  return distance == ~WideBits{0} ? distance : distance + 1;
}

void add_in(const InputRange& range, WideInteger value) {
  if (value >= range.low && value <= range.high) {
    integers.add(value);
  }
}

// From 0 outwards, where that is in the range.
void add_all(const InputRange& range) {
  integers.begin(kMostValues);
  add_in(range, 0);
  const WideInteger far = std::max(range.high, -range.low);
  for (WideInteger size = 1; size <= far; ++size) {
    add_in(range, size);
    add_in(range, -size);
  }
}

// The pass has the bits of a number without a sign.
WideInteger value_of(const InputRange& range, std::int64_t known) {
  return range.low == 0 && known < 0 ? known + (range.high + 1) : WideInteger{known};
}

void add_known(const InputRange& range, const ExpectedInput& known) {
  for (const std::int64_t value : std::span(known.values, known.count)) {
    add_in(range, value_of(range, value));
  }
}

void add_random(const InputRange& range, std::uint64_t seed) {
  Rng random(seed);
  for (std::size_t index = 0; index < kRandomValues; ++index) {
    const WideBits bits = (WideBits{random.next()} << 64U) | random.next();
    const WideBits size = size_of(range);
    add_in(range,
           static_cast<WideInteger>(static_cast<WideBits>(range.low) + (size == ~WideBits{0} ? bits : bits % size)));
  }
}

void add_samples(const InputRange& range, const ExpectedInput& known, std::size_t limit, std::uint64_t seed) {
  integers.begin(limit);
  if (known.count != 0) {
    add_in(range, value_of(range, known.values[0]));
  }
  add_in(range, 0);
  add_in(range, 1);
  add_known(range, known);
  // Early ones are explored early: with large ones an execution may take long.
  for (WideInteger value = kSmallest; value <= kLargestSmall; ++value) {
    add_in(range, value);
  }
  add_in(range, -1);
  for (const int offset : {0, 1, -1}) {
    for (const std::int64_t constant : program_constants().all_integers()) {
      add_in(range, WideInteger{constant} + offset);
    }
  }
  add_in(range, range.low);
  add_in(range, range.high);
  add_random(range, seed);
}

// True if these are all: no other value makes a difference.
bool add_integers(const InputRange& range, const ExpectedInput& known, const void* caller) {
  const std::size_t limit = samples_left(current_thread());
  const bool few = size_of(range) <= kFewValues;
  // Up to the values of a byte, where nothing else was asked for.
  const bool fit = size_of(range) <= kMostWays && limit == kMostSamples;
  if (known.exact && !few) {
    integers.begin(kMostValues);
    add_known(range, known);
    // Not so where the program has declared the function with another type.
    if (integers.size() == known.count) {
      return true;
    }
  }
  if (few || fit) {
    add_all(range);
    return true;
  }
  add_samples(range, known, limit, seed_of_call(caller));
  return false;
}

void add_float(double value, bool is_double) { floatings.add(is_double ? value : static_cast<float>(value)); }

template <typename Float>
void add_special() {
  using Limits = std::numeric_limits<Float>;
  for (const Float value : {Float{0.5}, Limits::max(), Limits::min(), Limits::denorm_min(), Limits::infinity()}) {
    floatings.add(value);
    floatings.add(-value);
  }
  floatings.add(Limits::quiet_NaN());
}

void add_floatings(bool is_double, std::size_t limit, std::uint64_t seed) {
  floatings.begin(limit);
  for (const double value : {0.0, 1.0, -1.0}) {
    floatings.add(value);
  }
  for (const double constant : program_constants().all_floatings()) {
    add_float(constant, is_double);
    add_float(constant - std::abs(constant) * 1e-6, is_double);
    add_float(constant + std::abs(constant) * 1e-6, is_double);
  }
  for (const std::int64_t constant : program_constants().all_integers()) {
    add_float(static_cast<double>(constant), is_double);
  }
  is_double ? add_special<double>() : add_special<float>();
  Rng random(seed);
  for (std::size_t index = 0; index < kRandomValues; ++index) {
    add_float(std::bit_cast<double>(random.next()), is_double);
  }
}

}  // namespace

void expect_input(const std::int64_t* values, std::uint32_t count, bool exact) {
  if (controlled()) {
    current_thread().expected_input = {.values = values, .count = count, .exact = exact};
  }
}

WideInteger input_integer(const char* function, InputRange range, const void* caller) {
  if (!controlled()) {
    return std::clamp(WideInteger{0}, range.low, range.high);
  }
  const bool all = add_integers(range, take_expected(), caller);
  if (!all) {
    note_samples(function, integers, caller);
  }
  use_up(integers.size());
  const WideInteger value = integers[choose_value(integers.size(), caller)];
  record_value(value);
  return value;
}

double input_floating(const char* function, bool is_double, const void* caller) {
  if (!controlled()) {
    return 0;
  }
  (void)take_expected();
  add_floatings(is_double, samples_left(current_thread()), seed_of_call(caller));
  note_samples(function, floatings, caller);
  use_up(floatings.size());
  const double value = floatings[choose_value(floatings.size(), caller)];
  record_value(value);
  return value;
}

// The one block stands for all that a program could be given, unless it only asks whether there is one.
void* input_pointer(const char* function, const void* caller) {
  if (!controlled()) {
    return nullptr;
  }
  const bool is_told_apart_only = take_expected().exact;
  integers.begin(2);
  integers.add(0);
  integers.add(1);
  if (!is_told_apart_only) {
    note_samples(function, integers, caller);
  }
  const bool is_null = choose_value(2, caller) == 0;
  record_choice(is_null ? "null" : "memory of its own");
  return is_null ? nullptr : allocate_zeroed(1, kUnknownBytes, caller);
}

void input_bytes(const char* function, void* to, std::size_t size, const void* caller) {
  if (!controlled() || size == 0) {
    return;
  }
  constexpr InputRange kBytes = kRangeOf<unsigned char>;
  (void)take_expected();
  // All bytes the same: of what programs do with such memory, that is told apart most often.
  add_samples(kBytes, {}, samples_left(current_thread()), seed_of_call(caller));
  note_samples(function, integers, caller);
  use_up(integers.size());
  const WideInteger value = integers[choose_value(integers.size(), caller)];
  record_value(value);
  visible_range(OperationKind::kWriteRange, to, size, caller);
  std::memset(to, static_cast<int>(value), size);
}

}  // namespace heddle::runtime
