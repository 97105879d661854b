#include "trace/finding_file.h"

#include <array>
#include <utility>

#include "trace/json_bytes.h"
#include "trace/json_file.h"
#include "trace/reported_json.h"
#include "trace/schedule_file.h"

namespace heddle {
namespace {

using json_bytes::from_hex;
using json_bytes::to_hex;
using json_file::parse_hex;
using json_file::parse_number;
using json_file::parse_number_or_0;
using nlohmann::json;

constexpr json_file::Format kFindingFormat{.name = "heddle-finding", .noun = "finding", .version = kFindingFileVersion};

constexpr std::array kPointSets = std::to_array<std::pair<Points, const char*>>(
    {{Points::kAll, "all"}, {Points::kShared, "shared"}, {Points::kSync, "sync"}});
constexpr std::array kResets =
    std::to_array<std::pair<segment::ResetMode, const char*>>({{segment::ResetMode::kAuto, "auto"},
                                                               {segment::ResetMode::kLoop, "loop"},
                                                               {segment::ResetMode::kSnapshot, "snapshot"},
                                                               {segment::ResetMode::kFork, "fork"},
                                                               {segment::ResetMode::kExec, "exec"}});

template <typename Table, typename Value>
const char* word_of(const Table& table, Value value) {
  for (const auto& [meaning, word] : table) {
    if (meaning == value) {
      return word;
    }
  }
  return "";
}

template <typename Table>
auto value_of(const Table& table, const json& word) {
  for (const auto& [meaning, text] : table) {
    if (word == text) {
      return meaning;
    }
  }
  json_file::refuse("unknown word", word);
}

// The enumerators of core/finding.h by their names.
template <typename Kind>
Kind parse_name(const json& word, int count) {
  for (int value = 0; value < count; ++value) {
    if (word == name(static_cast<Kind>(value))) {
      return static_cast<Kind>(value);
    }
  }
  json_file::refuse("unknown name", word);
}

FindingKind parse_kind(const json& word, KnowsKind knows) {
  const auto kind = FindingKind::of(word.get<std::string>());
  if (!kind || !knows(*kind)) {
    json_file::refuse("unknown name", word);
  }
  return *kind;
}

json to_json(const StoryEvent& event) {
  json row{{"thread", event.thread}};
  const auto add = [&row](const char* key, const auto& value, bool known) {
    if (known) {
      row[key] = value;
    }
  };
  add("preempted", event.preempted.value_or(0), event.preempted.has_value());
  add("omitted", event.omitted, event.omitted != 0);
  add("rounds", event.rounds, event.rounds != 0);
  add("file", event.file, !event.file.empty());
  add("line", event.line, event.line != 0);
  add("source", event.source, !event.source.empty());
  add("operation", event.operation, !event.operation.empty());
  add("object", event.object, !event.object.empty());
  add("value", event.value, !event.value.empty());
  add("remark", event.remark, !event.remark.empty());
  add("part", event.part.value_or(0), event.part.has_value());
  return row;
}

StoryEvent parse_event(const json& row) {
  StoryEvent event;
  event.thread = parse_number<std::uint16_t>(row.at("thread"));
  if (row.contains("preempted")) {
    event.preempted = parse_number<std::uint16_t>(row.at("preempted"));
  }
  event.omitted = parse_number_or_0<std::uint64_t>(row, "omitted");
  event.rounds = parse_number_or_0<std::uint64_t>(row, "rounds");
  event.file = row.value("file", "");
  event.line = parse_number_or_0<std::uint32_t>(row, "line");
  event.source = row.value("source", "");
  event.operation = row.value("operation", "");
  event.object = row.value("object", "");
  event.value = row.value("value", "");
  event.remark = row.value("remark", "");
  if (row.contains("part")) {
    event.part = parse_number<std::uint16_t>(row.at("part"));
  }
  return event;
}

json outcome_json(const FindingFile& finding) {
  return {{"kind", name(finding.outcome.kind)}, {"thread", finding.outcome.thread.value},
          {"signal", finding.outcome.signal},   {"exit_status", finding.outcome.exit_status},
          {"steps", finding.outcome.steps},     {"events", finding.outcome.events},
          {"fault", hex(finding.outcome.fault)}};
}

json threads_json(const FindingFile& finding) {
  json threads = json::array();
  for (const StoryThread& thread : finding.threads) {
    threads.push_back({{"path", thread.path}, {"label", thread.label}, {"created_at", thread.created_at}});
    if (!thread.created_in.empty()) {
      threads.back()["created_in"] = json_file::to_json(thread.created_in);
    }
  }
  return threads;
}

json operations_json(const FindingFile& finding) {
  json operations = json::array();
  for (const ReportedOperation& operation : finding.operations) {
    operations.push_back(json_file::to_json(operation));
  }
  return operations;
}

json or_null(const std::optional<ReportedOperation>& operation) {
  return operation ? json_file::to_json(*operation) : json();
}

json handover_json(const FindingFile& finding) {
  return finding.handover ? json{{"released", or_null(finding.handover->released)},
                                 {"acquired", or_null(finding.handover->acquired)}}
                          : json();
}

json input_json(const FindingFile& finding) {
  json input{{"bytes", finding.input_bytes}, {"hash", hex(finding.input_hash)}};
  if (finding.input) {
    input["hex"] = to_hex(*finding.input);
  }
  return input;
}

json points_json(const FindingFile& finding) {
  json cells = json::array();
  for (const segment::Cell& cell : finding.cells) {
    cells.push_back({hex(cell.object), cell.bytes});
  }
  return {{"set", word_of(kPointSets, finding.point_set)}, {"cells", std::move(cells)}};
}

json orders_json(const FindingFile& finding) {
  json orders = json::array();
  for (const ReportedOrder& order : finding.orders) {
    orders.push_back({{"first", order.first}, {"failed", order.failed}, {"outcome", order.outcome}});
  }
  return orders;
}

json causes_json(const FindingFile& finding) {
  json causes = json::array();
  for (const ReportedCause& cause : finding.causes) {
    causes.push_back({{"number", cause.number}, {"signature", hex(cause.signature)}, {"title", cause.title}});
  }
  return causes;
}

json to_json(const FindingFile& finding) {
  json story = json::array();
  for (const StoryEvent& event : finding.story) {
    story.push_back(to_json(event));
  }
  json content = {
      {"format", kFindingFormat.name},
      {"version", kFindingFormat.version},
      {"kind", name(finding.kind)},
      {"message", finding.message},
      {"file", finding.file},
      {"line", finding.line},
      {"signature", hex(finding.signature)},
      {"certain", finding.certain},
      {"replayable", finding.replayable},
      {"variation", finding.variation},
      {"program", json_bytes::to_json(finding.program)},
      {"arguments", json_bytes::to_json(finding.arguments)},
      {"explore", finding.explore},
      {"build_id", finding.build_id},
      {"input", input_json(finding)},
      {"strategy", finding.strategy},
      {"execution", finding.execution},
      {"bound", finding.bound},
      {"preemptions", finding.costs.preemptions},
      {"switches", finding.costs.switches},
      {"extras", finding.extras},
      {"delays", finding.costs.delays},
      {"minimality", name(finding.minimality)},
      {"outcome", outcome_json(finding)},
      {"event_hash", hex(finding.outcome.event_hash)},
      {"detail", finding.detail},
      {"operations", operations_json(finding)},
      {"last_synchronisation", handover_json(finding)},
      {"allocated", or_null(finding.allocated)},
      {"freed", or_null(finding.freed)},
      {"detectors", finding.detectors},
      {"sites", json::array({hex(finding.sites[0].value), hex(finding.sites[1].value)})},
      {"steps", finding.limits.steps},
      {"thread_limit", finding.limits.threads},
      {"reset", word_of(kResets, finding.reset)},
      {"warmup", finding.warmup},
      {"unseen_waits", finding.unseen_waits},
      {"replay_command", finding.replay_command},
      {"output", finding.output},
      {"points", points_json(finding)},
      {"threads", threads_json(finding)},
      {"story_cut", finding.story_cut},
      {"story", std::move(story)},
      {"deviations", json_file::to_json(finding.schedule)},
  };
  if (!finding.subject.empty()) {
    content["subject"] = finding.subject;
  }
  if (!finding.provoked.empty()) {
    content["provoked"] = finding.provoked;
  }
  if (!finding.orders.empty()) {
    content["orders"] = orders_json(finding);
  }
  if (!finding.causes.empty()) {
    content["causes"] = causes_json(finding);
  }
  return content;
}

void parse_what(const json& content, KnowsKind knows, FindingFile& finding) {
  finding.kind = parse_kind(content.at("kind"), knows);
  finding.message = content.at("message").get<std::string>();
  finding.file = content.at("file").get<std::string>();
  finding.line = parse_number<std::uint32_t>(content.at("line"));
  finding.signature = parse_hex(content.at("signature"));
  finding.certain = content.at("certain").get<bool>();
  finding.replayable = content.at("replayable").get<bool>();
  finding.variation = content.at("variation").get<std::string>();
  finding.detail = content.at("detail").get<std::string>();
  const json& outcome = content.at("outcome");
  finding.outcome.kind = json_file::parse_outcome(outcome.at("kind"));
  finding.outcome.thread.value = parse_number<std::uint16_t>(outcome.at("thread"));
  finding.outcome.signal = parse_number<std::int32_t>(outcome.at("signal"));
  finding.outcome.exit_status = parse_number<std::int32_t>(outcome.at("exit_status"));
  finding.outcome.steps = parse_number<std::uint64_t>(outcome.at("steps"));
  finding.outcome.events = parse_number<std::uint64_t>(outcome.at("events"));
  finding.outcome.fault = parse_hex(outcome.at("fault"));
  finding.outcome.event_hash = parse_hex(content.at("event_hash"));
  finding.detectors = parse_number_or_0<std::uint32_t>(content, "detectors");
  if (content.contains("sites")) {
    finding.sites = {SiteId{parse_hex(content.at("sites").at(0))}, SiteId{parse_hex(content.at("sites").at(1))}};
  }
  finding.provoked = content.value("provoked", "");
  for (const json& order : content.value("orders", json::array())) {
    finding.orders.push_back({.first = parse_number<std::uint16_t>(order.at("first")),
                              .failed = order.at("failed").get<bool>(),
                              .outcome = order.at("outcome").get<std::string>()});
  }
  for (const json& cause : content.value("causes", json::array())) {
    finding.causes.push_back({.number = parse_number<std::uint64_t>(cause.at("number")),
                              .signature = parse_hex(cause.at("signature")),
                              .title = cause.at("title").get<std::string>()});
  }
}

void parse_how(const json& content, FindingFile& finding) {
  finding.program = json_bytes::parse(content.at("program"));
  finding.arguments = json_bytes::parse_all(content.at("arguments"));
  finding.explore = content.value("explore", "");
  finding.unseen_waits = content.value("unseen_waits", false);
  finding.build_id = content.at("build_id").get<std::string>();
  const json& input = content.at("input");
  finding.input_bytes = parse_number<std::uint64_t>(input.at("bytes"));
  finding.input_hash = parse_hex(input.at("hash"));
  if (input.contains("hex")) {
    finding.input = from_hex(input.at("hex"));
    if (finding.input->size() != finding.input_bytes) {
      json_file::refuse("input of another size", input.at("bytes"));
    }
  }
  const json& points = content.at("points");
  finding.point_set = value_of(kPointSets, points.at("set"));
  for (const json& cell : points.at("cells")) {
    finding.cells.push_back({.object = parse_hex(cell.at(0)), .bytes = parse_number<std::uint64_t>(cell.at(1))});
  }
  finding.schedule = json_file::parse_schedule(content.at("deviations"));
  finding.limits.steps = parse_number<std::uint64_t>(content.at("steps"));
  if (content.contains("thread_limit")) {  // older files have none
    finding.limits.threads = parse_number<std::uint64_t>(content.at("thread_limit"));
  }
  finding.reset = value_of(kResets, content.at("reset"));
  finding.warmup = parse_number<std::uint32_t>(content.at("warmup"));
  finding.replay_command = content.at("replay_command").get<std::string>();
  finding.strategy = content.at("strategy").get<std::string>();
  finding.execution = parse_number<std::uint64_t>(content.at("execution"));
  finding.bound = parse_number<std::uint32_t>(content.at("bound"));
  finding.costs.preemptions = parse_number<std::uint32_t>(content.at("preemptions"));
  finding.costs.switches = parse_number<std::uint32_t>(content.at("switches"));
  finding.subject = content.value("subject", "");
  finding.extras = parse_number<std::uint32_t>(content.value("extras", json(0)));
  finding.costs.delays = parse_number<std::uint32_t>(content.at("delays"));
  finding.minimality = parse_name<Minimality>(content.at("minimality"), static_cast<int>(Minimality::kBudget) + 1);
}

// Null, or not there: nothing.
std::optional<ReportedOperation> parse_if_there(const json& content, const char* key) {
  const json operation = content.value(key, json());
  return operation.is_null() ? std::nullopt : std::optional(json_file::parse_operation(operation));
}

// Files of older builds have none of these.
void parse_operations(const json& content, FindingFile& finding) {
  for (const json& operation : content.value("operations", json::array())) {
    finding.operations.push_back(json_file::parse_operation(operation));
  }
  if (const json handover = content.value("last_synchronisation", json()); !handover.is_null()) {
    finding.handover = ReportedHandover{.released = parse_if_there(handover, "released"),
                                        .acquired = parse_if_there(handover, "acquired")};
  }
  finding.allocated = parse_if_there(content, "allocated");
  finding.freed = parse_if_there(content, "freed");
}

void parse_story(const json& content, FindingFile& finding) {
  for (const json& thread : content.at("threads")) {
    finding.threads.push_back({.path = thread.at("path").get<std::string>(),
                               .label = thread.at("label").get<std::string>(),
                               .created_at = thread.at("created_at").get<std::string>(),
                               .created_in = json_file::parse_stack(thread.value("created_in", json::array()))});
  }
  for (const json& row : content.at("story")) {
    finding.story.push_back(parse_event(row));
  }
  finding.story_cut = parse_number<std::uint64_t>(content.at("story_cut"));
  finding.output = content.at("output").get<std::string>();
}

}  // namespace

std::string to_text(const FindingFile& finding) {
  json content = to_json(finding);
  // As a reader of the file will see it: bytes that are not UTF-8 are replaced before the checksum is made.
  content = json::parse(json_file::dump(content));
  std::string text = "{\n";
  const auto member = [&](const char* key, const std::string& value) {
    text += std::string("  \"") + key + "\": " + value + ",\n";
  };
  for (const char* key : {"format",       "version",   "kind",        "message",        "file",
                          "line",         "signature", "certain",     "replayable",     "variation",
                          "program",      "arguments", "build_id",    "input",          "strategy",
                          "execution",    "bound",     "preemptions", "switches",       "delays",
                          "minimality",   "outcome",   "event_hash",  "detail",         "steps",
                          "thread_limit", "reset",     "warmup",      "replay_command", "output",
                          "points",       "story_cut", "explore",     "unseen_waits",   "last_synchronisation",
                          "allocated",    "freed",     "detectors",   "sites"}) {
    member(key, json_file::dump(content.at(key)));
  }
  if (content.contains("subject")) {
    member("subject", json_file::dump(content.at("subject")));
  }
  if (content.contains("extras")) {
    member("extras", json_file::dump(content.at("extras")));
  }
  if (content.contains("provoked")) {
    member("provoked", json_file::dump(content.at("provoked")));
  }
  if (content.contains("orders")) {
    member("orders", json_file::dump(content.at("orders")));
  }
  if (content.contains("causes")) {
    member("causes", json_file::dump(content.at("causes")));
  }
  for (const char* key : {"operations", "threads", "story", "deviations"}) {
    member(key, json_file::lines(content.at(key)));
  }
  return text + R"(  "checksum": ")" + json_file::checksum(content) + "\"\n}\n";
}

Expected<FindingFile> parse_finding(std::string_view text, std::string_view name, KnowsKind knows) {
  const Expected<json> content = json_file::parse(text, name, kFindingFormat);
  if (!content) {
    return Error{content.error()};
  }
  try {
    FindingFile finding;
    parse_what(*content, knows, finding);
    parse_how(*content, finding);
    parse_operations(*content, finding);
    parse_story(*content, finding);
    return finding;
  } catch (const json::exception&) {
    return json_file::malformed(name);
  }
}

Expected<FindingFile> read_finding(const std::filesystem::path& path, KnowsKind knows) {
  const Expected<std::string> text = json_file::read_text(path, kFindingFormat);
  return text ? parse_finding(*text, path.string(), knows) : Error{text.error()};
}

Expected<Written> write_finding(const std::filesystem::path& path, const FindingFile& finding, IfExists if_exists) {
  return write_atomically(path, to_text(finding), if_exists);
}

}  // namespace heddle
