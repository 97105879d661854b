// A process that stops itself.
// UNSUPPORTED: stops the process
#define _GNU_SOURCE
#include <signal.h>

int main(void) { return raise(SIGTSTP); }
