#include "cli/target/standard_input.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/base/printing.h"
#include "cli/target/process.h"

namespace heddle::cli {
namespace {

// A pipe that nobody closes would otherwise look like a hang of ours.
constexpr int kPatienceMilliseconds = 2000;

void wait_for_input(bool& noted) {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (!noted && ::poll(&input, 1, kPatienceMilliseconds) == 0) {
    noted = true;
    print_error("heddle: note: waiting for the end of standard input; start with </dev/null if it is not needed\n");
  }
  ::poll(&input, 1, -1);  // a signal ends it
}

}  // namespace

Expected<std::string> read_standard_input(std::size_t capacity, bool quiet) {
  std::string input;
  if (::isatty(STDIN_FILENO) != 0) {
    return input;
  }
  std::array<char, 65536> buffer;
  bool noted = quiet;
  while (!interrupted()) {
    wait_for_input(noted);
    const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size == 0) {
      return input;
    }
    if (size < 0) {
      if (errno == EINTR || errno == EAGAIN) {
        continue;
      }
      return Error{std::string("cannot read standard input: ") + std::strerror(errno)};
    }
    input.append(buffer.data(), static_cast<std::size_t>(size));
    if (input.size() > capacity) {
      return Error{
          fmt::format("standard input is larger than the {} MiB heddle can give to the program", capacity >> 20U)};
    }
  }
  return input;
}

}  // namespace heddle::cli
