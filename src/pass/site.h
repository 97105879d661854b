// What is known at compile time about one instrumented place; becomes a heddle_site record.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/abi.h"

namespace heddle::pass {

struct Site {
  std::uint64_t key = 0;  // 0: to be numbered in its container
  heddle_site_kind kind = HEDDLE_SITE_READ;
  std::uint8_t order = HEDDLE_ORDER_NONE;
  std::uint32_t size = 0;
  std::uint32_t flags = 0;
  std::string file;
  std::string function;   // mangled name of the function it was written in
  std::string container;  // mangled name of the function it was compiled into: another one where it was inlined
  std::string variable;
  std::string type;
  unsigned line = 0;
  unsigned column = 0;
};

}  // namespace heddle::pass
