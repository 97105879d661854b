// A program as heddle's compiler makes it: linked with the runtime, an ELF note, a site record, something to name.
#include "heddle/abi.h"

extern "C" int heddle_is_active();
#ifndef NOTE_VERSION
#define NOTE_VERSION HEDDLE_ABI_VERSION
#endif
#ifndef EXTRA_CELLS
#define EXTRA_CELLS 0
#endif
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

asm(".pushsection .note.heddle,\"a\",@note\n"
    ".balign 4\n"
    ".long 7, 16, 1\n"
    ".asciz \"heddle\"\n"
    ".balign 4\n"
    ".long " TEXT(NOTE_VERSION) ", 0\n"
    ".quad 0\n"
    ".popsection\n");

// heddle_site: key; file, function, variable, type; line; column, kind (read, write), order (none); size; flags.
#define SITE(name, line, kind)                                                                             \
  ".globl " name "\n.type " name ",@object\n" name                                                         \
  ":\n"                                                                                                    \
  ".quad 77\n"                                                                                             \
  ".long example_file - ., example_function_name - ., example_variable - ., example_type - .\n.long " line \
  "\n.short 9\n.byte " kind ", 15\n.long 4, 0\n.size " name ", . - " name "\n"

asm(".pushsection heddle_sites,\"a\",@progbits\n"
    ".balign 8\n"  //
    SITE("example_site", "21", "1") SITE("example_read_site", "20", "0")
        "example_file: .asciz \"/home/somebody/bank.cpp\"\n"
        "example_function_name: .asciz \"_Z7depositi\"\n"
        "example_variable: .asciz \"account.balance\"\n"
        "example_type: .asciz \"int\"\n"
        ".popsection\n");

// What events name that have no site.

extern "C" {
int example_mutex[10 + EXTRA_CELLS];

void example_function() { example_mutex[0] = heddle_is_active(); }  // line 45: the place of events without a site
}

int main() {
  example_function();
  return heddle_is_active() == 1 ? 0 : 1;
}
