#include "engine/divergence.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "engine/continuation.h"

namespace heddle {

namespace {

std::string_view signal_text(Variant variant) {
  switch (variant) {
    case kTimerSignal:
      return " handling a timer's signal";
    case kEarlySignal:
      return " handling a signal just before its call";
    case kLateSignal:
      return " holding a signal back";
    default:
      return " handling a signal";
  }
}

// Text into a buffer of fixed size, without locale and without allocation.
class Line {
 public:
  explicit Line(std::span<char> buffer) : buffer_(buffer) {}

  Line& operator<<(std::string_view text) {
    if (!buffer_.empty()) {
      const std::size_t room = buffer_.size() - 1 - length_;
      const std::size_t count = std::min(room, text.size());
      std::ranges::copy(text.substr(0, count), buffer_.data() + length_);
      length_ += count;
    }
    return *this;
  }

  Line& operator<<(std::uint32_t number) {
    std::array<char, 10> digits{};
    const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return *this << std::string_view(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
  }

  Line& operator<<(Alternative alternative) {
    *this << "thread " << std::uint32_t{alternative.thread.value};
    if (alternative.variant == kTimeout) {
      *this << " timing out";
    } else if (alternative.variant == kSpurious) {
      *this << " waking spuriously";
    } else if (concerns_signal(alternative.variant)) {
      *this << signal_text(alternative.variant);
    } else if (alternative.variant != kProceed) {
      *this << " variant " << std::uint32_t{alternative.variant};
    }
    return *this;
  }

  std::size_t finish() {
    if (!buffer_.empty()) {
      buffer_[length_] = '\0';
    }
    return length_;
  }

 private:
  std::span<char> buffer_;
  std::size_t length_ = 0;
};

void write_offered(Line& line, const Divergence& divergence) {
  const std::size_t kept = std::min<std::size_t>(divergence.offered_count, Divergence::kOfferedKept);
  for (std::size_t index = 0; index < kept; ++index) {
    const Divergence::Offered& offered = divergence.offered[index];
    line << (index == 0 ? "; possible: " : ", ") << offered.alternative << " (" << name(offered.kind) << ")";
  }
  if (kept < divergence.offered_count) {
    line << " and " << static_cast<std::uint32_t>(divergence.offered_count - kept) << " more";
  }
}

}  // namespace

Divergence divergence_at(const ChoicePoint& point, DivergenceReason reason, const Deviation& expected) {
  Divergence divergence;
  divergence.reason = reason;
  divergence.point = point.number;
  divergence.expected = expected;
  divergence.offered_count = static_cast<std::uint32_t>(point.choices.size());
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    const Choice& choice = point.choices[index];
    if (index < Divergence::kOfferedKept) {
      divergence.offered[index] = {.alternative = choice.alternative, .kind = choice.pending->kind};
    }
    if (choice.alternative == expected.take) {
      divergence.found_check = pending_check(*choice.pending);
    }
  }
  return divergence;
}

std::size_t find_deviation(const ChoicePoint& point, const Deviation& wanted, Divergence& divergence) {
  if (wanted.point != point.number) {
    divergence = divergence_at(point, DivergenceReason::kOutOfOrder, wanted);
    return kDiverge;
  }
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    const Choice& choice = point.choices[index];
    if (choice.alternative != wanted.take) {
      continue;
    }
    if (wanted.check != 0 && wanted.check != pending_check(*choice.pending)) {
      divergence = divergence_at(point, DivergenceReason::kOtherOperation, wanted);
      return kDiverge;
    }
    if (wanted.prefix != 0 && wanted.prefix != prefix_check(point)) {
      divergence = divergence_at(point, DivergenceReason::kOtherPast, wanted);
      return kDiverge;
    }
    return index;
  }
  divergence = divergence_at(point, DivergenceReason::kNotOffered, wanted);
  return kDiverge;
}

Divergence left_over(const Deviation& wanted, std::uint32_t points) {
  Divergence divergence;
  divergence.reason = DivergenceReason::kLeftOver;
  divergence.point = points;
  divergence.expected = wanted;
  return divergence;
}

std::size_t describe(const Divergence& divergence, std::span<char> buffer) {
  Line line(buffer);
  const Deviation& expected = divergence.expected;
  switch (divergence.reason) {
    case DivergenceReason::kNotOffered:
      line << "at point " << divergence.point << " the schedule takes " << expected.take << ", which is not possible";
      break;
    case DivergenceReason::kOtherOperation:
      line << "at point " << divergence.point << " the schedule takes " << expected.take
           << ", which is about to do another operation than recorded";
      break;
    case DivergenceReason::kOtherPast:
      line << "before point " << divergence.point << ", where the schedule takes " << expected.take
           << ", something else happened than recorded";
      break;
    case DivergenceReason::kOutOfOrder:
      line << "at point " << divergence.point << " the schedule still wants " << expected.take << " at point "
           << expected.point << ": its points are not in order";
      break;
    case DivergenceReason::kLeftOver:
      line << "the execution ended after " << divergence.point << " points, but at point " << expected.point
           << " the schedule takes " << expected.take;
      break;
  }
  write_offered(line, divergence);
  return line.finish();
}

}  // namespace heddle
