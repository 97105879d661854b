// What the loader has to say to the program is still there after memory was freed, and is freed without trouble.
// CHECK: passes
// EXECUTIONS: 1
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>

int main(void) {
  void* block = malloc(10);
  assert(dlsym(RTLD_DEFAULT, "no_such_function") == NULL);
  free(block);
  assert(dlerror() != NULL);
  assert(dlopen("no_such_library.so", RTLD_LAZY) == NULL);
  assert(dlsym(RTLD_DEFAULT, "malloc") != NULL);
  assert(dlerror() == NULL);
  free(malloc(3));
  return 0;
}
