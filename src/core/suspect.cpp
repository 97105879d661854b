#include "core/suspect.h"

#include <algorithm>
#include <iterator>

#include "core/hash.h"

namespace heddle {

namespace {

std::uint64_t hash_of(const AccessDescriptor& access) {
  std::uint64_t hash = combine(access.site.value, access.ordinal);
  hash = combine(hash, access.this_thread ? 1 : 0);
  hash = combine(hash, access.this_thread ? access.thread.value : 0);
  for (const SiteId frame : access.stack) {
    hash = combine(hash, frame.value);
  }
  return combine(hash, access.stack.size());
}

template <typename Value>
void put(std::vector<std::byte>& to, Value value) {
  for (unsigned index = 0; index < sizeof value; ++index) {
    to.push_back(static_cast<std::byte>(value >> (8 * index)));
  }
}

template <typename Value>
bool take(std::span<const std::byte>& bytes, Value& value) {
  if (bytes.size() < sizeof value) {
    return false;
  }
  std::uint64_t wide = 0;
  for (unsigned index = 0; index < sizeof value; ++index) {
    wide |= std::to_integer<std::uint64_t>(bytes[index]) << (8 * index);
  }
  value = static_cast<Value>(wide);
  bytes = bytes.subspan(sizeof value);
  return true;
}

bool take(std::span<const std::byte>& bytes, AccessDescriptor& access) {
  std::uint8_t this_thread = 0;
  std::uint32_t frames = 0;
  if (!take(bytes, access.thread.value) || !take(bytes, this_thread) || this_thread > 1 ||
      !take(bytes, access.site.value) || !take(bytes, access.ordinal) || access.ordinal == 0 || !take(bytes, frames) ||
      frames > bytes.size() / sizeof(std::uint64_t)) {
    return false;
  }
  access.this_thread = this_thread != 0;
  access.stack.resize(frames);
  return std::ranges::all_of(access.stack, [&bytes](SiteId& frame) { return take(bytes, frame.value); });
}

}  // namespace

std::uint64_t signature(const Suspect& suspect) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(suspect.accesses.size());
  std::ranges::transform(suspect.accesses, std::back_inserter(hashes), hash_of);
  if (!hashes.empty()) {
    // Of two that is to sort them, and a cycle keeps its direction.
    std::ranges::rotate(hashes, std::ranges::min_element(hashes));
  }
  std::uint64_t hash = combine(static_cast<std::uint64_t>(suspect.kind), hashes.size());
  for (const std::uint64_t one : hashes) {
    hash = combine(hash, one);
  }
  return hash;
}

std::uint32_t cycle_key(std::span<const SiteId> sites) {
  std::uint64_t sum = 0;
  for (const SiteId site : sites) {
    sum += mix(site.value);
  }
  const auto key = static_cast<std::uint32_t>(mix(sum) >> 32U);
  return key == 0 ? 1 : key;
}

std::uint32_t cycle_key(const Suspect& cycle) {
  std::vector<SiteId> sites;
  sites.reserve(cycle.accesses.size());
  std::ranges::transform(cycle.accesses, std::back_inserter(sites), &AccessDescriptor::site);
  return cycle_key(sites);
}

void encode(const Suspect& suspect, std::vector<std::byte>& to) {
  put(to, static_cast<std::uint8_t>(suspect.kind));
  put(to, static_cast<std::uint8_t>(suspect.rank));
  put(to, static_cast<std::uint16_t>(suspect.accesses.size()));
  for (const AccessDescriptor& access : suspect.accesses) {
    put(to, access.thread.value);
    put(to, static_cast<std::uint8_t>(access.this_thread ? 1 : 0));
    put(to, access.site.value);
    put(to, access.ordinal);
    put(to, static_cast<std::uint32_t>(access.stack.size()));
    for (const SiteId frame : access.stack) {
      put(to, frame.value);
    }
  }
}

bool decode(std::span<const std::byte>& bytes, Suspect& suspect) {
  std::uint8_t kind = 0;
  std::uint8_t rank = 0;
  std::uint16_t accesses = 0;
  if (!take(bytes, kind) || !take(bytes, rank) || !take(bytes, accesses) ||
      kind > static_cast<std::uint8_t>(SuspectKind::kLockCycle) || rank >= kSuspectRankCount) {
    return false;
  }
  suspect.kind = static_cast<SuspectKind>(kind);
  suspect.rank = static_cast<SuspectRank>(rank);
  if (suspect.kind == SuspectKind::kConflict ? accesses != 2 : accesses == 0) {
    return false;
  }
  suspect.accesses.assign(accesses, {});
  return std::ranges::all_of(suspect.accesses, [&bytes](AccessDescriptor& access) { return take(bytes, access); });
}

}  // namespace heddle
