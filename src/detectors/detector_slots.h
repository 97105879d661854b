// The detectors of the registry that see every access, as members of one object, and calls of those that are wanted.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "detectors/registry.h"
#include "detectors/surroundings.h"

namespace heddle {

inline constexpr std::size_t kWatchingCount = std::tuple_size_v<decltype(kDetectors)>;

template <std::size_t kIndex>
class DetectorSlot {
 public:
  using Detector = typename std::tuple_element_t<kIndex, std::remove_const_t<decltype(kDetectors)>>::Detector;
  static constexpr std::uint32_t kBits = std::get<kIndex>(kDetectors).row.bits;

  // Made with what it takes.
  explicit DetectorSlot(const Surroundings& around)
    requires std::constructible_from<Detector, const Surroundings&>
      : detector(around) {}
  explicit DetectorSlot(const Surroundings& /*around*/) {}

  Detector detector;
};

template <typename Indices = std::make_index_sequence<kWatchingCount>>
class DetectorSlots;
template <std::size_t... kIndices>
class DetectorSlots<std::index_sequence<kIndices...>> : private DetectorSlot<kIndices>... {
 public:
  explicit DetectorSlots(const Surroundings& around) : DetectorSlot<kIndices>(around)... {}

  // Calls call(detector) for those of these bits, in the order of the registry; for those of kMask alone.
  template <std::uint32_t kMask = ~std::uint32_t{0}, typename Call>
  [[gnu::always_inline]] inline void each(std::uint32_t bits, Call&& call) {
    (call_if<kIndices>(bits & kMask, call), ...);
  }
  template <typename Call>
  void each(std::uint32_t bits, Call&& call) const {
    (call_if<kIndices>(bits, call), ...);
  }
  template <typename Detector>
  [[nodiscard]] Detector& get() {
    return static_cast<DetectorSlot<index_of<Detector>()>&>(*this).detector;
  }

 private:
  template <std::size_t kIndex, typename Call>
  [[gnu::always_inline]] inline void call_if(std::uint32_t bits, Call& call) {
    if ((bits & DetectorSlot<kIndex>::kBits) != 0) {  // known not to be where kMask leaves it out
      call(static_cast<DetectorSlot<kIndex>&>(*this).detector);
    }
  }
  template <std::size_t kIndex, typename Call>
  void call_if(std::uint32_t bits, Call& call) const {
    if ((bits & DetectorSlot<kIndex>::kBits) != 0) {
      call(static_cast<const DetectorSlot<kIndex>&>(*this).detector);
    }
  }
  template <typename Detector>
  [[nodiscard]] static consteval std::size_t index_of() {
    return ((std::same_as<Detector, typename DetectorSlot<kIndices>::Detector> ? kIndices : 0) + ...);
  }
};

}  // namespace heddle
