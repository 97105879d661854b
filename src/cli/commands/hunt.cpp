// heddle hunt: explores the schedules of a program.
//
// Processes of the target explore what they are given of the search (supervisor.h); each finding is then made short
// and made once more in processes of their own, kept, and printed.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "cli/base/printing.h"
#include "cli/base/result_folder.h"
#include "cli/base/text.h"
#include "cli/commands/commands.h"
#include "cli/commands/free_hunt.h"
#include "cli/findings/finding_maker.h"
#include "cli/options/hunt_options.h"
#include "cli/program/focus.h"
#include "cli/program/target_file.h"
#include "cli/records/hunt_progress.h"
#include "cli/records/hunt_record.h"
#include "cli/search/search_header.h"
#include "cli/search/search_log.h"
#include "cli/search/search_session.h"
#include "cli/search/supervisor.h"
#include "cli/stored/stored_search.h"
#include "cli/story/hang_detail.h"
#include "cli/target/standard_input.h"
#include "cli/target/target_runner.h"
#include "core/hash.h"
#include "detectors/finding_kinds.h"
#include "engine/search.h"
#include "report/fault_text.h"
#include "report/short_places.h"
#include "strategies/numbered.h"
#include "strategies/registry.h"
#include "trace/explore_answer.h"

namespace heddle::cli {
namespace {

// A search, from its beginning or where it was left, to whatever end.
struct Searched {
  Supervised supervised;
  std::uint64_t made_before = 0;  // in earlier sessions
  Totals totals;
  Coverage coverage;
  std::vector<Finding> findings;
  std::string unlogged;  // why the log does not have all of it; empty: it has
};

struct OtherReset {
  segment::ResetMode mode;
  const char* reason;
};

// Where the program varies: what undoes more of an execution. The test loop is the program's own affair.
std::optional<OtherReset> stronger_reset(const Supervised& supervised) {
  if (supervised.end != SearchEnd::kVaries) {
    return std::nullopt;
  }
  if (supervised.reset == segment::ResetMode::kSnapshot) {
    return OtherReset{.mode = segment::ResetMode::kFork,
                      .reason = "the program does not repeat itself after heddle restores memory"};
  }
  if (supervised.reset == segment::ResetMode::kFork) {
    return OtherReset{.mode = segment::ResetMode::kExec,
                      .reason = "the program does not repeat itself in copies of one process"};
  }
  return std::nullopt;
}

// The first execution already: the reset does not work here.
bool is_refused(const Searched& searched) {
  return searched.totals.made() == 0 && searched.supervised.trouble &&
         searched.supervised.trouble->code == kExitCannotExplore;
}

// Trouble that passes within a second is not worth a word.
class LastingTrouble {
 public:
  bool operator()(bool there_is) {
    const auto now = std::chrono::steady_clock::now();
    since_ = !there_is ? std::nullopt : since_ ? since_ : std::optional(now);
    return since_ && now - *since_ >= std::chrono::seconds(1);
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> since_;
};

// Behind the time for the search, and a tenth of it, for the report.
constexpr std::chrono::milliseconds kReportTime{700};

// What to go on with.
struct ResumedSearch {
  std::filesystem::path log;
  SearchHeader header;
};

class Hunt {
 public:
  using Clock = std::chrono::steady_clock;

  Hunt(HuntOptions options, const TargetFile& target, ResultFolder folder, std::optional<ResumedSearch> resumed)
      : resumed_(std::move(resumed)),
        options_(std::move(options)),
        runner_(target, options_, options_.arguments),
        maker_(runner_, options_),
        record_(options_, std::move(folder)) {}

  ExitCode go();

 private:
  std::optional<Refusal> prepare();
  std::optional<Refusal> explore();
  [[nodiscard]] std::variant<Searched, Refusal> search_what_varies();
  [[nodiscard]] std::variant<Searched, Refusal> search_with_best_reset();
  [[nodiscard]] std::variant<Searched, Refusal> search();
  [[nodiscard]] SearchHeader header() const;
  [[nodiscard]] SearchSession::Opened open_session();
  [[nodiscard]] Expected<SharedSegment> prepare_worker() const;
  // Why a search gives no verdict, if so.
  [[nodiscard]] std::optional<Refusal> trouble_of(const Searched& searched) const;
  // In order of discovery; the first thing that is wrong with one.
  void drop(const MadeFinding& made);
  std::optional<Refusal> take_findings(const std::vector<Finding>& all);
  void name_causes(FindingFile& finding, Clock::time_point until) const;
  [[nodiscard]] bool is_suppressed(const Finding& found);
  // What it is suppressed by, or would be.
  const Suppressible& names_of(const Finding& found);
  [[nodiscard]] HuntSummary& summary() { return record_.summary(); }

  std::optional<ResumedSearch> resumed_;
  HuntOptions options_;
  TargetRunner runner_;
  FindingMaker maker_;
  HuntRecord record_;
  std::optional<LogPlace> place_;  // of the log, once there is one
  std::vector<segment::FocusPlace> focus_;
  std::map<std::uint64_t, Suppressible> names_;  // by signature, of those that were looked at
  bool lost_failure_ = false;                    // of a search that was begun anew, because the program varied
  std::string detail_;                           // of the trouble, several lines
  Clock::time_point until_;                      // the search ends
};

// heddle_explore() in another process wants to know. The target sees nothing of it.
std::optional<int> take_explore_answer() {
  const char* text = std::getenv(kExploreAnswer);
  int descriptor = -1;
  if (text != nullptr) {
    std::from_chars(text, text + std::strlen(text), descriptor);
  }
  ::unsetenv(kExploreAnswer);
  if (descriptor <= STDERR_FILENO || ::fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) {
    return std::nullopt;
  }
  return descriptor;
}

void answer_explore(const std::optional<int>& descriptor, std::string_view end) {
  if (descriptor) {
    [[maybe_unused]] const ssize_t written = ::write(*descriptor, end.data(), end.size());
  }
}

ExitCode Hunt::go() {
  const std::optional<int> answer = take_explore_answer();
  watch_for_interrupts();
  if (const auto refusal = prepare()) {
    return fail(*refusal);
  }
  until_ = Clock::now() + options_.time;
  runner_.set_deadline(until_ + options_.time / 10 + kReportTime);
  const std::optional<Refusal> trouble = explore();
  summary().suppressed = static_cast<std::uint64_t>(
      std::ranges::count_if(names_, [this](const auto& entry) { return record_.suppressions().match(entry.second); }));
  record_.conclude(trouble, with_source_lines(detail_, runner_.target().path));
  answer_explore(answer, summary().end.word);
  return record_.finish();
}

// While nothing is lost yet: the place that will be written to, the input, the focus.
std::optional<Refusal> Hunt::prepare() {
  if (!runner_.target().preload.empty()) {
    if (options_.points_given && options_.exploration.points != Points::kSync) {
      return Refusal{kExitUsage, fmt::format("--points={} does not go with {}: it is not built with heddle, so heddle "
                                             "sees only synchronisation and I/O",
                                             name_of(options_.exploration.points), runner_.target().path.string())};
    }
    options_.exploration.points = Points::kSync;  // there is nothing else to see
  }
  if (const auto refusal = record_.prepare()) {
    return refusal;
  }
  auto input = read_standard_input(segment::kInputCapacity, options_.quiet);
  if (!input) {
    return Refusal{kExitUsage, input.error()};
  }
  runner_.set_input(std::move(*input));
  if (!options_.focus.empty()) {
    auto places = find_focus(runner_.target(), options_.focus);
    if (auto* refusal = std::get_if<Refusal>(&places)) {
      return std::move(*refusal);
    }
    focus_ = std::get<std::vector<segment::FocusPlace>>(std::move(places));
  }
  return std::nullopt;
}

std::optional<Refusal> Hunt::explore() {
  summary().program = runner_.target().name;
  auto result = search_what_varies();
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    return *refusal;
  }
  const auto& searched = std::get<Searched>(result);
  const Supervised& supervised = searched.supervised;
  const std::optional<Refusal> trouble = trouble_of(searched);
  summary() = summarise(options_, supervised, searched.totals, searched.coverage);
  summary().made_before = searched.made_before;
  summary().unlogged = searched.unlogged;
  summary().program = runner_.target().name;
  summary().reason_for_reset = runner_.reason_for_reset();
  if (runner_.unseen_waits()) {
    summary().reason_for_executor = "a thread waits in code that heddle does not see";
  }
  summary().variation = with_source_places(supervised.variation, runner_.target().path);
  summary().uninitialised = with_source_places(supervised.uninitialised, runner_.target().path);
  summary().inputs = with_source_places(supervised.inputs, runner_.target().path);
  detail_ = trouble ? supervised.detail : "";
  // The findings are made whatever happened; only another signal ends that.
  if (take_interrupt() || supervised.end == SearchEnd::kInterrupted) {
    maker_.hurry();
  }
  const std::optional<Refusal> fault = take_findings(searched.findings);
  if (lost_failure_ && record_.summary().findings.empty() && !summary().claim.ledger().has(LedgerRow::kUnrepeated)) {
    summary().claim.weaken(LedgerRow::kUnrepeated);
  }
  return trouble ? trouble : fault;
}

// What varies however executions are undone is explored nevertheless: nothing of it is complete, and only what happens
// again in a fresh process is a finding.
std::variant<Searched, Refusal> Hunt::search_what_varies() {
  const segment::ResetMode mode = runner_.options().reset;
  const std::string reason = runner_.reason_for_reset();
  auto result = search_with_best_reset();
  auto* searched = std::get_if<Searched>(&result);
  if (searched == nullptr || searched->supervised.end != SearchEnd::kVaries) {
    return result;
  }
  options_.exploration.tolerate = 1;
  if (Clock::now() >= until_) {  // what there is has to do
    searched->supervised.end = SearchEnd::kTime;
    return result;
  }
  (void)runner_.settle_on(mode, reason);
  return search();
}

std::variant<Searched, Refusal> Hunt::search_with_best_reset() {
  auto result = search();
  const auto* searched = std::get_if<Searched>(&result);
  lost_failure_ = lost_failure_ || (searched != nullptr && searched->totals.ledger().has(LedgerRow::kUnrepeated));
  const segment::ResetMode mode = runner_.options().reset;
  const std::string reason = runner_.reason_for_reset();
  const auto other = searched == nullptr ? std::nullopt : stronger_reset(searched->supervised);
  if (!other || other->mode <= mode || Clock::now() >= until_ || !runner_.settle_on(other->mode, other->reason)) {
    return result;
  }
  auto stronger = search_with_best_reset();
  if (const auto* again = std::get_if<Searched>(&stronger); again != nullptr && is_refused(*again)) {
    (void)runner_.settle_on(mode, reason);
    return result;
  }
  return stronger;
}

// What every worker is told.
Expected<SharedSegment> Hunt::prepare_worker() const {
  auto segment = runner_.prepare(segment::Mode::kHunt);
  if (segment) {
    segment::Request& request = segment->request();
    request.seed = options_.settings.number(kSeed);
    request.points = options_.exploration.points;
    request.hunt.options = options_.exploration;
    options_.settings.text().copy(request.hunt.settings, sizeof request.hunt.settings - 1);
    request.hunt.has_focus = options_.focus.empty() ? 0 : 1;
    if (!record_.suppressions().empty()) {
      request.hunt.options.all = 1;  // which is the one to end with is not for a worker to say
    }
    segment->put_focus(focus_);
    options_.strategy.copy(request.hunt.strategy, sizeof request.hunt.strategy - 1);
    const std::string trace = (std::filesystem::absolute(record_.folder().path()) / "trace").string();
    if (trace.size() < sizeof request.hunt.trace_file) {
      trace.copy(request.hunt.trace_file, trace.size());
    }
  }
  return segment;
}

SearchHeader Hunt::header() const {
  const char* explore = std::getenv(segment::kExploreName);
  return {
      .program = options_.program,
      .build_id = runner_.target().build_id,
      .arguments = options_.arguments,
      .options = options_.defining,
      .strategy = options_.strategy,
      .explore = explore == nullptr ? "" : explore,
      .input_bytes = runner_.input().size(),
      .input_hash = hash_bytes(runner_.input()),
      .adaptation = runner_.adaptation(),
      .shard = shard_of(options_.settings).index,
      .shards = shard_of(options_.settings).count,
      .started =
          std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count(),
      .process = ::getpid()};
}

SearchSession::Opened Hunt::open_session() {
  if (!resumed_) {
    if (!place_ || log_is_in_use(place_->log())) {
      place_ = LogPlace::free_in(record_.folder().path());
    }
    return SearchSession::begin(options_, *place_, header());
  }
  const SearchHeader& before = resumed_->header;
  const SearchHeader now = header();
  if (before.build_id != now.build_id || before.explore != now.explore) {
    return Refusal{kExitUsage, fmt::format("the search belongs to another program than {}", options_.program)};
  }
  if (before.input_bytes != now.input_bytes || before.input_hash != now.input_hash) {
    return Refusal{kExitUsage, fmt::format("this search was started with different standard input ({})",
                                           plural(before.input_bytes, "byte"))};
  }
  runner_.adapt(before.adaptation);
  place_ = LogPlace(resumed_->log);
  auto opened = SearchSession::resume(options_, place_->log());
  const auto* session = std::get_if<std::unique_ptr<SearchSession>>(&opened);
  if (session != nullptr && !(*session)->damage().empty() && !options_.quiet) {
    print_error("heddle: the log of the search is damaged ({}): continuing from the last good commit\n",
                (*session)->damage());
  }
  resumed_.reset();  // what has to begin anew begins anew
  return opened;
}

std::variant<Searched, Refusal> Hunt::search() {
  for (;;) {
    auto opened = open_session();
    if (auto* refusal = std::get_if<Refusal>(&opened)) {
      return std::move(*refusal);
    }
    SearchSession& session = *std::get<std::unique_ptr<SearchSession>>(opened);
    Search& search = session.search();
    SearchLog& log = session.log();
    Supervisor supervisor(
        runner_, options_, search, log, session.reached(), [this] { return prepare_worker(); },
        [this](const Finding& found) { return is_suppressed(found); });
    HuntProgress progress(options_);
    Searched searched;
    bool waits = false;
    bool told = options_.quiet;
    LastingTrouble is_lasting;
    searched.supervised = supervisor.run(
        [&] {
          if (log.is_full() && !std::exchange(waits, true) && !options_.quiet) {
            progress.say(fmt::format("the disk is full: waiting for room in {}", record_.folder().path().string()));
            told = true;
          }
          if (is_lasting(!log.problem().empty()) && !std::exchange(told, true)) {
            progress.say(fmt::format("cannot write the log of the search ({}): continuing without it", log.problem()));
          }
          const auto hints = static_cast<std::size_t>(std::ranges::count_if(log.findings(), &is_hint));
          progress.tick({.totals = &search.totals(),
                         .made_before = session.made_before(),
                         .left = search.left(),
                         .findings = log.findings().size() - hints,
                         .hints = hints,
                         .workers = supervisor.workers(),
                         .busy = supervisor.busy(),
                         .problem = log.problem()});
        },
        until_);
    if (searched.supervised.end == SearchEnd::kOtherwise) {
      continue;
    }
    searched.made_before = session.made_before();
    searched.totals = search.totals();
    searched.coverage = session.strategy().coverage(search.totals());
    searched.findings = log.findings();
    searched.supervised.counts_twice = session.reached() != nullptr && session.reached()->overflowed();
    if (search.totals().made() == 0) {
      log.discard();
      place_->give_back();
      return searched;
    }
    const HuntSummary summary = summarise(options_, searched.supervised, searched.totals, searched.coverage);
    log.end({.word = std::string(summary.end.word),
             .guarantee = summary.claim.guarantee(),
             .resumable = !search.finished(),
             .seconds = summary.seconds},
            search);
    searched.unlogged = log.problem();
    return searched;
  }
}

std::optional<Refusal> Hunt::trouble_of(const Searched& searched) const {
  const Supervised& supervised = searched.supervised;
  const std::string path = runner_.target().path.string();
  if (supervised.trouble) {
    return supervised.trouble;
  }
  if (supervised.end == SearchEnd::kTime && supervised.disk_is_full) {
    return Refusal{kExitUsage, fmt::format("cannot write the search log in {}: is the disk full? "
                                           "(--memory= keeps more of it in memory)",
                                           record_.folder().path().string())};
  }
  switch (supervised.end) {
    case SearchEnd::kInterrupted:
      return Refusal{kExitInterrupted,
                     fmt::format("interrupted after {}", plural(searched.totals.made(), "execution"))};
    case SearchEnd::kVaries:
      return Refusal{kExitCannotExplore, fmt::format("{} is nondeterministic: {}", path,
                                                     with_source_places(supervised.variation, runner_.target().path))};
    case SearchEnd::kDisk:
      return Refusal{kExitUsage, fmt::format("cannot read from {} what is left to explore: is the disk damaged?",
                                             record_.folder().path().string())};
    default:
      return std::nullopt;
  }
}

// Of a failure: the races of its execution that were found before.
void Hunt::name_causes(FindingFile& finding, Clock::time_point until) const {
  if (finding.outcome.kind == OutcomeKind::kDetected || !finding.variation.empty() || is_killed(finding)) {
    return;
  }
  for (std::size_t index = 0; index < record_.summary().findings.size() && !interrupted() && Clock::now() < until;
       ++index) {
    const FindingFile& race = record_.summary().findings[index].finding;
    if (race.kind == FindingKind::kDataRace && maker_.has_race(finding, race)) {
      finding.causes.push_back(
          {.number = index + 1, .signature = race.signature, .title = fault_title(race, ShortPlaces(race))});
    }
  }
}

// Behind a hint at a deadlock: whether it was tried to get there. The same locks may be wanted by other threads, or in
// another round of a loop: that makes several ways.
std::string provoked_cycle(const Provocations& made, std::uint32_t key) {
  const Provocations::Sort& all = made.sorts[static_cast<std::size_t>(SuspectKind::kLockCycle)];
  const auto cycle = std::ranges::find(made.each_cycle, key, &Provocations::Cycle::key);
  if (key == 0 || cycle == made.each_cycle.end()) {
    const bool is_full = made.each_cycle.back().key != 0;
    return all.met + all.unmet == 0 ? ""
           : is_full                ? "the result of trying this lock cycle was not kept: there are too many cycles"
                                    : "not reproduced: heddle did not try this lock cycle";
  }
  const std::uint64_t tried = std::uint64_t{cycle->met} + cycle->unmet;
  if (tried == 0) {
    return "not reproduced: there was no time to try this lock cycle";
  }
  const std::string ways = tried == 1 ? "" : " in " + std::to_string(tried) + " ways";
  const std::string result = cycle->met == 0 ? "did not close"
                             : tried == 1    ? "closed"
                                             : "closed in " + std::to_string(cycle->met);
  return fmt::format("{}heddle tried this lock cycle{}, with each of the threads first, and it {}{}",
                     cycle->met == 0 ? "not reproduced: " : "", ways, result,
                     cycle->open == 0 ? "" : "; there was no time for other ways");
}

// A user who cannot see it again cannot use it; that it was there once is said all the same.
void Hunt::drop(const MadeFinding& made) {
  summary().claim.weaken(LedgerRow::kUnrepeated);
  if (summary().dropped.empty()) {
    summary().dropped =
        fmt::format("{}; there: {}", fault_title(made.finding, ShortPlaces(made.finding)), made.repetition.difference);
  }
}

std::optional<Refusal> Hunt::take_findings(const std::vector<Finding>& all) {
  std::optional<Refusal> first;
  std::vector<const Finding*> ordered;  // hints behind what is certain
  for (const bool certain : {true, false}) {
    for (const Finding& found : all) {
      const bool is_confirmed = !certain && std::ranges::any_of(ordered, [&found](const Finding* other) {
        return other->fault.signature == found.fault.signature;
      });
      if (found.fault.certain == certain && !is_confirmed &&
          !is_suppressed(found)) {  // in an earlier session it may not have been
        ordered.push_back(&found);
      }
    }
  }
  for (std::size_t index = 0; index < ordered.size(); ++index) {
    const Finding* found = ordered[index];
    // Each of those to come gets as much.
    const auto until = Clock::now() + (runner_.deadline() - Clock::now()) / (ordered.size() - index);
    MadeFinding made = maker_.make(*found, until);
    FindingFile& finding = made.finding;
    if (row_of(finding.kind).is_circle) {
      finding.provoked = provoked_cycle(summary().provocations, found->fault.cycle);
    }
    name_causes(finding, until);
    if (made.repetition.how == Repeat::kNot && !interrupted() && !maker_.was_late()) {
      drop(made);
      continue;
    }
    if (made.repetition.how == Repeat::kOtherWay && !summary().claim.ledger().has(LedgerRow::kVaries)) {
      summary().claim.weaken(LedgerRow::kVaries);
      summary().variation = "in a fresh process the same schedule gave " + made.repetition.difference;
    }
    if (record_.generates_suppressions()) {
      record_.generate_suppression(finding, names_of(*found));
    }
    auto wrong = record_.keep(std::move(finding));
    first = first ? first : wrong;
  }
  if (maker_.was_interrupted() && !first) {
    first = Refusal{kExitInterrupted, "interrupted while heddle shortened and repeated findings"};
  }
  return first;
}

const Suppressible& Hunt::names_of(const Finding& found) {
  const auto [entry, is_new] = names_.try_emplace(found.fault.signature);
  if (is_new) {
    entry->second = maker_.look_at(found);
  }
  return entry->second;
}

bool Hunt::is_suppressed(const Finding& found) {
  return !record_.suppressions().empty() && record_.suppressions().match(names_of(found));
}

// "--bound=2 --seed=3", or what is said where there are none.
std::string words_or(const std::vector<std::string>& words, const char* none) {
  return words.empty() ? std::string(none) : fmt::format("{}", fmt::join(words, " "));
}

// "bound" of "--bound=2".
std::string_view option_name(std::string_view word) { return word.substr(2, word.find('=') - 2); }

// The first of the options given now that says something else than those the search was begun with.
std::optional<std::string> other_option(const HuntOptions& now, const HuntOptions& before,
                                        const std::vector<std::string>& begun_with) {
  for (const std::string& word : now.defining) {
    const std::string meaning = meaning_of(now, option_name(word));
    const bool same = meaning.empty() ? std::ranges::find(begun_with, word) != begun_with.end()
                                      : meaning == meaning_of(before, option_name(word));
    if (!same) {
      return word;
    }
  }
  return std::nullopt;
}

// As the search was begun, and with what else is given now. Options of both say the same.
std::variant<HuntOptions, ExitCode> joined_options(std::vector<std::string>& begun_with, const HuntOptions& now,
                                                   std::span<char* const> words) {
  std::vector<char*> all;
  for (std::string& option : begun_with) {
    const bool is_given = std::ranges::any_of(
        now.defining, [&option](const std::string& word) { return option_name(word) == option_name(option); });
    if (!is_given) {
      all.push_back(option.data());
    }
  }
  all.insert(all.end(), words.begin(), words.end());
  return parse_hunt_options(all);
}

// Also makes the options those that the search was begun with. Options that say otherwise are refused.
std::variant<ResumedSearch, Refusal> take_up(HuntOptions& options, std::span<char* const> words,
                                             const std::filesystem::path& folder) {
  auto log = find_search(folder);
  if (auto* refusal = std::get_if<Refusal>(&log)) {
    return std::move(*refusal);
  }
  const std::filesystem::path& path = std::get<std::filesystem::path>(log);
  const auto text = read_header(path);
  auto header = text ? parse_header(*text, path.string()) : Expected<SearchHeader>(Error{text.error()});
  if (!header) {
    return Refusal{kExitUsage, header.error()};
  }
  const auto before = options_of(*header, path);
  if (!before) {
    return Refusal{kExitUsage, before.error()};
  }
  if (const auto other = other_option(options, *before, header->options)) {
    return Refusal{
        kExitUsage,
        fmt::format(
            "{} was started with {}, not with {}: give --resume without it, or start a new search without --resume",
            path.string(), words_or(header->options, "the default options"), *other)};
  }
  if (!options.arguments.empty() && options.arguments != header->arguments) {
    return Refusal{kExitUsage, fmt::format("{} was started with other arguments of the program: {}", path.string(),
                                           words_or(header->arguments, "none"))};
  }
  if (!header->options.empty()) {
    auto joined = joined_options(header->options, options, words);
    if (std::holds_alternative<ExitCode>(joined)) {
      return Refusal{kExitUsage, path.string() + " names options that contradict those given"};
    }
    options = std::get<HuntOptions>(std::move(joined));
  }
  options.arguments = header->arguments;
  return ResumedSearch{.log = path, .header = std::move(*header)};
}

}  // namespace

int hunt(int argc, char** argv) {
  const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
  auto options = parse_hunt_options(words);
  if (const auto* code = std::get_if<ExitCode>(&options)) {
    return *code;
  }
  auto& parsed = std::get<HuntOptions>(options);
  auto target = find_target(parsed.program);
  if (const auto* refusal = std::get_if<Refusal>(&target)) {
    return fail(*refusal);
  }
  const auto& found = std::get<TargetFile>(target);
  auto folder = ResultFolder::open(parsed.folder, found.name, found.build_id, "findings");
  if (const auto* refusal = std::get_if<Refusal>(&folder)) {
    return fail(*refusal);
  }
  if (parsed.free) {
    return hunt_freely(parsed, found, std::get<ResultFolder>(std::move(folder)));
  }
  std::optional<ResumedSearch> resumed;
  if (parsed.resume) {
    auto taken = take_up(parsed, words, std::get<ResultFolder>(folder).path());
    if (const auto* refusal = std::get_if<Refusal>(&taken)) {
      return fail(*refusal);
    }
    resumed = std::get<ResumedSearch>(std::move(taken));
  }
  return Hunt(std::move(parsed), found, std::get<ResultFolder>(std::move(folder)), std::move(resumed)).go();
}

}  // namespace heddle::cli
