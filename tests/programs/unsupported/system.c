// Running a shell command by system.
// UNSUPPORTED: system
#include <stdlib.h>

int main(void) { return system("true") != 0; }
