// A mapping at an address that is only wished for is undone like any other.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void) {
  char* wish = (char*)0x123456780000;
  char* memory = mmap(wish, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(memory != MAP_FAILED && memory[0] == 0);
  memory[0] = 1;
  return 0;
}
