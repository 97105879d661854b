// Loaded while the program runs.
static int calls;

void loaded_add(void) { ++calls; }
