// Waiting for memory that no thread will write is a livelock, however it is written, at -O2.
// FAILS: livelock no thread will write
// FLAGS: -O2
#include "ways_to_wait.h"

int main() { return wait_in_every_way(); }
