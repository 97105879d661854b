// Atomic operations and system calls that heddle does not see.
#pragma once

static inline int hidden_load(const int* from) {
  int value;
  __asm__ volatile("pause; movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
  return value;
}

static inline int hidden_exchange(int* at, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
  return value;
}

static inline void hidden_store(int* at, int value) { hidden_exchange(at, value); }

// These give what was there before.
static inline int hidden_add(int* at, int amount) {
  __asm__ volatile("lock xaddl %0, %1" : "+r"(amount), "+m"(*at) : : "memory", "cc");
  return amount;
}

static inline int hidden_compare_exchange(int* at, int expected, int desired) {
  __asm__ volatile("lock cmpxchgl %2, %1" : "+a"(expected), "+m"(*at) : "r"(desired) : "memory", "cc");
  return expected;
}

static inline long hidden_call(long number, long first, const void* second, long third) {
  long result;
  register long fourth __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(fourth)
                   : "rcx", "r11", "memory");
  return result;
}
