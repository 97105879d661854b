// A program with a setenv of its own, as shells have it, sees the user's environment.
// CHECK: passes
// PLAIN: gcc -std=c11
#include <assert.h>
#include <stddef.h>
#include <string.h>

extern char** environ;

int setenv(const char* name, const char* value, int overwrite) { return name == NULL || value == NULL || !overwrite; }
int unsetenv(const char* name) { return name == NULL; }

int main(void) {
  for (char** variable = environ; *variable != NULL; ++variable) {
    assert(strncmp(*variable, "HEDDLE_SEGMENT=", 15) != 0 && strncmp(*variable, "HEDDLE_SAVED_", 13) != 0);
    assert(strncmp(*variable, "LD_PRELOAD=", 11) != 0 || strstr(*variable, "heddle_rt") == NULL);
  }
  return 0;
}
