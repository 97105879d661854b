// Threads that a library without instrumentation creates race: they are brought before their accesses at once.
// UNSEEN: crew.c
// HUNT: --executions=300
// LEDGER: foreign-threads uninstrumented
// FINDINGS: 1
// SAYS: finding 1: data race on count
// SAYS: only confirmed data races count, where two threads stood before their accesses at once
void run_by_two(void (*work)(int));

static int count;

static void add(int number) { count = count + number + 1; }

int main(void) {
  run_by_two(add);
  return 0;
}
