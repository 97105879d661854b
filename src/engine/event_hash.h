// The event hash of an execution: two executions with the same hash did the same.
#pragma once

#include <bit>
#include <cstdint>

#include "core/event.h"
#include "core/hash.h"

namespace heddle {

// Covers thread name, ordinal in the thread, site, kind, object name and variant of every event, and their order; never
// an address, so it can be compared across processes and machines. Three multiplications per event, of which only one
// waits for the event before. Not meant against an adversary.
class EventHash {
 public:
  constexpr void add(const Event& event) { add(event.thread_name, event.ordinal, event.operation, event.variant); }
  // The same where nobody needs an event.
  constexpr void add(ThreadName thread, std::uint32_t ordinal, const Operation& operation, Variant variant) {
    const std::uint64_t what =
        (std::uint64_t{ordinal} << 32U) | (static_cast<std::uint64_t>(operation.kind) << 16U) | std::uint64_t{variant};
    const std::uint64_t summary =
        fold(thread.value ^ 0x9e3779b97f4a7c15ULL, what ^ 0xd6e8feb86659fd93ULL) +
        fold(operation.site.value ^ 0xa0761d6478bd642fULL, operation.object.value ^ 0xe7037ed1a0b428dbULL);
    // Bijective in the state: executions that differed once do not become equal by doing the same afterwards.
    state_ = (std::rotl(state_, 23) ^ summary) * 0xbf58476d1ce4e5b9ULL;
  }

  [[nodiscard]] constexpr std::uint64_t value() const { return mix(state_); }

 private:
  // Both halves of the 128-bit product (the mixing step of wyhash).
  [[nodiscard]] static constexpr std::uint64_t fold(std::uint64_t left, std::uint64_t right) {
    const unsigned __int128 product = static_cast<unsigned __int128>(left) * right;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }

  std::uint64_t state_ = 0x94d049bb133111ebULL;
};

}  // namespace heddle
