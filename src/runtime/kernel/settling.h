// Whether other processes are about to do anything, by what the kernel tells of them in /proc.
//
// A process has settled when it has ended, or when each of its threads sleeps in a system call that waits for something
// other than time. Waiting with a timeout counts as settled: that the time may come is not seen.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// One look at processes and all their descendants.
class Look {
 public:
  void at(int process);
  [[nodiscard]] bool any() const { return fingerprint_ != 0; }
  [[nodiscard]] bool settled() const { return busy_ == 0; }
  // Equal in two looks: nothing was scheduled in between, or is about to be.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }
  // Of those that have not settled, the first.
  [[nodiscard]] int busy() const { return busy_; }

 private:
  void at_thread(int process, int thread, int depth);
  void at_all_threads(int process, int depth);
  void add(std::uint64_t value);

  std::uint64_t fingerprint_ = 0;
  int busy_ = 0;
};

// Does /proc say enough?
[[nodiscard]] bool can_look();

// Calls `visit` for every child of a thread of this process.
void for_each_own_child(void (*visit)(int process));

namespace settling {

[[nodiscard]] std::size_t read_orphans(int (&processes)[64]);

}  // namespace settling

// ... of its first thread, which is the one that processes without a parent come to.
template <typename Visit>
void for_each_orphan(Visit visit) {
  int processes[64];
  const std::size_t count = settling::read_orphans(processes);
  for (std::size_t index = 0; index < count; ++index) {
    visit(processes[index]);
  }
}

// The name of a process's program, or nothing.
void read_process_name(int process, char (&name)[16]);

}  // namespace heddle::runtime
