// EVENTS: atomic_store flag 1
// EVENTS: atomic_load flag 1
// EVENTS: atomic_rmw total 8
// EVENTS: cas(5,0) total 8
// EVENTS: cas(7,0) total 8
// EVENTS: fence ? 0
// EVENTS: atomic_rmw wide 4
bool flag;
long total;
unsigned wide;
int main() {
  __atomic_store_n(&flag, true, __ATOMIC_RELEASE);
  bool seen = __atomic_load_n(&flag, __ATOMIC_ACQUIRE);
  __atomic_fetch_add(&total, 5, __ATOMIC_RELAXED);
  long expected = 5;
  bool first = __atomic_compare_exchange_n(&total, &expected, 6, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  expected = 7;
  bool second = __atomic_compare_exchange_n(&total, &expected, 8, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_exchange_n(&wide, 1U, __ATOMIC_SEQ_CST);
  return seen && first && !second ? 0 : 1;
}
