// PLAIN: gcc
static int* published;

void publish(int* message) { __atomic_store_n(&published, message, __ATOMIC_RELEASE); }
int* take(void) { return __atomic_exchange_n(&published, (int*)0, __ATOMIC_ACQUIRE); }
