// Waiting by poll.
// UNSUPPORTED: poll
#include <poll.h>
#include <stddef.h>

int main(void) { return poll(NULL, 0, 1) != 0; }
