/* The contract between instrumented code and the runtime.
 *
 * The pass (src/pass) emits what is declared here; the runtime (src/runtime) implements it; the command line reads the
 * static part out of ELF files. A change here that old objects cannot live with raises HEDDLE_ABI_VERSION.
 *
 * Every translation unit ("unit") carries
 *   - an array of heddle_site in section "heddle_sites": one static record per instrumented place;
 *   - an array of bytes in section "heddle_gates", one gate per site in the same order: the hook is called only while
 *     the gate is not 0 (hooks of atomics and fences test heddle_atomics_on instead);
 *   - one byte `any_gate`, not 0 while one of the unit's gates is: functions of the unit then run their instrumented
 *     body, otherwise a clean clone that still has the hooks of atomics and fences;
 *   - the places of its functions in section "heddle_functions", an int32_t each, relative to itself: what else there
 * is in a file was linked into it from objects that nobody instrumented. Those of all units of a file stand together;
 *     an entry of 0 is none;
 *   - one heddle_unit that ties them together, found through an ELF note, so that neither constructors nor symbol
 *     look-ups are needed and `readelf -n` tells an instrumented file from another.
 */
#ifndef HEDDLE_ABI_H
#define HEDDLE_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_ABI_VERSION 5

/* What an instrumented place does. The numbers are part of the contract: append only. */
typedef enum heddle_site_kind {
  HEDDLE_SITE_READ = 0,
  HEDDLE_SITE_WRITE = 1,
  HEDDLE_SITE_READ_RANGE = 2,  /* memcpy-family source */
  HEDDLE_SITE_WRITE_RANGE = 3, /* memcpy- and memset-family destination */
  HEDDLE_SITE_VPTR_READ = 4,
  HEDDLE_SITE_VPTR_WRITE = 5,
  HEDDLE_SITE_ATOMIC_LOAD = 6,
  HEDDLE_SITE_ATOMIC_STORE = 7,
  HEDDLE_SITE_ATOMIC_RMW = 8,
  HEDDLE_SITE_ATOMIC_CAS = 9,
  HEDDLE_SITE_FENCE = 10,
  HEDDLE_SITE_FUNCTION = 11,  /* entry and exit of a function */
  HEDDLE_SITE_FRAME_END = 12, /* a local variable's life ends with its function */
} heddle_site_kind;

/* C11's numbering of memory orders; in a site's `order`, the low half is the order (of success), the high half the
 * order of failure of a compare-exchange. Plain accesses have HEDDLE_ORDER_NONE. */
typedef enum heddle_order {
  HEDDLE_ORDER_RELAXED = 0,
  HEDDLE_ORDER_CONSUME = 1,
  HEDDLE_ORDER_ACQUIRE = 2,
  HEDDLE_ORDER_RELEASE = 3,
  HEDDLE_ORDER_ACQ_REL = 4,
  HEDDLE_ORDER_SEQ_CST = 5,
  HEDDLE_ORDER_NONE = 15,
} heddle_order;

/* A string reference relative to the address of the field itself; 0 means none. Needs no relocation at load time. */
typedef int32_t heddle_string_ref;

typedef struct heddle_site {
  uint64_t key;               /* identity: hash of unit, mangled function name and ordinal in the function; not 0 */
  heddle_string_ref file;     /* as in the debug information, directory included */
  heddle_string_ref function; /* mangled name */
  heddle_string_ref variable; /* source expression of the variable or field ("balance", "account.total"), where known */
  heddle_string_ref type;     /* source name of the accessed type, where known; "int:3@5": bits 5 to 7 of the memory */
  uint32_t line;              /* 0: unknown */
  uint16_t column;
  uint8_t kind;  /* heddle_site_kind */
  uint8_t order; /* heddle_order, see above */
  uint32_t size; /* bytes; 0 where it is known only at run time */
  uint32_t flags;
} heddle_site;

/* The access was declared volatile. */
#define HEDDLE_SITE_VOLATILE 1u
/* A compare-exchange that may fail though the values are equal. */
#define HEDDLE_SITE_WEAK 2u
/* An atomic store in code of C++20 or later, where it ends the release sequence that its own thread has begun. */
#define HEDDLE_SITE_ENDS_SEQUENCE 4u

/* All references are relative to the address of the field itself. */
typedef struct heddle_unit {
  uint32_t abi_version;
  uint32_t site_count;
  int64_t sites;     /* heddle_site[site_count] */
  int64_t gates;     /* uint8_t[site_count] */
  int64_t any_gate;  /* uint8_t */
  int64_t name;      /* the unit's source file */
  int64_t functions; /* int32_t[], of all units of the file */
  int64_t functions_end;
  uint64_t flags;
} heddle_unit;

/* Something in it may order threads unseen: assembly that touches memory, atomics in functions that were left out. */
#define HEDDLE_UNIT_UNSEEN 1u

/* ELF note: section ".note.heddle", name "heddle" (with its NUL, 7 bytes), type HEDDLE_NOTE_UNIT. */
#define HEDDLE_NOTE_NAME "heddle"
#define HEDDLE_NOTE_UNIT 1u
typedef struct heddle_note {
  uint32_t abi_version;
  uint32_t reserved;
  int64_t unit; /* heddle_unit, relative to the address of this field */
} heddle_note;

/* ELF note of the same section and name, type HEDDLE_NOTE_CONSTANTS: what the unit compares values with, beside the
 * smallest numbers. Of floating-point numbers the bits of a double. The size of the note says how many those are. */
#define HEDDLE_NOTE_CONSTANTS 2u
typedef struct heddle_constants {
  uint32_t integer_count;
  uint32_t left_out; /* more there were, without room here */
  /* int64_t integers[integer_count]; uint64_t floatings[]; not aligned */
} heddle_constants;

/* Called before a call for an unknown value (__VERIFIER_nondet_int ...): what the pass knows of it. exact != 0: the
 * program does with every other value what it does with one of these; 0: these are of interest, the first one most.
 * A count of 0: nothing is known. */
void heddle_expect_input(const int64_t* values, uint32_t count, int exact);

/* Around the body of a function that is an atomic section by its name: __VERIFIER_atomic_begin and _end, also where the
 * program has functions of its own with these names. */
void heddle_section_begin(void);
void heddle_section_end(void);

/* Hooks. Called before the operation they announce, on the thread that performs it. A hook that announces a scheduling
 * point returns when it is this thread's turn; memory may have changed by then. They keep all general registers but r11
 * (clang's preserve_most), so that code whose gates are off pays for the test alone. Those of single accesses stand in
 * innermost loops and keep the vector registers as well (preserve_all). */
#if defined(__clang__)
#define HEDDLE_HOOK __attribute__((preserve_most, visibility("default")))
#define HEDDLE_ACCESS_HOOK __attribute__((preserve_all, visibility("default")))
#else
#define HEDDLE_HOOK __attribute__((visibility("default")))
#define HEDDLE_ACCESS_HOOK __attribute__((visibility("default")))
#endif

HEDDLE_ACCESS_HOOK void heddle_read1(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_read2(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_read4(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_read8(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_read16(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_write1(void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_write2(void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_write4(void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_write8(void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_write16(void* address, const heddle_site* site);
/* Of any other size. */
HEDDLE_ACCESS_HOOK void heddle_read(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_write(void* address, const heddle_site* site);
HEDDLE_HOOK void heddle_read_range(const void* address, size_t size, const heddle_site* site);
HEDDLE_HOOK void heddle_write_range(void* address, size_t size, const heddle_site* site);
HEDDLE_HOOK void heddle_enter(const heddle_site* site);
HEDDLE_HOOK void heddle_leave(const heddle_site* site);
/* A local variable that others may know of is there no longer. */
HEDDLE_HOOK void heddle_frame_end(void* address, size_t size, const heddle_site* site);

/* Atomic load, store or read-modify-write: see the site's kind. */
HEDDLE_HOOK void heddle_atomic(void* address, const heddle_site* site);
/* Compare-exchange; the expected value is zero-extended to 16 bytes, so that the runtime knows whether it succeeds. */
HEDDLE_HOOK void heddle_cas(void* address, const heddle_site* site, uint64_t expected_low, uint64_t expected_high);
HEDDLE_HOOK void heddle_fence(const heddle_site* site);

/* memcpy-family calls of run-time or large size in instrumented code: announce the ranges, then do it. Only where the
 * gate is on; the plain C convention. */
void* heddle_memcpy(void* to, const void* from, size_t size, const heddle_site* read, const heddle_site* write);
void* heddle_memmove(void* to, const void* from, size_t size, const heddle_site* read, const heddle_site* write);
void* heddle_memset(void* to, int byte, size_t size, const heddle_site* write);

/* 1 while the runtime controls the program's threads, 2 while it looks at what they do in parallel, otherwise 0. */
extern uint8_t heddle_atomics_on;

/* Set to 1 by instrumented code before it does something that no hook announces and that is not confined to registers
 * and stack (src/pass/unseen_marker.h has the list), and by functions that code without instrumentation may have
 * called. The runtime sets it to 0: as long as it stays so, the hooks tell all that a thread does. */
extern uint8_t heddle_unseen;

/* What a local variable holds that is read before it is written, where it is no memory any more. */
#define HEDDLE_UNINITIALISED_SIZE 64
extern uint8_t heddle_uninitialised[HEDDLE_UNINITIALISED_SIZE];

/* Called before the constructors of libraries, by what heddle's compiler links into executables (libheddle_start.a). */
void heddle_before_constructors(char** environment);

/* Called by the runtime when the program has failed, on the stack of the thread that did: for debuggers. */
void heddle_failed(const char* what);

/* Instrumented code that calls a function it does not know writes its address here; a function that finds its own
 * address was called so, and clears it. Other callers may be code without instrumentation. Functions that do this have
 * HEDDLE_CALL_MARK in the eight bytes before them, so that the caller knows whether to expect it. */
extern const void* heddle_called;
#define HEDDLE_CALL_MARK 0x656c646465682eccULL

/* A call to a library far away takes twice as long as one nearby, so what heddle's compiler links has hidden hooks of
 * single accesses of its own (libheddle_near.a): they do what is most often all there is to do by this, and otherwise
 * go on in heddle_access. */
typedef struct heddle_accesses_state {
  uint32_t on;             /* 0: these hooks do nothing */
  int32_t left;            /* goes down with every access; below 0, heddle_access has to see it */
  uint64_t epoch;          /* what an access is noted as, twice */
  uint64_t seen[2];        /* and what says of a read that it is among others, each twice */
  const uintptr_t* shadow; /* where, by chunk of memory; not read while `left` is below 0 */
} heddle_accesses_state;
extern heddle_accesses_state heddle_accesses;
HEDDLE_ACCESS_HOOK void heddle_access(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_read1(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_read2(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_read4(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_read8(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_read16(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_write1(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_write2(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_write4(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_write8(const void* address, const heddle_site* site);
HEDDLE_ACCESS_HOOK void heddle_access_write16(const void* address, const heddle_site* site);

#ifdef __cplusplus
}
#endif

#endif
