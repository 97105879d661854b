// Which memory accesses are visible, and how cells are seen to be shared.
//
// With the set "shared" an access is a scheduling point if it touches a cell of the set. All other accesses are noted:
// a cell that two threads access in one execution, one of them writing, and not ordered by the creation and the joining
// of threads, is shared. After the execution such cells become part of the set (grow_point_set), and what was explored
// without them is explored again: the search begins again when the set grows, so nothing is missed.
//
// A cell is a byte. They are kept by eights, under the name of the eight (core/ids.h): addresses of heap blocks differ
// between schedules, names do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/ids.h"
#include "core/options.h"
#include "trace/segment.h"

namespace heddle::runtime {

// At the start. Of kShared: these cells, and those that turn out to be shared if `grows`.
void set_points(Points points, std::span<const segment::Cell> cells, bool grows);

// Between executions: these are members too.
void add_points(std::span<const segment::Cell> cells);

// Every execution begins with nothing noted.
void begin_noting();

// Is this access visible? If not, it is noted.
[[nodiscard]] bool is_visible_access(std::uintptr_t address, std::size_t size, bool writes);
// Atomic accesses are visible in any case. They are noted for those that are not: a plain access to the same cell.
void note_atomic_access(std::uintptr_t address, std::size_t size, bool writes);
// A heap block: what was at the address before is another object.
void note_allocation(std::uintptr_t address, std::size_t size);
// Freeing counts as writing all of it. Visible if the block has cells of the set, or a primitive.
[[nodiscard]] bool is_visible_free(std::uintptr_t address, std::size_t size);
// A synchronisation object was used: freeing the heap block it lies in is visible.
void note_primitive(std::uintptr_t address);
// Creation and joining order what the threads do.
void note_creation(ThreadId parent, ThreadId child);
void note_join(ThreadId joiner, ThreadId ended);

// What has been seen to be shared since the set last grew, and the same of another process.
[[nodiscard]] std::span<const segment::Cell> newly_shared_cells();
void note_shared(std::span<const segment::Cell> cells);

// After an execution. True if the set has grown; the segment's cell area holds all of it.
[[nodiscard]] bool grow_point_set();

}  // namespace heddle::runtime
