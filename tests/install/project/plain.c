// A program of one thread, in C.
#include <heddle/heddle.h>

int main(void) { return heddle_choose(2) < 2 ? 0 : 1; }
