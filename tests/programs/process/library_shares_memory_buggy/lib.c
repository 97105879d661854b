// Shared with every process that is forked: neither putting memory back nor forking makes it new.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

static int* counter;

__attribute__((constructor)) static void make_counter(void) {
  counter = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

int count_execution(void) { return (*counter)++; }
