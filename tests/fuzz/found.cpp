#include "found.h"

namespace heddle::fuzz {
namespace {

// A search header with one member in place of another.
std::string header_with(const std::string& member) {
  std::string text =
      R"({"arguments":[],"build_id":"b","explore":"","format":"heddle-search","input_bytes":0,"input_hash":0,)"
      R"("library_constructors":false,"options":[],"process":1,"program":"./p","reset":0,"reset_reason":"","shard":0,)"
      R"("shards":1,"started":0,"strategy":"cb","unseen_waits":false,"version":3})";
  text.insert(1, member + ",");
  return text;  // of two members with one name the last counts
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

std::vector<Found> found_inputs() {
  return {
      // Copied and written by recursion.
      {.format = "header", .input = R"({"format":"heddle-search","version":)" + nested(200'000) + "}"},
      {.format = "header", .input = R"({"format":)" + nested(200'000) + "}"},
      {.format = "finding", .input = R"({"format":"heddle-finding","version":)" + nested(200'000) + "}"},
      // A number that no integer can be made of.
      {.format = "finding", .input = R"({"format":"heddle-finding","version":1e300})"},
      {.format = "header", .input = header_with(R"("x":0)")},
  };
}

}  // namespace heddle::fuzz
