#include "runtime/machine/handed.h"

#include "runtime/machine/layout.h"

// The linker's names for the ends of the section.
extern "C" {
[[gnu::visibility("hidden")]] extern const char __start_heddle_for_program[];  // NOLINT(*-reserved-identifier)
[[gnu::visibility("hidden")]] extern const char __stop_heddle_for_program[];   // NOLINT(*-reserved-identifier)
}

namespace heddle::runtime {
namespace {

bool atomically = false;

}  // namespace

void touch_atomically() { atomically = true; }

bool is_for_program(std::uintptr_t instruction) {
  return instruction >= reinterpret_cast<std::uintptr_t>(__start_heddle_for_program) &&
         instruction < reinterpret_cast<std::uintptr_t>(__stop_heddle_for_program);
}

HEDDLE_FOR_PROGRAM void touch(const void* pointer) { (void)*static_cast<const volatile char*>(pointer); }

HEDDLE_FOR_PROGRAM void touch_to_write(void* pointer) {
  if (atomically) {
    asm volatile("lock orb $0, %0" : "+m"(*static_cast<char*>(pointer)));
  } else {
    asm volatile("orb $0, %0" : "+m"(*static_cast<char*>(pointer)));
  }
}

void touch_to_write(void* pointer, std::size_t size) {
  auto* byte = static_cast<char*>(pointer);
  for (std::size_t at = 0; at < size; at += kPageSize) {
    touch_to_write(byte + at);
  }
  if (size != 0) {
    touch_to_write(byte + size - 1);
  }
}

}  // namespace heddle::runtime
