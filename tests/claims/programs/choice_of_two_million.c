// heddle_choose over more values than are ever tried: some stand for the others.
// HUNT: --bound=0 --detectors=none
// COMPLETE: no
// LEDGER: sampled-input one-thread
// SAYS: heddle_choose at
#include <heddle/heddle.h>

int main(void) { return heddle_choose(2000000) < 0; }
