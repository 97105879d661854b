// Findings and schedules.
#include <nlohmann/json.hpp>

#include "../unit/trace/finding_example.h"
#include "format.h"
#include "report/text_report.h"
#include "trace/finding_file.h"
#include "trace/json_file.h"
#include "trace/schedule_file.h"

namespace heddle::fuzz {
namespace {

using nlohmann::json;

std::string with_checksum(const std::string& input) {
  json value = json_file::is_shallow(input) ? json::parse(input, nullptr, /*allow_exceptions=*/false)
                                            : json(json::value_t::discarded);
  if (!value.is_object()) {
    return input;
  }
  value["checksum"] = json_file::checksum(value);
  return json_file::dump(value);
}

std::vector<std::string> findings() {
  FindingFile race = finding_example();
  race.kind = FindingKind::kDataRace;
  race.message = "data race: on the balance";
  race.outcome.kind = OutcomeKind::kDetected;
  race.replayable = race.certain = true;
  race.orders = {{.first = 1, .failed = true, .outcome = "passed"}, {.first = 2, .failed = false, .outcome = "exit"}};
  race.causes = {{.number = 1, .signature = 5, .title = "another"}};
  return {to_text(finding_example()), to_text(race), to_text(FindingFile())};
}

bool read_finding_text(const std::string& input) {
  const auto finding = parse_finding(input, "it");
  if (!finding) {
    require_line(finding.error());
    return false;
  }
  (void)to_text(*finding, {.columns = true, .width = 200});
  (void)to_text(*finding, {.columns = false});
  const std::string text = to_text(*finding);
  const auto again = parse_finding(text, "it");
  require(again && to_text(*again) == text, "a finding that was read can be written and read again");
  return true;
}

std::vector<std::string> schedules() {
  ScheduleFile file;
  file.program = "./bank";
  file.arguments = {"-n", "4"};
  file.build_id = "0123456789abcdef";
  file.point_set = "all";
  file.threads = {"main", "main.1"};
  file.schedule = finding_example().schedule;
  return {to_text(file), to_text(ScheduleFile())};
}

bool read_schedule_text(const std::string& input) {
  const auto schedule = parse_schedule(input, "it");
  if (!schedule) {
    require_line(schedule.error());
    return false;
  }
  const std::string text = to_text(*schedule);
  const auto again = parse_schedule(text, "it");
  require(again && to_text(*again) == text, "a schedule that was read can be written and read again");
  return true;
}

}  // namespace

const Format kFindings{.name = "finding",
                       .seeds = &findings,
                       .mutated = &mutated_json,
                       .made_whole = &with_checksum,
                       .read = &read_finding_text};
const Format kSchedules{.name = "schedule",
                        .seeds = &schedules,
                        .mutated = &mutated_json,
                        .made_whole = &with_checksum,
                        .read = &read_schedule_text};

}  // namespace heddle::fuzz
