// The initial state of the target's memory, and putting it back.
//
// All private writable memory but the runtime's own is copied once. After an execution, the pages that changed are
// copied back. Where the kernel can, it tells which were written since (userfaultfd in asynchronous write-protect mode
// and PAGEMAP_SCAN; pages once written stay in the set and are compared); otherwise all pages in use are compared.
#pragma once

#include <cstddef>

namespace heddle::runtime {

// The page tracker to use; false if the kernel does not offer it (pages are then compared).
bool enable_write_tracking();

// Copies the state as it is now; replaces an earlier copy.
void take_snapshot();
void restore_snapshot();
[[nodiscard]] std::size_t snapshot_bytes();

}  // namespace heddle::runtime
