#pragma once

// Defined in the shared library and used by all three parts.
extern int counter;

void add_in_static_library();
void add_in_shared_library();
