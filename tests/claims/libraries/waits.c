// Waits where heddle does not see it.
void unseen_set(volatile int* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }

void unseen_wait(volatile int* flag) {
  while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) {
    __builtin_ia32_pause();
  }
}
