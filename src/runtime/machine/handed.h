// What the program hands to a function: where that is a bad pointer it is the program that crashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/machine/layout.h"

// A function that only touches what the program has handed over: a fault in there is the program's.
#define HEDDLE_FOR_PROGRAM __attribute__((noinline, section("heddle_for_program")))

namespace heddle::runtime {

[[nodiscard]] bool is_for_program(std::uintptr_t instruction);

// From now on other kernel threads may write where touch_to_write does, unseen.
void touch_atomically();

void touch(const void* pointer);
// Leaves there what is there.
void touch_to_write(void* pointer);
// All pages.
void touch_to_write(void* pointer, std::size_t size);

// What a function is given, before it does anything: pointers to what it reads, and to what it writes.
template <typename Value>
void given_one(Value* pointer) {
  if (pointer == nullptr) {
    return;
  }
  auto* bytes = reinterpret_cast<char*>(const_cast<std::remove_const_t<Value>*>(pointer));
  const auto touch_one = [](char* byte) {
    if constexpr (std::is_const_v<Value>) {
      touch(byte);
    } else {
      touch_to_write(byte);
    }
  };
  touch_one(bytes);
  char* const last = bytes + sizeof(Value) - 1;
  if (page_down(reinterpret_cast<std::uintptr_t>(bytes)) != page_down(reinterpret_cast<std::uintptr_t>(last))) {
    touch_one(last);
  }
}
template <typename... Values>
void given(Values*... pointers) {
  (given_one(pointers), ...);
}
// What must not be null.
template <typename... Values>
void given_all(Values*... pointers) {
  (touch(pointers), ...);
  given(pointers...);
}

}  // namespace heddle::runtime
