#include "counter.h"

int counter = 0;

void add_in_shared_library() { ++counter; }
