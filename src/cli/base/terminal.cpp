#include "cli/base/terminal.h"

#include <sys/ioctl.h>

namespace heddle::cli {

std::size_t terminal_width(int descriptor) {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : kUsual;
}

}  // namespace heddle::cli
