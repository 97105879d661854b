// The hooks of instrumented code (include/heddle/abi.h): one-line bodies. Those of single accesses are in
// near_hooks_x86_64.S.
#include "heddle/abi.h"
#include "runtime/entry/accesses.h"

using namespace heddle::runtime;  // NOLINT(google-build-using-namespace): this file is a list of names

extern "C" {

__attribute__((visibility("default"))) std::uint8_t heddle_atomics_on = 0;
__attribute__((visibility("default"))) heddle_accesses_state heddle_accesses = {};
__attribute__((visibility("default"))) std::uint8_t heddle_unseen = 0;
__attribute__((visibility("default"))) const void* heddle_called = nullptr;
__attribute__((visibility("default"))) std::uint8_t heddle_uninitialised[HEDDLE_UNINITIALISED_SIZE] = {};
// What was asked last.
extern std::uint8_t heddle_is_noted;

std::uint8_t heddle_is_noted = 0;

HEDDLE_ACCESS_HOOK void heddle_access(const void* address, const heddle_site* site) {
  HEDDLE_TAIL heddle_access_event(address, site);
}
// Called by heddle_access_read1 and its like (arch_x86_64_hooks.S).
#define NOTE_OF_SIZE(SIZE)                                                                                \
  __attribute__((preserve_all, visibility("hidden"))) void heddle_note_read##SIZE(const void* address) {  \
    heddle_is_noted = is_noted_at_once<SIZE, false>(address) ? 1 : 0;                                     \
  }                                                                                                       \
  __attribute__((preserve_all, visibility("hidden"))) void heddle_note_write##SIZE(const void* address) { \
    heddle_is_noted = is_noted_at_once<SIZE, true>(address) ? 1 : 0;                                      \
  }
NOTE_OF_SIZE(1)
NOTE_OF_SIZE(2)
NOTE_OF_SIZE(4)
NOTE_OF_SIZE(8)
NOTE_OF_SIZE(16)
HEDDLE_HOOK void heddle_read_range(const void* p, size_t size, const heddle_site* site) {
  HEDDLE_TAIL on_range(p, size, site);
}
HEDDLE_HOOK void heddle_write_range(void* p, size_t size, const heddle_site* site) {
  HEDDLE_TAIL on_range(p, size, site);
}
HEDDLE_HOOK void heddle_enter(const heddle_site* site) { HEDDLE_TAIL on_enter(site); }
HEDDLE_HOOK void heddle_leave(const heddle_site* site) { HEDDLE_TAIL on_leave(site); }
HEDDLE_HOOK void heddle_frame_end(void* p, size_t size, const heddle_site* site) {
  HEDDLE_TAIL heddle_frame_end_event(p, size, site);
}
HEDDLE_HOOK void heddle_atomic(void* address, const heddle_site* site) { HEDDLE_TAIL on_atomic(address, site); }
HEDDLE_HOOK void heddle_cas(void* p, const heddle_site* site, uint64_t low, uint64_t high) {
  HEDDLE_TAIL on_cas(p, site, low, high);
}
HEDDLE_HOOK void heddle_fence(const heddle_site* site) { HEDDLE_TAIL on_fence(site); }

}  // extern "C"
