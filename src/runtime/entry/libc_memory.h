// libc's memory and string functions as events on ranges: what they read and write, when called from code we see.
#pragma once

#include <cstddef>

#include "heddle/abi.h"

namespace heddle::runtime {

// X(result, name, parameters, arguments, what is touched before the call)
// r(p, n): reads n bytes at p. w(p, n): writes. k(p, n): from here on p is a copy of these bytes, if they are few,
// since other threads may write there before the next step. len(s): length of a string with its end; nlen(s, n): at
// most n. What looks for something reads up to where it is: until(p, match, size of it, all of it where there is none);
// and what compares, up to the first difference (TSan's rules: C has memchr stop there, and of the others says
// nothing).
#define HEDDLE_MEMORY_FUNCTIONS(X)                                                                                     \
  X(void*, memcpy, (void* to, const void* from, std::size_t n), (to, from, n), r(from, n); k(from, n); w(to, n))       \
  X(void*, memmove, (void* to, const void* from, std::size_t n), (to, from, n), r(from, n); k(from, n); w(to, n))      \
  X(void*, mempcpy, (void* to, const void* from, std::size_t n), (to, from, n), r(from, n); k(from, n); w(to, n))      \
  X(void*, memset, (void* to, int byte, std::size_t n), (to, byte, n), w(to, n))                                       \
  X(int, memcmp, (const void* a, const void* b, std::size_t n), (a, b, n), r(a, n); k(a, n); r(b, n))                  \
  X(int, bcmp, (const void* a, const void* b, std::size_t n), (a, b, n), r(a, n); k(a, n); r(b, n))                    \
  X(void, bcopy, (const void* from, void* to, std::size_t n), (from, to, n), r(from, n); k(from, n); w(to, n))         \
  X(void, bzero, (void* to, std::size_t n), (to, n), w(to, n))                                                         \
  X(void, explicit_bzero, (void* to, std::size_t n), (to, n), w(to, n))                                                \
  X(void*, memchr, (const void* p, int byte, std::size_t n), (p, byte, n),                                             \
    r(p, until(p, real_memory().memchr(p, byte, n), 1, n)))                                                            \
  X(void*, memrchr, (const void* p, int byte, std::size_t n), (p, byte, n),                                            \
    r(or_all(p, real_memory().memrchr(p, byte, n)), n - before(p, real_memory().memrchr(p, byte, n))))                 \
  X(void*, memccpy, (void* to, const void* from, int byte, std::size_t n), (to, from, byte, n),                        \
    r(from, until(from, real_memory().memchr(from, byte, n), 1, n));                                                   \
    k(from, until(from, real_memory().memchr(from, byte, n), 1, n));                                                   \
    w(to, until(from, real_memory().memchr(from, byte, n), 1, n)))                                                     \
  X(void*, memmem, (const void* p, std::size_t n, const void* q, std::size_t m), (p, n, q, m),                         \
    r(p, until(p, real_memory().memmem(p, n, q, m), m, n));                                                            \
    r(q, m))                                                                                                           \
  X(std::size_t, strlen, (const char* s), (s), r(s, len(s)))                                                           \
  X(std::size_t, strnlen, (const char* s, std::size_t n), (s, n), r(s, nlen(s, n)))                                    \
  X(char*, strcpy, (char* to, const char* from), (to, from), r(from, len(from)); k(from, len(from)); w(to, len(from))) \
  X(char*, stpcpy, (char* to, const char* from), (to, from), r(from, len(from)); k(from, len(from)); w(to, len(from))) \
  X(char*, strncpy, (char* to, const char* from, std::size_t n), (to, from, n), r(from, nlen(from, n));                \
    k(from, nlen(from, n)); w(to, n))                                                                                  \
  X(char*, stpncpy, (char* to, const char* from, std::size_t n), (to, from, n), r(from, nlen(from, n));                \
    k(from, nlen(from, n)); w(to, n))                                                                                  \
  X(char*, strcat, (char* to, const char* from), (to, from), r(to, len(to)); r(from, len(from)); k(from, len(from));   \
    w(to + len(to) - 1, len(from)))                                                                                    \
  X(char*, strncat, (char* to, const char* from, std::size_t n), (to, from, n), r(to, len(to));                        \
    r(from, nlen(from, n)); k(from, nlen(from, n)); w(to + len(to) - 1, nlen(from, n) + 1))                            \
  X(int, strcmp, (const char* a, const char* b), (a, b), r(a, compared(a, b, ~std::size_t{0}, false)); k(a, len(a));   \
    r(b, compared(a, b, ~std::size_t{0}, false)))                                                                      \
  X(int, strncmp, (const char* a, const char* b, std::size_t n), (a, b, n), r(a, compared(a, b, n, false));            \
    k(a, nlen(a, n)); r(b, compared(a, b, n, false)))                                                                  \
  X(int, strcasecmp, (const char* a, const char* b), (a, b), r(a, compared(a, b, ~std::size_t{0}, true));              \
    k(a, len(a)); r(b, compared(a, b, ~std::size_t{0}, true)))                                                         \
  X(int, strncasecmp, (const char* a, const char* b, std::size_t n), (a, b, n), r(a, compared(a, b, n, true));         \
    k(a, nlen(a, n)); r(b, compared(a, b, n, true)))                                                                   \
  X(int, strcoll, (const char* a, const char* b), (a, b), r(a, len(a)); k(a, len(a)); r(b, len(b)))                    \
  X(char*, strchr, (const char* s, int c), (s, c), r(s, until(s, real_memory().strchr(s, c), 1, len(s))))              \
  X(char*, strrchr, (const char* s, int c), (s, c), r(s, len(s)))                                                      \
  X(char*, strchrnul, (const char* s, int c), (s, c), r(s, until(s, real_memory().strchrnul(s, c), 1, len(s))))        \
  X(char*, strstr, (const char* s, const char* t), (s, t),                                                             \
    r(s, until(s, real_memory().strstr(s, t), len(t) - 1, len(s)));                                                    \
    r(t, len(t)))                                                                                                      \
  X(char*, strcasestr, (const char* s, const char* t), (s, t),                                                         \
    r(s, until(s, real_memory().strcasestr(s, t), len(t) - 1, len(s)));                                                \
    r(t, len(t)))                                                                                                      \
  X(std::size_t, strspn, (const char* s, const char* t), (s, t), r(s, real_memory().strspn(s, t) + 1); r(t, len(t)))   \
  X(std::size_t, strcspn, (const char* s, const char* t), (s, t), r(s, real_memory().strcspn(s, t) + 1); r(t, len(t))) \
  X(char*, strpbrk, (const char* s, const char* t), (s, t), r(s, until(s, real_memory().strpbrk(s, t), 1, len(s)));    \
    r(t, len(t)))                                                                                                      \
  X(char*, strdup, (const char* s), (s), r(s, len(s)))                                                                 \
  X(char*, strndup, (const char* s, std::size_t n), (s, n), r(s, nlen(s, n)))                                          \
  X(void*, __memcpy_chk, (void* to, const void* from, std::size_t n, std::size_t m), (to, from, n, m), r(from, n);     \
    k(from, n); w(to, n))                                                                                              \
  X(void*, __memmove_chk, (void* to, const void* from, std::size_t n, std::size_t m), (to, from, n, m), r(from, n);    \
    k(from, n); w(to, n))                                                                                              \
  X(void*, __memset_chk, (void* to, int byte, std::size_t n, std::size_t m), (to, byte, n, m), w(to, n))               \
  X(char*, __strcpy_chk, (char* to, const char* from, std::size_t m), (to, from, m), r(from, len(from));               \
    k(from, len(from)); w(to, len(from)))                                                                              \
  X(char*, __strcat_chk, (char* to, const char* from, std::size_t m), (to, from, m), r(to, len(to));                   \
    r(from, len(from)); k(from, len(from)); w(to + len(to) - 1, len(from)))                                            \
  X(char*, __strncpy_chk, (char* to, const char* from, std::size_t n, std::size_t m), (to, from, n, m),                \
    r(from, nlen(from, n));                                                                                            \
    k(from, nlen(from, n)); w(to, n))

struct MemoryFunctions {
#define HEDDLE_MEMORY_FIELD(result, name, parameters, arguments, touched) result(*name) parameters;
  HEDDLE_MEMORY_FUNCTIONS(HEDDLE_MEMORY_FIELD)
#undef HEDDLE_MEMORY_FIELD
};
// libc's own.
[[nodiscard]] const MemoryFunctions& real_memory();

// What was read in one step and is needed in another one waits on the thread's stack, which may be small.
inline constexpr std::size_t kLongestInTwoSteps = 1024;

// True if the call is to be announced.
[[nodiscard]] bool announces(const void* caller);
void announce_read(const void* address, std::size_t size, const void* caller);
void announce_write(const void* address, std::size_t size, const void* caller);

// What the pass puts in the place of memcpy, memmove and memset. A null site: private memory, nothing to announce.
void* copy(void* to, const void* from, std::size_t n, const heddle_site* read, const heddle_site* write);
void* fill(void* to, int byte, std::size_t n, const heddle_site* write);

}  // namespace heddle::runtime
