// Appending another buffer asks for its length, then copies that many characters; in between it may get shorter.
// FINDS: assertion count <= length_
// PREEMPTIONS: 1
// FIXED: keeps the other buffer locked from the question to the copy
#include <cassert>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <thread>

class StringBuffer {
 public:
  explicit StringBuffer(const char* text) : length_(std::strlen(text)) { std::memcpy(text_, text, length_); }

  std::size_t length() {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    return length_;
  }

  void copy(char* to, std::size_t count) {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    assert(count <= length_);  // REPORTED
    std::memcpy(to, text_, count);
  }

  void clear() {
    std::lock_guard<std::recursive_mutex> hold(lock_);
    length_ = 0;
  }

  void append(StringBuffer& other) {
    std::lock_guard<std::recursive_mutex> hold(lock_);
#ifdef FIXED
    std::lock_guard<std::recursive_mutex> hold_other(other.lock_);
#endif
    const std::size_t more = other.length();
    other.copy(text_ + length_, more);
    length_ += more;
  }

 private:
  std::recursive_mutex lock_;
  std::size_t length_;
  char text_[16] = {};
};

static StringBuffer greeting("hello ");
static StringBuffer name("world");

int main() {
  std::thread appender([] { greeting.append(name); });
  std::thread clearer([] { name.clear(); });
  appender.join();
  clearer.join();
}
