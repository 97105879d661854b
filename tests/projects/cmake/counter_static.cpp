#include "counter.h"

void add_in_static_library() { ++counter; }
