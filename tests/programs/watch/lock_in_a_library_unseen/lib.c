// PLAIN: gcc
static char taken;

void hidden_lock(void) {
  while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) {
    __builtin_ia32_pause();
  }
}
void hidden_unlock(void) { __atomic_clear(&taken, __ATOMIC_RELEASE); }
