/* The hooks of single accesses that every program and shared library carries itself: see heddle_accesses_on in abi.h.
 */
#include "heddle/abi.h"

#define HEDDLE_NEAR_HOOK __attribute__((preserve_all, visibility("hidden")))

HEDDLE_NEAR_HOOK void near_read(const void* address, const heddle_site* site) __asm__("heddle_read");
HEDDLE_NEAR_HOOK void near_write(const void* address, const heddle_site* site) __asm__("heddle_write");

HEDDLE_NEAR_HOOK void near_read(const void* address, const heddle_site* site) {
  if (__builtin_expect(heddle_accesses_on != 0, 0)) {
    __attribute__((musttail)) return heddle_access(address, site);
  }
}

HEDDLE_NEAR_HOOK void near_write(const void* address, const heddle_site* site) {
  if (__builtin_expect(heddle_accesses_on != 0, 0)) {
    __attribute__((musttail)) return heddle_access(address, site);
  }
}
