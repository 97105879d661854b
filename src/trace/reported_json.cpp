#include "trace/reported_json.h"

#include "trace/json_file.h"

namespace heddle::json_file {
namespace {

// Only what is not the default.
class Row {
 public:
  template <typename Value>
  Row& add(const char* key, const Value& value) {
    if (value != Value{}) {
      row_[key] = value;
    }
    return *this;
  }
  Row& add(const char* key, json value) {
    if (!value.empty()) {
      row_[key] = std::move(value);
    }
    return *this;
  }
  [[nodiscard]] json take() { return std::move(row_); }

 private:
  json row_ = json::object();
};

json to_json(const ReportedLock& lock) {
  return Row()
      .add("name", lock.name)
      .add("shared", lock.shared)
      .add("file", lock.file)
      .add("line", lock.line)
      .add("stack", json_file::to_json(lock.stack))
      .take();
}

ReportedLock parse_lock(const json& row) {
  return {.name = row.value("name", ""),
          .shared = row.value("shared", false),
          .file = row.value("file", ""),
          .line = parse_number_or_0<std::uint32_t>(row, "line"),
          .stack = row.contains("stack") ? parse_stack(row.at("stack")) : Stack{}};
}

}  // namespace

json to_json(const Stack& stack) {
  json frames = json::array();
  for (const StackFrame& frame : stack) {
    frames.push_back(Row()
                         .add("function", frame.function)
                         .add("file", frame.file)
                         .add("line", frame.line)
                         .add("column", frame.column)
                         .add("module", frame.module)
                         .add("offset", frame.offset)
                         .add("library", frame.library)
                         .take());
  }
  return frames;
}

Stack parse_stack(const json& frames) {
  Stack stack;
  for (const json& frame : frames) {
    stack.push_back({.module = frame.value("module", ""),
                     .offset = parse_number_or_0<std::uint64_t>(frame, "offset"),
                     .function = frame.value("function", ""),
                     .file = frame.value("file", ""),
                     .line = parse_number_or_0<std::uint32_t>(frame, "line"),
                     .column = parse_number_or_0<std::uint32_t>(frame, "column"),
                     .library = frame.value("library", false)});
  }
  return stack;
}

json to_json(const ReportedOperation& operation) {
  json locks = json::array();
  for (const ReportedLock& lock : operation.locks) {
    locks.push_back(to_json(lock));
  }
  json row = Row()
                 .add("operation", operation.operation)
                 .add("variable", operation.variable)
                 .add("memory", operation.memory)
                 .add("value", operation.value)
                 .add("file", operation.file)
                 .add("line", operation.line)
                 .add("source", operation.source)
                 .add("stack", to_json(operation.stack))
                 .add("locks", std::move(locks))
                 .take();
  row["thread"] = operation.thread;
  if (operation.pending) {
    row["pending"] = true;
  }
  return row;
}

ReportedOperation parse_operation(const json& row) {
  ReportedOperation operation;
  operation.thread = parse_number<std::uint16_t>(row.at("thread"));
  operation.operation = row.value("operation", "");
  operation.variable = row.value("variable", "");
  operation.memory = row.value("memory", "");
  operation.value = row.value("value", "");
  operation.file = row.value("file", "");
  operation.line = parse_number_or_0<std::uint32_t>(row, "line");
  operation.source = row.value("source", "");
  operation.pending = row.value("pending", false);
  operation.stack = row.contains("stack") ? parse_stack(row.at("stack")) : Stack{};
  for (const json& lock : row.value("locks", json::array())) {
    operation.locks.push_back(parse_lock(lock));
  }
  return operation;
}

}  // namespace heddle::json_file
