// What is known of the terminal.
#pragma once

#include <cstddef>

namespace heddle::cli {

// Columns of the terminal behind a descriptor; 80 where it is none.
[[nodiscard]] std::size_t terminal_width(int descriptor);

}  // namespace heddle::cli
