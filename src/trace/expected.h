// A value, or one line saying why there is none.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace heddle {

struct Error {
  std::string message;  // one line, no full stop, names the file
};

// The part of C++23's std::expected that is needed here.
template <typename Value>
class [[nodiscard]] Expected {
 public:
  Expected(Value value) : content_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Expected(Error error) : content_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const { return std::holds_alternative<Value>(content_); }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] Value& operator*() {
    assert(has_value());
    return std::get<Value>(content_);
  }
  [[nodiscard]] const Value& operator*() const {
    assert(has_value());
    return std::get<Value>(content_);
  }
  [[nodiscard]] Value* operator->() { return &**this; }
  [[nodiscard]] const Value* operator->() const { return &**this; }

  [[nodiscard]] const std::string& error() const {
    assert(!has_value());
    return std::get<Error>(content_).message;
  }

 private:
  std::variant<Value, Error> content_;
};

}  // namespace heddle
