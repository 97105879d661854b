int shared_counter;
int in_shared(void) { return ++shared_counter; }
