/* C, with -fexceptions: the clean-up runs when an exception or pthread_exit unwinds through the frame, and needs only
 * libgcc's personality routine. In C++ it would need the target's libstdc++, which a C program has not loaded. */
#include "runtime/machine/callbacks.h"

#include <stddef.h>

struct undo {
  void (*function)(void*);
  void* argument;
};

static void run_undo(struct undo* undo) {
  if (undo->function != NULL) {
    undo->function(undo->argument);
  }
}

void heddle_call_or_undo(void (*function)(void), void (*undo_function)(void*), void* argument) {
  __attribute__((cleanup(run_undo))) struct undo undo = {undo_function, argument};
  function();
  undo.function = NULL;
}
