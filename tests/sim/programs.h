// Small programs shared by the tests. Each has one bug, its name, or none, and says so.
#pragma once

#include <cstddef>

#include "sim/program.h"

namespace heddle::sim {

// Two threads increment without a lock: 4 of 6 interleavings lose one. Least number of preemptions: 1.
[[nodiscard]] Program lost_update();
[[nodiscard]] Program locked_update();  // the fixed twin

// Two locks taken in opposite order: 2 of 6 executions deadlock. Least number of preemptions: 1.
[[nodiscard]] Program opposite_locks();
[[nodiscard]] Program ordered_locks();  // the fixed twin

// The flag is set and signalled without the mutex, between the waiter's test and its wait.
// Least number of preemptions: 1.
[[nodiscard]] Program lost_wakeup();
[[nodiscard]] Program kept_wakeup();  // the fixed twin

// One condition variable for "not full" and "not empty", signal where broadcast is needed, two producers and two
// consumers: when the waiter woken is of the wrong sort all sleep. Waiters as choices matter here.
[[nodiscard]] Program wrong_waiter();

// So many threads set two variables, the one and then the other; a checker sees the one without the other when a setter
// is stopped in between. Least number of preemptions: 1.
[[nodiscard]] Program reorder(std::size_t setters);

// Every verb at least once, with no failing execution; thousands of executions.
[[nodiscard]] Program everything();

}  // namespace heddle::sim
