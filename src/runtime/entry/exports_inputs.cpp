// The functions by which benchmark programs say what a verifier has to know: unknown values, assumptions, atomic
// sections, failures. One line each; where the program defines one of them itself, that is the one it gets.
#include <cstddef>
#include <cstdint>

#include "heddle/abi.h"
#include "runtime/entry/inputs.h"
#include "runtime/entry/program_api.h"

using namespace heddle::runtime;  // NOLINT(google-build-using-namespace): this file is a list of names

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)
// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses
#define INTEGER_IN(name, type, range)                                                   \
  EXPORT type __VERIFIER_nondet_##name() {                                              \
    return static_cast<type>(input_integer("__VERIFIER_nondet_" #name, range, CALLER)); \
  }
#define INTEGER(name, type) INTEGER_IN(name, type, kRangeOf<type>)
#define FLOATING(name, type, is_double)                                                      \
  EXPORT type __VERIFIER_nondet_##name() {                                                   \
    return static_cast<type>(input_floating("__VERIFIER_nondet_" #name, is_double, CALLER)); \
  }
#define POINTER(name) \
  EXPORT void* __VERIFIER_nondet_##name() { return input_pointer("__VERIFIER_nondet_" #name, CALLER); }
// NOLINTEND(bugprone-macro-parentheses)

// An int, since some programs declare it so; the byte that others look at is the same.
INTEGER_IN(bool, int, (InputRange{.low = 0, .high = 1}))
INTEGER(char, char)
INTEGER(schar, signed char)
INTEGER(uchar, unsigned char)
INTEGER(unsigned_char, unsigned char)
INTEGER(short, short)
INTEGER(ushort, unsigned short)
INTEGER(unsigned_short, unsigned short)
INTEGER(int, int)
INTEGER(uint, unsigned)
INTEGER(unsigned, unsigned)
INTEGER(unsigned_int, unsigned)
INTEGER(long, long)
INTEGER(ulong, unsigned long)
INTEGER(unsigned_long, unsigned long)
INTEGER(longlong, long long)
INTEGER(long_long, long long)
INTEGER(ulonglong, unsigned long long)
INTEGER(unsigned_long_long, unsigned long long)
INTEGER(S8, std::int8_t)
INTEGER(S16, std::int16_t)
INTEGER(S32, std::int32_t)
INTEGER(S64, std::int64_t)
INTEGER(s8, std::int8_t)
INTEGER(s16, std::int16_t)
INTEGER(s32, std::int32_t)
INTEGER(s64, std::int64_t)
INTEGER(U8, std::uint8_t)
INTEGER(U16, std::uint16_t)
INTEGER(U32, std::uint32_t)
INTEGER(U64, std::uint64_t)
INTEGER(u8, std::uint8_t)
INTEGER(u16, std::uint16_t)
INTEGER(u32, std::uint32_t)
INTEGER(u64, std::uint64_t)
INTEGER(size_t, std::size_t)
INTEGER(ssize_t, std::ptrdiff_t)
INTEGER(ptrdiff_t, std::ptrdiff_t)
INTEGER(intptr_t, std::intptr_t)
INTEGER(uintptr_t, std::uintptr_t)
INTEGER(loff_t, long long)
INTEGER(off_t, long)
INTEGER(sector_t, unsigned long)
INTEGER(pthread_t, unsigned long)
INTEGER(time_t, long)
__extension__ INTEGER_IN(int128, __int128, kWidestRange) __extension__ INTEGER_IN(
    uint128, unsigned __int128, kWidestRange) __extension__ INTEGER_IN(u128, unsigned __int128, kWidestRange)
    FLOATING(float, float, false) FLOATING(double, double, true) FLOATING(long_double, long double, true)
        POINTER(pointer) POINTER(pchar) POINTER(charp) POINTER(const_char_pointer)
    // clang-format off
EXPORT void __VERIFIER_nondet_memory(void* p, std::size_t n) { input_bytes("__VERIFIER_nondet_memory", p, n, CALLER); }
EXPORT void heddle_expect_input(const std::int64_t* v, std::uint32_t n, int exact) { expect_input(v, n, exact != 0); }
EXPORT void heddle_section_begin() { program_exclusive_begin(CALLER); }
EXPORT void heddle_section_end() { program_exclusive_end(CALLER); }

EXPORT void __VERIFIER_assume(int c) { program_require(c); }
EXPORT void __VERIFIER_atomic_begin() { program_exclusive_begin(CALLER); }
EXPORT void __VERIFIER_atomic_end() { program_exclusive_end(CALLER); }
EXPORT void __VERIFIER_error() { program_error("__VERIFIER_error()", CALLER); }
EXPORT void reach_error() { program_error("reach_error()", CALLER); }
// clang-format on
