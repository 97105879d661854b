#include <atomic>

static std::atomic<int> slot;

bool is_there() { return slot.load() != 0; }

void put() { slot.store(1); }

bool take() { return slot.exchange(2) == 1; }
