#include "runtime/program/memory_map.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <cstddef>

#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/own_memory.h"
#include "runtime/program/modules.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kCapacity = std::size_t{1} << 22U;
char* text = nullptr;

// Whole file into our buffer, without libc.
std::size_t read_file(const char* path) {
  if (text == nullptr) {
    text = static_cast<char*>(own_pages(kCapacity));
  }
  const long descriptor = system_call(SYS_openat, -100 /* AT_FDCWD */, reinterpret_cast<long>(path), O_RDONLY);
  if (descriptor < 0) {
    denied("cannot read ", path);
  }
  std::size_t size = 0;
  long count = 0;
  while ((count = system_call(SYS_read, descriptor, reinterpret_cast<long>(text + size),
                              static_cast<long>(kCapacity - 1 - size))) > 0) {
    size += static_cast<std::size_t>(count);
  }
  system_call(SYS_close, descriptor);
  text[size] = '\0';
  return size;
}

std::uintptr_t parse_number(const char*& position, unsigned base) {
  std::uintptr_t value = 0;
  for (;; ++position) {
    const char digit = *position;
    unsigned number = 0;
    if (digit >= '0' && digit <= '9') {
      number = static_cast<unsigned>(digit - '0');
    } else if (digit >= 'a' && digit <= 'f' && base == 16) {
      number = static_cast<unsigned>(digit - 'a') + 10;
    } else {
      return value;
    }
    value = value * base + number;
  }
}

// Calls function for the parts of [low, high) that are not ours.
void without_own(Mapping mapping, void (*function)(const Mapping&, void*), void* argument) {
  const Module* own = module_of(reinterpret_cast<std::uintptr_t>(&without_own));
  const std::uintptr_t ranges[][2] = {{kOwnLow, kOwnHigh}, {own->low, own->high}};
  for (const auto& range : ranges) {
    if (mapping.low < range[1] && mapping.high > range[0]) {
      if (mapping.low < range[0]) {
        without_own({.low = mapping.low, .high = range[0], .anonymous = mapping.anonymous}, function, argument);
      }
      if (mapping.high > range[1]) {
        without_own({.low = range[1], .high = mapping.high, .anonymous = mapping.anonymous}, function, argument);
      }
      return;
    }
  }
  function(mapping, argument);
}

}  // namespace

void for_each_target_mapping(void (*function)(const Mapping&, void*), void* argument) {
  read_file("/proc/self/maps");
  // The function may map memory of its own: the text was read before.
  for (const char* line = text; *line != '\0';) {
    Mapping mapping{};
    mapping.low = parse_number(line, 16);
    ++line;
    mapping.high = parse_number(line, 16);
    ++line;
    const bool wanted = line[0] == 'r' && line[1] == 'w' && line[3] == 'p';
    line += 5;
    parse_number(line, 16);  // offset
    ++line;
    while (*line != ' ') {
      ++line;  // device
    }
    ++line;
    mapping.anonymous = parse_number(line, 10) == 0;  // inode
    while (*line != '\n' && *line != '\0') {
      ++line;
    }
    line += *line == '\n' ? 1 : 0;
    if (wanted) {
      without_own(mapping, function, argument);
    }
  }
}

std::uint64_t resident_kib() {
  read_file("/proc/self/statm");
  const char* position = text;
  parse_number(position, 10);
  ++position;
  return parse_number(position, 10) * (kPageSize / 1024);
}

}  // namespace heddle::runtime
