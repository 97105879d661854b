// Recordings of executions.
#include "monitor/trace_format.h"

#include <cstring>

#include "../unit/monitor/scripts.h"
#include "format.h"
#include "monitor/trace_reader.h"
#include "monitor/trace_writer.h"

namespace heddle::fuzz {
namespace {

using trace_format::BlockHeader;
using trace_format::FileHeader;

template <typename Value>
std::string text_of(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string trace_of(const Script& script) {
  TraceWriter writer({.block = 256}, name_of(0));
  record(script, writer);
  (void)writer.finish();
  std::string text = text_of(trace_format::file_header());
  for (const TraceWriter::Block& block : writer.kept()) {
    text.append(reinterpret_cast<const char*>(block.bytes.data()), block.bytes.size());
  }
  return text;
}

std::vector<std::string> traces() {
  std::vector<std::string> all;
  for (const std::uint32_t steps : {20U, 400U}) {
    all.push_back(trace_of(
        random_script(steps, {.threads = 4, .steps = steps, .sites = 20, .bytes = 1000, .anywhere = steps == 20})));
  }
  return all;
}

// Whatever the bytes are: every header says how much of what follows is its own.
std::vector<Record> blocks_of(const std::string& input) {
  std::vector<Record> blocks;
  for (std::size_t at = sizeof(FileHeader); at + sizeof(BlockHeader) <= input.size();) {
    BlockHeader header;
    std::memcpy(&header, input.data() + at, sizeof header);
    Record& block = blocks.emplace_back();
    block.header = input.substr(at, sizeof header);
    at += sizeof header;
    block.body = input.substr(at, header.size);
    at += block.body.size();
  }
  return blocks;
}

std::string joined(const std::vector<Record>& blocks) {
  std::string text = text_of(trace_format::file_header());
  std::uint64_t number = 0;
  for (const Record& block : blocks) {
    BlockHeader header;
    std::memcpy(&header, block.header.data(), std::min(sizeof header, block.header.size()));
    header.magic = trace_format::kBlockMagic;
    header.sequence = number++;
    header.size = block.body.size();
    header.body_checksum = checksum(std::as_bytes(std::span(block.body)));
    header.header_checksum = checksum_of(header);
    text += text_of(header) + block.body;
  }
  return text;
}

std::string mutated_trace(const std::string& input, Rng& rng) { return joined(mutated_records(blocks_of(input), rng)); }
std::string whole_trace(const std::string& input) { return joined(blocks_of(input)); }

// A few bytes may stand for any number of events that are as foreseen, so it is for whoever reads to stop.
constexpr int kMostEvents = 100'000;

bool read_trace(const std::string& input) {
  const MemoryFile file(input);
  const auto reader = TraceReader::open(file.path());
  if (!reader) {
    require_line(reader.error());
    return false;
  }
  if (!reader->damage().empty()) {
    require_line(reader->damage());
  }
  TraceCursor cursor(*reader);
  TraceEvent event;
  for (int events = 0; events < kMostEvents && cursor.next(event); ++events) {
    require(cursor.thread() < reader->threads().size(), "an event is some thread's");
  }
  return reader->damage().empty();
}

}  // namespace

const Format kTraces{
    .name = "trace", .seeds = &traces, .mutated = &mutated_trace, .made_whole = &whole_trace, .read = &read_trace};

}  // namespace heddle::fuzz
