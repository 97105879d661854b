// Waiting that heddle does not see.
#pragma once

static inline void wait_until_set(int* flag) {
  int value;
  do {
    __asm__ volatile("pause; movl %1, %0" : "=r"(value) : "m"(*flag) : "memory");
  } while (value == 0);
}

static inline void set(int* flag) { __asm__ volatile("movl $1, %0" : "=m"(*flag) : : "memory"); }

static inline void lock(int* taken) {
  int before;
  do {
    before = 1;
    __asm__ volatile("pause; xchgl %0, %1" : "+r"(before), "+m"(*taken) : : "memory");
  } while (before != 0);
}

static inline void unlock(int* taken) { __asm__ volatile("movl $0, %0" : "=m"(*taken) : : "memory"); }
