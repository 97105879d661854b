// What machine and kernel offer, found out by trying, never by version numbers: containers refuse what kernels have.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::cli {

// CPU and kernel let user code set the FS base.
[[nodiscard]] bool has_fsgsbase();
// A child of ours gets the same addresses every time.
[[nodiscard]] bool can_disable_randomisation();
// System calls of a range of code can be seen (prctl PR_SET_SYSCALL_USER_DISPATCH): one is.
[[nodiscard]] bool has_syscall_dispatch();
// userfaultfd in user-mode-only form with asynchronous write protection, and PAGEMAP_SCAN finds the page written to.
[[nodiscard]] bool has_write_tracking();
[[nodiscard]] bool has_memfd();

// What new processes can have before the machine swaps or kills; 0: unknown. In bytes.
[[nodiscard]] std::uint64_t available_memory();

// "6.1.0", "2.36".
[[nodiscard]] std::string kernel_version();
[[nodiscard]] std::string libc_version();
// Yama's ptrace_scope, or -1 where there is none.
[[nodiscard]] int ptrace_scope();

}  // namespace heddle::cli
