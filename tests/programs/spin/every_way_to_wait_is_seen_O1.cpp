// Waiting for memory that no thread will write is a livelock, however it is written, at -O1.
// FAILS: livelock no thread will write
// FLAGS: -O1
#include "ways_to_wait.h"

int main() { return wait_in_every_way(); }
