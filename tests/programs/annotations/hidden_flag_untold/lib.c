// PLAIN: gcc
static int flag;

void publish(void) { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); }
int is_published(void) { return __atomic_load_n(&flag, __ATOMIC_ACQUIRE); }
