// A program that asks to be traced.
// UNSUPPORTED: ptrace
#include <stddef.h>
#include <sys/ptrace.h>

int main(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0; }
