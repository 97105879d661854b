// The one hash function of the project: event hashes, names, and the choices of the pure random continuation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle {

// Bijective finaliser of MurmurHash3 / SplitMix64: every input bit reaches every output bit.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 30U;
  value *= 0xbf58476d1ce4e5b9ULL;
  value ^= value >> 27U;
  value *= 0x94d049bb133111ebULL;
  value ^= value >> 31U;
  return value;
}

// Order-dependent combination: hash(a, b) differs from hash(b, a).
[[nodiscard]] constexpr std::uint64_t combine(std::uint64_t hash, std::uint64_t value) {
  return mix((hash + 0x9e3779b97f4a7c15ULL) ^ (value * 0xd6e8feb86659fd93ULL));
}

[[nodiscard]] constexpr std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  }
  return mix(hash);
}

}  // namespace heddle
