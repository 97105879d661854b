// A mutex of one word: 0 free, 1 taken, 2 taken and others may sleep for it.
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

void enter(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&word, &seen, 1)) {
    return;
  }
  while (atomic_exchange(&word, 2) != 0) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
  }
}

void leave(void) {
  if (atomic_exchange(&word, 0) == 2) {
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  }
}
