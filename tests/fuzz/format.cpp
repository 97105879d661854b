#include "format.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace heddle::fuzz {

std::span<const Format> formats() {
  static const std::array all{kFindings, kSchedules, kHeaders, kLogs, kTraces, kSuppressions, kOptions};
  return all;
}

const Format* find_format(std::string_view name) {
  const auto found = std::ranges::find(formats(), name, &Format::name);
  return found == formats().end() ? nullptr : &*found;
}

std::string forged(const Format& format, const std::string& input, Rng& rng) {
  constexpr std::uint32_t kAnew = 64;
  std::string changed = input;
  if (input.size() < 2 || rng.below(kAnew) == 0) {
    const auto seeds = format.seeds();
    changed = seeds[rng.below(static_cast<std::uint32_t>(seeds.size()))];
  }
  for (std::uint32_t changes = 1 + rng.below(4); changes != 0; --changes) {
    changed = format.mutated(changed, rng);
  }
  return format.made_whole(changed);
}

void require(bool holds, const char* promise) {
  if (!holds) {
    std::fprintf(stderr, "not as promised: %s\n", promise);
    std::abort();
  }
}

void require_line(const std::string& error) {
  require(!error.empty() && error.find('\n') == std::string::npos, "an error is one line");
}

namespace {

// Numbers that limits are made of.
std::uint64_t telling_number(Rng& rng) {
  constexpr auto kNumbers = std::to_array<std::uint64_t>({0,
                                                          1,
                                                          2,
                                                          15,
                                                          16,
                                                          127,
                                                          128,
                                                          255,
                                                          256,
                                                          4095,
                                                          4096,
                                                          0x7fff,
                                                          0xffff,
                                                          0x1'0000,
                                                          0x7fff'ffff,
                                                          0xffff'ffff,
                                                          0x1'0000'0000,
                                                          0x7fff'ffff'ffff'ffff,
                                                          0x8000'0000'0000'0000,
                                                          0xffff'ffff'ffff'fff0,
                                                          0xffff'ffff'ffff'ffff});
  const std::uint64_t number = kNumbers[rng.below(kNumbers.size())];
  return rng.below(4) == 0 ? number + rng.below(9) - 4 : number;
}

std::uint32_t place_in(const std::string& text, Rng& rng) {
  return rng.below(static_cast<std::uint32_t>(text.size()) + 1);
}

}  // namespace

std::string mutated_bytes(const std::string& input, Rng& rng) {
  std::string text = input;
  const std::size_t at = place_in(text, rng);
  const std::size_t count = 1 + rng.below(rng.below(4) == 0 ? 200 : 8);
  switch (rng.below(6)) {
    case 0:
      text.erase(at, count);
      break;
    case 1:
      text.insert(at, text.substr(place_in(text, rng), count));
      break;
    case 2:
      text.insert(at, std::string(count, static_cast<char>(rng.next())));
      break;
    case 3:
      if (at < text.size()) {
        text[at] = static_cast<char>(text[at] ^ (1 << rng.below(8)));
      }
      break;
    default: {  // where numbers stand, most of all
      const std::size_t aligned = at & ~std::size_t{rng.below(2) == 0 ? 7U : 3U};
      std::uint64_t number = telling_number(rng);
      for (std::size_t end = std::min(text.size(), aligned + (std::size_t{1} << rng.below(4))), byte = aligned;
           byte < end; ++byte) {
        text[byte] = static_cast<char>(number);
        number >>= 8U;
      }
    }
  }
  return text;
}

std::vector<Record> mutated_records(std::vector<Record> records, Rng& rng) {
  if (records.empty()) {
    return records;
  }
  const auto any = [&] { return rng.below(static_cast<std::uint32_t>(records.size())); };
  const std::uint32_t chosen = any();
  switch (rng.below(12)) {
    case 0:
      records.erase(records.begin() + chosen);
      break;
    case 1: {
      const Record copy = records[any()];
      records.insert(records.begin() + chosen, copy);
      break;
    }
    case 2:
      std::swap(records[chosen], records[any()]);
      break;
    case 3:
      records[chosen].header = mutated_bytes(records[chosen].header, rng);
      break;
    default:
      records[chosen].body = mutated_bytes(records[chosen].body, rng);
  }
  return records;
}

MemoryFile::MemoryFile(std::string_view content) : descriptor_(::memfd_create("heddle-fuzz", MFD_CLOEXEC)) {
  require(::write(descriptor_, content.data(), content.size()) == static_cast<ssize_t>(content.size()),
          "there is memory for the input");
}
MemoryFile::~MemoryFile() { ::close(descriptor_); }
std::string MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

}  // namespace heddle::fuzz
