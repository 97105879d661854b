#include "tick.h"

static int ticks;

int tick(void) { return ++ticks; }
