// A program without threads: there was nothing to schedule, and that is said.
// LEDGER: one-thread
// COMPLETE: yes
// EXECUTIONS: 1
// SAYS: the program ended without creating a thread: there was nothing to schedule
int main(void) { return 0; }
