// Two threads count without a lock.
#include "count.h"

int main() { count_in_two_threads(); }
