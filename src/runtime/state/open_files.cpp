#include "runtime/state/open_files.h"

#include <iterator>

#include "runtime/machine/fatal.h"

namespace heddle::runtime {

OpenFile* file_of(long descriptor) {
  if (descriptor < 0 || descriptor >= static_cast<long>(kMaxDescriptors)) {
    return nullptr;
  }
  const std::uint16_t number = descriptor_table().file_of[descriptor];
  return number == 0 ? nullptr : &descriptor_table().files[number - 1];
}

Channel& channel_of(const OpenFile& file) { return descriptor_table().channels[file.channel]; }

std::size_t describe_channel(std::uintptr_t address, char* to, std::size_t size) {
  const DescriptorTable& table = descriptor_table();
  const auto start = reinterpret_cast<std::uintptr_t>(&table);
  if (address < start || address >= start + sizeof table) {
    return 0;
  }
  constexpr const char* kKinds[] = {"pipe", "socket", "eventfd", "epoll set", "timer", "signalfd"};
  static_assert(std::size(kKinds) == static_cast<std::size_t>(FileKind::kSignals) + 1);
  constexpr unsigned kMostNumbers = 6;
  Line line(to, size);
  unsigned numbers = 0;
  for (std::size_t descriptor = 0; descriptor < kMaxDescriptors; ++descriptor) {
    const OpenFile* file = file_of(static_cast<long>(descriptor));
    if (file == nullptr || reinterpret_cast<std::uintptr_t>(&channel_of(*file)) != address) {
      continue;
    }
    if (numbers == 0) {
      line.text(kKinds[static_cast<std::size_t>(file->kind)]);
    }
    if (++numbers > kMostNumbers) {
      line.text(" ...");
      break;
    }
    line.text(" ").number(descriptor);
  }
  if (numbers == 0) {
    line.text("descriptors");  // of all, or closed by now
  }
  return line.size();
}

}  // namespace heddle::runtime
