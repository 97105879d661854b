// Values that the program gets from outside (__VERIFIER_nondet_int and the like, heddle_choose over a wide range):
// chosen like a value of heddle_choose, so that they are part of the schedule.
//
// Where there are few values, or where the pass has found out which values the program tells apart (heddle_expect_input
// in abi.h), each is explored. Otherwise some stand for the others: 0, 1, the constants that the program compares with
// and their neighbours, the ends of the range, small numbers and a few at random; the ledger says so. The values of one
// call multiply with those of the next one, so a thread that asks often is given fewer of them. They depend on nothing
// but the call and what the thread has asked for before.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

__extension__ using WideInteger = __int128;

struct InputRange {
  WideInteger low;
  WideInteger high;  // included
};
template <typename Integer>
inline constexpr InputRange kRangeOf = {
    .low = static_cast<Integer>(-1) < 0 ? -(WideInteger{1} << (8 * sizeof(Integer) - 1)) : 0,
    .high = (WideInteger{1} << (8 * sizeof(Integer) - (static_cast<Integer>(-1) < 0 ? 1 : 0))) - 1,
};

// Of 128 bits, signed or not: the bits are the same.
inline constexpr InputRange kWidestRange = {.low = -(WideInteger{1} << 126) * 2,
                                            .high = ((WideInteger{1} << 126) - 1) * 2 + 1};

// The call that comes next: its function, and what the pass knows of the values it gives.
void expect_input(const std::int64_t* values, std::uint32_t count, bool exact);

// `function` is what the program calls, for the story and the ledger. All give 0 to a program on its own.
[[nodiscard]] WideInteger input_integer(const char* function, InputRange range, const void* caller);
[[nodiscard]] double input_floating(const char* function, bool is_double, const void* caller);
// Null, or memory of its own.
[[nodiscard]] void* input_pointer(const char* function, const void* caller);
void input_bytes(const char* function, void* to, std::size_t size, const void* caller);

}  // namespace heddle::runtime
