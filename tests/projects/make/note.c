#include "note.h"

static int takes;

void note_a_take(void) { ++takes; }

int takes_noted(void) { return takes; }
