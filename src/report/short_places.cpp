#include "report/short_places.h"

#include <fmt/format.h>

#include "report/story_words.h"

namespace heddle {
namespace {

std::string file_name(const std::string& file) { return file.substr(file.rfind('/') + 1); }

}  // namespace

ShortPlaces::ShortPlaces(const FindingFile& finding) {
  for (const StoryEvent& event : finding.story) {
    add(event.file);
  }
  for (const ReportedOperation& operation : finding.operations) {
    add(operation);
  }
  for (const auto* operation : {&finding.allocated, &finding.freed}) {
    if (*operation) {
      add(**operation);
    }
  }
  for (const StoryThread& thread : finding.threads) {
    add(thread.created_in);
  }
}

void ShortPlaces::add(const std::string& file) {
  const auto [entry, is_new] = files_.try_emplace(file_name(file), file);
  if (!is_new && entry->second != file) {
    entry->second.clear();
  }
}

void ShortPlaces::add(const Stack& stack) {
  for (const StackFrame& frame : stack) {
    add(frame.file);
  }
}

void ShortPlaces::add(const ReportedOperation& operation) {
  add(operation.file);
  add(operation.stack);
  for (const ReportedLock& lock : operation.locks) {
    add(lock.file);
    add(lock.stack);
  }
}

std::string ShortPlaces::place(const std::string& file, std::uint32_t line) const {
  StoryEvent shown;
  shown.file = file;
  shown.line = line;
  if (file.starts_with('/')) {
    const auto known = files_.find(file_name(file));
    if (known == files_.end() || !known->second.empty()) {
      shown.file = file_name(file);
    }
  }
  return place_of(shown);
}

}  // namespace heddle
