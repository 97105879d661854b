#include "runtime/kernel/settling.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>
#include <iterator>

#include "core/hash.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"

namespace heddle::runtime {
namespace {

constexpr int kDeepest = 8;  // generations; each takes 3 KiB of a thread's stack

// Of a file in /proc: its beginning, terminated. False: the process or thread is gone.
template <std::size_t kSize>
bool read_file(const char* path, char (&to)[kSize]) {
  const long file = system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC);
  long size = -1;
  if (file >= 0) {
    size = system_call(SYS_read, file, reinterpret_cast<long>(to), kSize - 1);
    system_call(SYS_close, file);
  }
  to[size > 0 ? size : 0] = '\0';
  return size >= 0;
}

class ThreadPath {
 public:
  ThreadPath(int process, int thread, const char* file) {
    Line(text_, sizeof text_)
        .text("/proc/")
        .number(static_cast<unsigned long>(process))
        .text("/task/")
        .number(static_cast<unsigned long>(thread))
        .text("/")
        .text(file);
  }
  [[nodiscard]] const char* text() const { return text_; }

 private:
  char text_[80];
};

std::uint64_t take_number(const char*& text, unsigned base = 10) {
  while (*text == ' ') {
    ++text;
  }
  if (base == 16 && text[0] == '0' && text[1] == 'x') {
    text += 2;
  }
  std::uint64_t value = 0;
  for (;; ++text) {
    unsigned digit = 16;
    if (*text >= '0' && *text <= '9') {
      digit = static_cast<unsigned>(*text - '0');
    } else if (*text >= 'a' && *text <= 'f') {
      digit = static_cast<unsigned>(*text - 'a') + 10;
    }
    if (digit >= base) {
      return value;
    }
    value = value * base + digit;
  }
}

// Calls visit(number) for each entry of a folder whose name is one.
template <typename Visit>
void for_each_number_in(const char* folder, Visit visit) {
  const long file =
      system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) {
    return;
  }
  alignas(8) char buffer[1024] = {};
  long size = 0;
  while ((size = system_call(SYS_getdents64, file, reinterpret_cast<long>(buffer), sizeof buffer)) > 0) {
    for (long offset = 0; offset < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + offset);
      offset += entry->d_reclen;
      const char* name = entry->d_name;
      if (*name >= '0' && *name <= '9') {
        visit(static_cast<int>(take_number(name)));
      }
    }
  }
  system_call(SYS_close, file);
}

// Calls visit(process) for each child of a thread.
template <typename Visit>
void for_each_child_of(int process, int thread, Visit visit) {
  char text[1024];
  if (!read_file(ThreadPath(process, thread, "children").text(), text)) {
    return;
  }
  // Behind each is a blank: one without it was cut off.
  for (const char* next = text; *next != '\0'; ++next) {
    const auto child = static_cast<int>(take_number(next));
    if (*next != ' ') {
      return;
    }
    visit(child);
  }
}

// In a system call that only waits for time.
bool sleeps(const char* call) {
  const std::uint64_t number = take_number(call);
  const std::uint64_t first = take_number(call, 16);
  const std::uint64_t second = take_number(call, 16);
  switch (number) {
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return true;
    case SYS_select:
    case SYS_pselect6:
      return first == 0;
    case SYS_poll:
    case SYS_ppoll:
      return second == 0;
    default:
      return false;
  }
}

}  // namespace

void Look::add(std::uint64_t value) { fingerprint_ = combine(fingerprint_, value); }

void Look::at_thread(int process, int thread, int depth) {
  char text[512];
  if (!read_file(ThreadPath(process, thread, "stat").text(), text)) {
    return;
  }
  // "number (name) state ...": a name may contain anything, the rest no bracket.
  const char* bracket = std::strrchr(text, ')');
  const char state = bracket != nullptr && bracket[1] != '\0' ? bracket[2] : 'R';
  bool busy = state != 'S' && state != 'T' && state != 't' && state != 'Z' && state != 'X';
  if (state == 'S' && read_file(ThreadPath(process, thread, "syscall").text(), text)) {
    busy = text[0] == 'r' || sleeps(text);  // "running"
  }
  if (busy && busy_ == 0) {
    busy_ = process;
  }
  add(static_cast<std::uint64_t>(thread) << 8U | static_cast<unsigned char>(state));
  // How often it was given a processor is the third figure.
  if (state != 'Z' && read_file(ThreadPath(process, thread, "schedstat").text(), text)) {
    const char* next = text;
    take_number(next);
    take_number(next);
    add(take_number(next));
  }
  for_each_child_of(process, thread, [&](int child) { at_all_threads(child, depth + 1); });
}

void Look::at_all_threads(int process, int depth) {
  if (depth > kDeepest) {
    return;
  }
  char folder[40];
  Line(folder, sizeof folder).text("/proc/").number(static_cast<unsigned long>(process)).text("/task");
  for_each_number_in(folder, [&](int thread) { at_thread(process, thread, depth); });
}

void Look::at(int process) { at_all_threads(process, 0); }

bool can_look() {
  const auto process = static_cast<int>(system_call(SYS_getpid));
  const auto thread = static_cast<int>(system_call(SYS_gettid));
  char text[16];
  return read_file(ThreadPath(process, thread, "children").text(), text) &&
         read_file(ThreadPath(process, thread, "schedstat").text(), text);
}

void for_each_own_child(void (*visit)(int process)) {
  const auto self = static_cast<int>(system_call(SYS_getpid));
  for_each_number_in("/proc/self/task", [&](int thread) { for_each_child_of(self, thread, visit); });
}

std::size_t settling::read_orphans(int (&processes)[64]) {
  std::size_t count = 0;
  const auto self = static_cast<int>(system_call(SYS_getpid));
  for_each_child_of(self, self, [&](int process) {
    if (count < std::size(processes)) {
      processes[count++] = process;
    }
  });
  return count;
}

void read_process_name(int process, char (&name)[16]) {
  char path[40];
  Line(path, sizeof path).text("/proc/").number(static_cast<unsigned long>(process)).text("/comm");
  read_file(path, name);
  for (char& character : name) {
    character = character == '\n' ? '\0' : character;
  }
}

}  // namespace heddle::runtime
