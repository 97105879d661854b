// Plain values as bytes and back, for records that the machine that wrote them reads again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace heddle {

template <typename Value>
[[nodiscard]] std::span<const std::byte> bytes_of(const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
  return std::as_bytes(std::span(&value, 1));
}

template <typename Value>
void put_value(std::vector<std::byte>& to, const Value& value) {
  const std::span<const std::byte> bytes = bytes_of(value);
  to.insert(to.end(), bytes.begin(), bytes.end());
}

// Of a vector, a string ...; their number is not among the bytes.
template <typename Values>
void put_values(std::vector<std::byte>& to, const Values& values) {
  static_assert(std::is_trivially_copyable_v<typename Values::value_type>);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
  to.insert(to.end(), bytes.begin(), bytes.end());
}

// Takes values off the beginning of bytes that need not be aligned. False: there are not so many.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename Value>
  [[nodiscard]] bool take(Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    if (bytes_.size() < sizeof value) {
      return false;
    }
    std::memcpy(static_cast<void*>(&value), bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return true;
  }

  template <typename Values>
  [[nodiscard]] bool take(Values& values, std::uint64_t count) {
    using Value = typename Values::value_type;
    static_assert(std::is_trivially_copyable_v<Value>);
    if (count > bytes_.size() / sizeof(Value)) {
      return false;
    }
    values.resize(count);
    if (count != 0) {
      std::memcpy(static_cast<void*>(values.data()), bytes_.data(), count * sizeof(Value));
    }
    bytes_ = bytes_.subspan(count * sizeof(Value));
    return true;
  }

  // Values to the end; a rest that is none stays.
  template <typename Values>
  void take_all(Values& values) {
    (void)take(values, bytes_.size() / sizeof(typename Values::value_type));
  }

  [[nodiscard]] std::size_t left() const { return bytes_.size(); }
  [[nodiscard]] std::span<const std::byte> rest() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace heddle
