// Waiting for memory that nobody will write is a livelock, however it is written, at -O2.
// FAILS: livelock nobody will write
// FLAGS: -O2
#include "ways_to_wait.h"

int main() { return wait_in_every_way(); }
