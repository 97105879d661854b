// Standard input, output and error of the target, and its random sources.
//
// Input was read once by the command line and is given to every execution. Output is kept for the execution under way
// (the last one that ran, or the failing one, is what the command line finds), or shown as it comes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// Once, at the start.
void set_up_streams();
void prepare_stdio();
// Before each execution.
void rewind_streams();

// The program may close the standard streams and put others in their place. What a descriptor stands for goes with its
// duplicates, until they are closed.
void note_duplicate(long from, long to);
void note_close(long descriptor);
// Part of the state to which executions return.
void note_initial_streams();
void restore_streams();

// The output of the execution under way is the one to keep: that of later ones is dropped.
void keep_output();

// read, write, readv, writev on descriptors that are ours to serve. False: not ours.
bool stream_call(long number, const long (&arguments)[6], long& result);
// A descriptor of /dev/urandom.
void mark_random(int descriptor);
// Regular files, directories, /dev/null and the like: reading and writing them does not wait for anybody.
[[nodiscard]] bool is_plain_file(int descriptor);

// Deterministic, and different for every call.
void fill_random(unsigned char* bytes, std::size_t size);
[[nodiscard]] std::uint64_t next_random();

}  // namespace heddle::runtime
