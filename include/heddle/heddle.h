/* What a program may say to heddle. Every call does nothing, or the obvious thing, when the program runs on its own. */
#ifndef HEDDLE_H
#define HEDDLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The test loop. One pass is one execution; heddle_restart() is true while there is another schedule to try.
 *
 *   do {
 *     reset();            // put the shared state back: heddle does not in this mode
 *     heddle_start();
 *     test();             // creates and joins its threads
 *   } while (heddle_restart());
 *
 * On its own the body runs once. */
void heddle_start(void);
int heddle_restart(void);

/* One of 0 .. n-1, explored like a scheduling choice; 0 when the program runs on its own. */
int heddle_choose(int n);

/* Executions in which the condition is false are of no interest: they end here and count as neither passed nor
 * failed. */
void heddle_assume(int condition);

/* A scheduling point that asks for another thread to run. */
void heddle_yield(void);

/* No other thread runs between the two unless this one blocks. They nest. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* Not 0 while heddle controls the program's threads. */
int heddle_is_active(void);

/* Leaves a function out of the instrumentation. */
#define HEDDLE_IGNORE __attribute__((annotate("heddle.ignore")))

#ifdef __cplusplus
}
#endif

#endif
