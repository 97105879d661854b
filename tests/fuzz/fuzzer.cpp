// The fuzzer: `fuzzer --format=log` and libFuzzer's options. It makes its own seeds, and its mutations have right
// checksums.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "format.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

const heddle::fuzz::Format* format = nullptr;

std::string as_text(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kFormat = "--format=";
  for (int index = 1; index < *argc; ++index) {
    if (const std::string_view word = (*argv)[index]; word.starts_with(kFormat)) {
      format = heddle::fuzz::find_format(word.substr(kFormat.size()));
    }
  }
  if (format == nullptr) {
    std::fprintf(stderr, "which format? --format=");
    for (const heddle::fuzz::Format& one : heddle::fuzz::formats()) {
      std::fprintf(stderr, "%s ", one.name.data());
    }
    std::exit(2);
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  heddle::Rng rng(seed);
  std::string forged;
  if (size > 1 && rng.below(3) == 0) {  // what libFuzzer has seen the program compare with
    size = LLVMFuzzerMutate(data, size, most);
    forged = format->made_whole(as_text(data, size));
  } else {
    forged = heddle::fuzz::forged(*format, as_text(data, size), rng);
  }
  if (forged.size() > most) {
    return size;
  }
  std::memcpy(data, forged.data(), forged.size());
  return forged.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)format->read(as_text(data, size));
  return 0;
}
