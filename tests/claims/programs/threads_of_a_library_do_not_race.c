// What such threads do is ordered by the library alone: nothing is said of it.
// UNSEEN: crew.c
// HUNT: --executions=300
// LEDGER: foreign-threads uninstrumented
// NEVER: data race on
void run_by_two(void (*work)(int));

static int counts[2];

static void add(int number) { counts[number] = counts[number] + 1; }

int main(void) {
  run_by_two(add);
  return counts[0] + counts[1] == 2 ? 0 : 1;
}
