// What the parts of the stand-in runtime share: see stand_in_runtime.cpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "trace/segment.h"

// Of the program: something to name.
extern "C" {
extern const char example_site[] __attribute__((weak));
extern const char example_read_site[] __attribute__((weak));
extern int example_mutex[] __attribute__((weak));
void example_function() __attribute__((weak));
}

namespace heddle::stand_in {

extern segment::Segment* the_segment;

void set_message(const char* text);
void set_detail(const char* text);
[[noreturn]] void end(segment::Phase phase, int status = 0);
std::uint32_t add_string(std::string_view text);
void put_output(std::string_view text);
// main, main.1, main.2, main.1.1.
void put_threads();
void put_modules();
segment::RecordedEvent& put_event(std::uint16_t thread, OperationKind kind, const void* address);

// For ever. `answer`: says where it is when it is asked.
[[noreturn]] void hang(bool answer, bool spin);

// Explorations, and what follows them: stand_in_hunt.cpp. Returns where it does not know the word.
void behave_in_hunt(std::string_view how);

}  // namespace heddle::stand_in
