/* Linked into every executable, not into libraries: the one place that runs before the constructors of libraries. */
#include "heddle/abi.h"

/* One of the functions that the file's units name (heddle_functions in abi.h). */
__asm__(
    ".pushsection heddle_functions,\"a\",@progbits\n"
    ".p2align 2\n"
    ".long before_constructors - .\n"
    ".popsection\n");

static void before_constructors(int count, char** arguments, char** environment) {
  (void)count;
  (void)arguments;
  heddle_before_constructors(environment);
}

__attribute__((section(".preinit_array"), used)) static void (*const heddle_preinit)(int, char**,
                                                                                     char**) = before_constructors;
