#include "engine/random_controller.h"

#include "core/rng.h"

namespace heddle {

namespace {

// What a point offers, counted in one pass.
struct Offer {
  std::uint32_t ordinary = 0;  // alternatives
  std::uint32_t threads = 0;   // with at least one ordinary alternative
  std::uint32_t timeouts = 0;
  std::uint32_t spurious = 0;
};

[[nodiscard]] Offer count(std::span<const Choice> choices) {
  Offer offer;
  ThreadId previous = kNoThread;
  for (const Choice& choice : choices) {
    const Alternative alternative = choice.alternative;
    if (!costs_extra(alternative)) {
      ++offer.ordinary;
      offer.threads += alternative.thread != previous ? 1 : 0;
      previous = alternative.thread;
    } else if (lets_time_pass(alternative.variant)) {
      ++offer.timeouts;
    } else {
      ++offer.spurious;
    }
  }
  return offer;
}

// Index of the k-th choice for which `matches` holds.
template <typename Predicate>
[[nodiscard]] std::size_t nth(std::span<const Choice> choices, std::uint32_t k, Predicate matches) {
  for (std::size_t index = 0; index < choices.size(); ++index) {
    if (matches(choices[index].alternative) && k-- == 0) {
      return index;
    }
  }
  return 0;
}

[[nodiscard]] std::size_t draw_ordinary(std::span<const Choice> choices, const Offer& offer, Rng& rng) {
  std::uint32_t wanted = rng.below(offer.threads);
  if (offer.threads == offer.ordinary) {
    return nth(choices, wanted, [](Alternative alternative) { return !costs_extra(alternative); });
  }
  ThreadId previous = kNoThread;
  const std::size_t first = nth(choices, wanted, [&previous](Alternative alternative) {
    const bool starts = !costs_extra(alternative) && alternative.thread != previous;
    previous = alternative.thread;
    return starts;
  });
  const ThreadId thread = choices[first].alternative.thread;
  std::uint32_t variants = 0;
  while (first + variants < choices.size() && choices[first + variants].alternative.thread == thread &&
         !costs_extra(choices[first + variants].alternative)) {
    ++variants;
  }
  return first + (variants > 1 ? rng.below(variants) : 0);
}

[[nodiscard]] std::size_t draw_extra(std::span<const Choice> choices, const Offer& offer, Rng& rng) {
  return nth(choices, rng.below(offer.timeouts + offer.spurious),
             [](Alternative alternative) { return costs_extra(alternative); });
}

// Nothing ordinary can happen. Mostly the earliest deadline, as in life; now and then another, as on a loaded machine.
[[nodiscard]] std::size_t draw_timeout(const ChoicePoint& point, const Offer& offer, Rng& rng) {
  if (offer.timeouts == 0) {
    return draw_extra(point.choices, offer, rng);
  }
  if (point.earliest_timeout >= 0 && rng.below(8) != 0) {
    return static_cast<std::size_t>(point.earliest_timeout);
  }
  return nth(point.choices, rng.below(offer.timeouts),
             [](Alternative alternative) { return lets_time_pass(alternative.variant); });
}

}  // namespace

std::size_t RandomController::choose(const ChoicePoint& point) {
  Rng rng(key_ ^ (std::uint64_t{point.number} * 0xd6e8feb86659fd93ULL));
  const Offer offer = count(point.choices);
  if (offer.ordinary == point.choices.size() && offer.threads == offer.ordinary) [[likely]] {
    return rng.below(offer.threads);
  }
  if (offer.ordinary == 0) {
    return draw_timeout(point, offer, rng);
  }
  if (offer.ordinary < point.choices.size() && rng.below(16) == 0) {
    return draw_extra(point.choices, offer, rng);
  }
  return draw_ordinary(point.choices, offer, rng);
}

}  // namespace heddle
