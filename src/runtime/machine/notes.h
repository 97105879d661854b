// The runtime's side of the ledger (core/ledger.h): noted where it happens, committed with the lease.
#pragma once

#include "core/ledger.h"
#include "runtime/machine/link.h"

namespace heddle::runtime {

// In shared memory, so that what a copy of this process notes is not lost.
inline void note(LedgerRow row) { worker_segment().result.hunt.notes.note(row); }

}  // namespace heddle::runtime
