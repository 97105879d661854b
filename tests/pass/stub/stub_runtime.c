// Stands in for the runtime: lists every event on a file and switches gates on, all or none.
//
//   STUB_GATES=1     all gates of all units on, and heddle_atomics_on
//   STUB_LOG=FILE    one line per event: what, variable, function:line, size, key
//   STUB_UNITS=FILE  one line per unit: its source file, whose name tells which one it is
#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heddle/abi.h"

uint8_t heddle_atomics_on;
uint8_t heddle_unseen;
const void* heddle_called;
uint8_t heddle_uninitialised[HEDDLE_UNINITIALISED_SIZE];
static FILE* event_log;
static FILE* unit_log;

static const char* text(const heddle_string_ref* reference) {
  return *reference == 0 ? "?" : (const char*)reference + *reference;
}

static void event(const char* what, const heddle_site* site, size_t size) {
  if (event_log != NULL) {
    fprintf(event_log, "%s %s %s:%u %zu %016llx\n", what, text(&site->variable), text(&site->function), site->line,
            size, (unsigned long long)site->key);
  }
}

/* A hook of a size is called for accesses of that size alone. */
#define ACCESS_HOOKS(SUFFIX, IS_RIGHT)                                                        \
  HEDDLE_ACCESS_HOOK void heddle_read##SUFFIX(const void* address, const heddle_site* site) { \
    (void)address;                                                                            \
    if (!(IS_RIGHT)) abort();                                                                 \
    event(site->kind == HEDDLE_SITE_VPTR_READ ? "vptr_read" : "read", site, site->size);      \
  }                                                                                           \
  HEDDLE_ACCESS_HOOK void heddle_write##SUFFIX(void* address, const heddle_site* site) {      \
    (void)address;                                                                            \
    if (!(IS_RIGHT)) abort();                                                                 \
    event(site->kind == HEDDLE_SITE_VPTR_WRITE ? "vptr_write" : "write", site, site->size);   \
  }
ACCESS_HOOKS(1, site->size == 1)
ACCESS_HOOKS(2, site->size == 2)
ACCESS_HOOKS(4, site->size == 4)
ACCESS_HOOKS(8, site->size == 8)
ACCESS_HOOKS(16, site->size == 16)
ACCESS_HOOKS(, (site->size & (site->size - 1)) != 0 || site->size > 16)
HEDDLE_HOOK void heddle_read_range(const void* address, size_t size, const heddle_site* site) {
  (void)address;
  event("read_range", site, size);
}
HEDDLE_HOOK void heddle_write_range(void* address, size_t size, const heddle_site* site) {
  (void)address;
  event("write_range", site, size);
}
HEDDLE_HOOK void heddle_enter(const heddle_site* site) { event("enter", site, 0); }
HEDDLE_HOOK void heddle_leave(const heddle_site* site) { event("leave", site, 0); }
HEDDLE_HOOK void heddle_frame_end(void* address, size_t size, const heddle_site* site) {
  (void)address;
  event("frame_end", site, size);
}

HEDDLE_HOOK void heddle_atomic(void* address, const heddle_site* site) {
  (void)address;
  static const char* const names[] = {"atomic_load", "atomic_store", "atomic_rmw"};
  event(names[site->kind - HEDDLE_SITE_ATOMIC_LOAD], site, site->size);
}
HEDDLE_HOOK void heddle_cas(void* address, const heddle_site* site, uint64_t low, uint64_t high) {
  (void)address;
  char what[80];
  snprintf(what, sizeof what, "cas(%llx,%llx)", (unsigned long long)low, (unsigned long long)high);
  event(what, site, site->size);
}
HEDDLE_HOOK void heddle_fence(const heddle_site* site) { event("fence", site, 0); }

void* heddle_memcpy(void* to, const void* from, size_t size, const heddle_site* read, const heddle_site* write) {
  if (read != NULL) event("copy_from", read, size);
  if (write != NULL) event("copy_to", write, size);
  return memcpy(to, from, size);
}
void* heddle_memmove(void* to, const void* from, size_t size, const heddle_site* read, const heddle_site* write) {
  if (read != NULL) event("move_from", read, size);
  if (write != NULL) event("move_to", write, size);
  return memmove(to, from, size);
}
void* heddle_memset(void* to, int byte, size_t size, const heddle_site* write) {
  if (write != NULL) event("set", write, size);
  return memset(to, byte, size);
}

static void visit_unit(const heddle_unit* unit, int gates) {
  const char* name = (const char*)&unit->name + unit->name;
  const char* base = strrchr(name, '/');
  if (unit_log != NULL) fprintf(unit_log, "%s\n", base == NULL ? name : base + 1);
  if (unit->abi_version != HEDDLE_ABI_VERSION) abort();
  if (gates) {
    memset((char*)&unit->gates + unit->gates, 1, unit->site_count);
    *((char*)&unit->any_gate + unit->any_gate) = 1;
  }
}

static void visit_notes(const char* note, const char* end, size_t alignment, int gates) {
  while (note + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) header;
    memcpy(&header, note, sizeof header);
    const size_t mask = alignment - 1;
    const char* description = note + ((sizeof header + header.n_namesz + mask) & ~mask);
    if (header.n_namesz == sizeof HEDDLE_NOTE_NAME && header.n_type == HEDDLE_NOTE_UNIT &&
        memcmp(note + sizeof header, HEDDLE_NOTE_NAME, sizeof HEDDLE_NOTE_NAME) == 0) {
      int64_t distance;
      const char* field = description + offsetof(heddle_note, unit);
      memcpy(&distance, field, sizeof distance);
      visit_unit((const heddle_unit*)(field + distance), gates);
    }
    note = description + ((header.n_descsz + mask) & ~mask);
  }
}

static int visit_object(struct dl_phdr_info* object, size_t size, void* gates) {
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &object->dlpi_phdr[i];
    if (segment->p_type == PT_NOTE) {
      const char* begin = (const char*)object->dlpi_addr + segment->p_vaddr;
      visit_notes(begin, begin + segment->p_memsz, segment->p_align == 8 ? 8 : 4, *(int*)gates);
    }
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  if (getenv("STUB_LOG") != NULL) event_log = fopen(getenv("STUB_LOG"), "w");
  if (getenv("STUB_UNITS") != NULL) unit_log = fopen(getenv("STUB_UNITS"), "w");
  int gates = getenv("STUB_GATES") != NULL;
  heddle_atomics_on = (uint8_t)gates;
  dl_iterate_phdr(visit_object, &gates);
  if (unit_log != NULL) fclose(unit_log);
}

__attribute__((destructor)) static void end(void) {
  if (event_log != NULL) fclose(event_log);
}
