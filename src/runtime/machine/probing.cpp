#include "runtime/machine/probing.h"

#include "runtime/machine/arch.h"
#include "runtime/machine/layout.h"

namespace heddle::runtime {
namespace {

bool can_use(std::uintptr_t address, std::size_t size, bool (*probe)(std::uintptr_t)) {
  if (size == 0) {
    return true;
  }
  const std::uintptr_t last = address + size - 1;
  if (last < address) {
    return false;
  }
  for (std::uintptr_t at = address; at <= last; at = (at / kPageSize + 1) * kPageSize) {
    if (!probe(at)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool can_read(std::uintptr_t address, std::size_t size) { return can_use(address, size, heddle_can_read); }
bool can_write(std::uintptr_t address, std::size_t size) { return can_use(address, size, heddle_can_write); }

bool is_probe(std::uintptr_t instruction, std::uintptr_t& go_on) {
  go_on = reinterpret_cast<std::uintptr_t>(&heddle_cannot);
  return instruction == reinterpret_cast<std::uintptr_t>(&heddle_can_read) ||
         instruction == reinterpret_cast<std::uintptr_t>(&heddle_can_write);
}

}  // namespace heddle::runtime
