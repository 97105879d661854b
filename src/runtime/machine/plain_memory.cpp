#include "runtime/machine/plain_memory.h"

#include <emmintrin.h>

#include <cstdint>

#include "runtime/machine/handed.h"
#include "runtime/machine/layout.h"

// Compiled with -fno-builtin: these are what builtins become.
extern "C" {

void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  void* destination = to;
  asm volatile("rep movsb" : "+D"(destination), "+S"(from), "+c"(size) : : "memory");
  return to;
}

void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  auto* destination = static_cast<unsigned char*>(to);
  const auto* source = static_cast<const unsigned char*>(from);
  if (reinterpret_cast<std::uintptr_t>(destination) - reinterpret_cast<std::uintptr_t>(source) >= size) {
    return __wrap_memcpy(to, from, size);
  }
  while (size != 0) {
    --size;
    destination[size] = source[size];
  }
  return to;
}

void* __wrap_memset(void* to, int byte, std::size_t size) {
  void* destination = to;
  asm volatile("rep stosb" : "+D"(destination), "+c"(size) : "a"(byte) : "memory");
  return to;
}

int __wrap_memcmp(const void* left, const void* right, std::size_t size) {
  const auto* first = static_cast<const unsigned char*>(left);
  const auto* second = static_cast<const unsigned char*>(right);
  for (std::size_t index = 0; index < size; ++index) {
    if (first[index] != second[index]) {
      return first[index] < second[index] ? -1 : 1;
    }
  }
  return 0;
}

int __wrap_bcmp(const void* left, const void* right, std::size_t size) { return __wrap_memcmp(left, right, size); }

// Of the program's strings, too.
HEDDLE_FOR_PROGRAM std::size_t __wrap_strlen(const char* text) {
  std::size_t size = 0;
  while (text[size] != '\0') {
    ++size;
  }
  return size;
}

int __wrap_strcmp(const char* left, const char* right) {
  while (*left != '\0' && *left == *right) {
    ++left;
    ++right;
  }
  return static_cast<unsigned char>(*left) - static_cast<unsigned char>(*right);
}

}  // extern "C"

namespace heddle::runtime {

void copy_memory(void* to, const void* from, std::size_t size) { __wrap_memcpy(to, from, size); }
void clear_memory(void* to, std::size_t size) { __wrap_memset(to, 0, size); }

void restore_page(void* page, const void* copy) {
  auto* to = static_cast<__m128i*>(page);
  const auto* from = static_cast<const __m128i*>(copy);
  for (std::size_t line = 0; line < kPageSize / 16; line += 4) {
    const __m128i a = _mm_load_si128(from + line);
    const __m128i b = _mm_load_si128(from + line + 1);
    const __m128i c = _mm_load_si128(from + line + 2);
    const __m128i d = _mm_load_si128(from + line + 3);
    const __m128i equal = _mm_and_si128(
        _mm_and_si128(_mm_cmpeq_epi8(a, _mm_load_si128(to + line)), _mm_cmpeq_epi8(b, _mm_load_si128(to + line + 1))),
        _mm_and_si128(_mm_cmpeq_epi8(c, _mm_load_si128(to + line + 2)),
                      _mm_cmpeq_epi8(d, _mm_load_si128(to + line + 3))));
    if (_mm_movemask_epi8(equal) != 0xffff) {
      _mm_store_si128(to + line, a);
      _mm_store_si128(to + line + 1, b);
      _mm_store_si128(to + line + 2, c);
      _mm_store_si128(to + line + 3, d);
    }
  }
}

}  // namespace heddle::runtime
