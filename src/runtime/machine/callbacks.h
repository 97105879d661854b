// Calls back into the target from the runtime, through the one file that is compiled with exceptions.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Calls function(); if it leaves by an exception or by pthread_exit, calls undo(argument) and lets it pass.
void heddle_call_or_undo(void (*function)(void), void (*undo)(void*), void* argument);

#ifdef __cplusplus
}
#endif
