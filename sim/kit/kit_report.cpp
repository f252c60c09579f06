#include "sim/kit/kit_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

using kit::ClauseReport;
using kit::ClauseResult;
using Json = nlohmann::ordered_json;

constexpr std::size_t kShortHash = 6;

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

const char* table_word(ClauseResult result) {
  switch (result) {
    case ClauseResult::kHolds:
      return "ok";
    case ClauseResult::kFails:
      return "FAIL";
    case ClauseResult::kNotApplicable:
      return "n/a";
    case ClauseResult::kNotExercised:
      break;
  }
  return "not exercised";
}

std::string json_word(ClauseResult result) {
  return result == ClauseResult::kFails ? "fail" : table_word(result);
}

const char* link_word(own::LinkProtocol link) {
  switch (link) {
    case own::LinkProtocol::kRegistered:
      return "registered";
    case own::LinkProtocol::kReady:
      return "ready";
    case own::LinkProtocol::kCredit:
      break;
  }
  return "credit";
}

std::string latency_words(const kit::Measured& measured) {
  if (const auto all = measured.latency()) return fmt::format("r = {}", *all);
  std::vector<std::string> parts;
  for (int k = 0; k < kit::kPassages; ++k) {
    const auto& range = measured.router[static_cast<std::size_t>(k)];
    if (!range) continue;
    const std::string value = range->least == range->greatest
                                  ? std::to_string(range->least)
                                  : fmt::format("{}..{}", range->least, range->greatest);
    parts.push_back(fmt::format("{} {}", kit::name_of(static_cast<RouterPassage>(k)), value));
  }
  return parts.empty() ? "r not measured" : fmt::format("r = {}", fmt::join(parts, ", "));
}

std::string number_or_dash(const std::optional<std::uint64_t>& number) {
  return number ? std::to_string(*number) : "-";
}

const Proof* proof_of(const RouterCheck& check, const ClauseReport& clause) {
  const auto found = std::find_if(check.proofs.begin(), check.proofs.end(),
                                  [&](const Proof& proof) { return proof.clause == clause.name; });
  return found == check.proofs.end() ? nullptr : &*found;
}

// A clause that is refuted fails, however well the simulation went.
ClauseResult result_of(const RouterCheck& check, const ClauseReport& clause) {
  const Proof* proof = proof_of(check, clause);
  return proof != nullptr && proof->fails() ? ClauseResult::kFails : clause.result;
}

bool is_bad(ClauseResult result) {
  return result == ClauseResult::kFails || result == ClauseResult::kNotExercised;
}

std::string detail_of(const RouterCheck& check, const ClauseReport& clause) {
  std::string text = clause.detail;
  if (clause.breach && !clause.breach->waves.empty())
    text += fmt::format(", waves {} {}..{}", clause.breach->waves, clause.breach->first_wave,
                        clause.breach->last_wave);
  const Proof* proof = proof_of(check, clause);
  if (proof != nullptr && proof->fails())
    text += (text.empty() ? "" : "; ") + fmt::format("proof: {}", detail_of(*proof));
  return text;
}

std::string proof_word(const RouterCheck& check, const ClauseReport& clause) {
  const Proof* proof = proof_of(check, clause);
  return proof == nullptr || proof->result == "n/a" ? "-" : word_of(*proof);
}

// A detail stands beside its clause where there is room for it, else below.
std::string with_detail(std::string line, std::size_t used, const std::string& detail,
                        std::size_t width) {
  constexpr std::size_t kIndent = 4;
  const bool fits = width == 0 || used + display_width(detail) <= width;
  if (fits) line += detail;
  while (!line.empty() && line.back() == ' ') line.pop_back();
  if (!fits && !detail.empty())
    line += "\n" + std::string(kIndent, ' ') + wrapped(detail, kIndent, width);
  return line + "\n";
}

std::string table_of(const RouterCheck& check, Colour colour, std::size_t width) {
  constexpr std::size_t kName = 13;
  constexpr std::size_t kResult = 15;
  constexpr std::size_t kCount = 10;
  const std::vector<ClauseRow> rows = clause_rows(check);
  std::size_t proof_width = 7;
  for (const ClauseRow& row : rows) proof_width = std::max(proof_width, row.proof.size());
  const std::size_t used = kName + kResult + kCount + proof_width + 4;
  std::string text = fmt::format("{:<{}}{:<{}}{:>{}}  {:<{}}  {}\n", "clause", kName, "result",
                                 kResult, "exercised", kCount, "proof", proof_width, "detail");
  for (const ClauseRow& row : rows) {
    const std::string word = pad_to_width(row.result, kResult, Align::kLeft);
    const std::string line = fmt::format("{:<{}}{}{:>{}}  {:<{}}  ", row.name, kName,
                                         row.applies ? painted(word, !row.is_bad, colour) : word,
                                         row.exercised, kCount, row.proof, proof_width);
    text += with_detail(line, used, row.detail, width);
  }
  return text;
}

std::size_t count_of(const RouterCheck& check, ClauseResult result) {
  const std::vector<ClauseReport>& clauses = check.report.clauses;
  return static_cast<std::size_t>(std::count_if(
      clauses.begin(), clauses.end(),
      [&](const ClauseReport& clause) { return result_of(check, clause) == result; }));
}

std::string hangs_of(const std::vector<kit::Hang>& hangs, std::size_t width) {
  constexpr std::size_t kMost = 2;
  std::string text;
  for (std::size_t k = 0; k < hangs.size() && k < kMost; ++k) {
    text += fmt::format("hang: {}, cycle {}\n", hangs[k].phase, hangs[k].cycle);
    for (const std::string& wait : hangs[k].waits) text += "  " + wrapped(wait, 2, width) + "\n";
  }
  if (hangs.size() > kMost) text += fmt::format("  and {} more like these\n", hangs.size() - kMost);
  return text;
}

// Where the declared latency of credits does not fit the loop that was measured.
std::string loop_note(const RouterCheck& check) {
  const auto& loop = check.report.measured.loop;
  const auto& latency = check.router.latency;
  if (!loop || !latency) return {};
  const auto declared = static_cast<std::uint64_t>(latency->loop());
  if (declared == *loop) return {};
  return fmt::format(
      "note: latency.credit {} stands for a loop of {}, and {} was measured, which is credit {}\n",
      latency->credit, declared, *loop,
      static_cast<std::int64_t>(*loop) - static_cast<std::int64_t>(latency->router.straight));
}

// Why there are no proofs, each reason once with its clauses, and how long all took.
std::string proof_notes(const RouterCheck& check, std::size_t width) {
  std::map<std::string, std::vector<std::string>> clauses;
  double seconds = 0;
  for (const Proof& proof : check.proofs) {
    seconds += proof.seconds;
    if (proof.is_missing()) clauses[detail_of(proof)].push_back(proof.clause);
  }
  std::string text;
  for (const auto& [reason, names] : clauses)
    text += wrapped(fmt::format("note: no proof of {}, which is no failure: {}",
                                fmt::join(names, ", "), reason),
                    2, width) +
            "\n";
  if (!check.proofs.empty())
    text += fmt::format("{} asked of Yosys and abc, {:.1f} s\n",
                        counted(check.proofs.size(), "clause"), seconds);
  return text;
}

Json json_of(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json json_of(const Proof* proof) {
  if (proof == nullptr) return nullptr;
  const auto text = [](const std::string& words) { return words.empty() ? Json() : Json(words); };
  Json json;
  json["result"] = proof->result;
  json["depth"] = json_of(proof->depth);
  json["seconds"] = proof->seconds;
  json["step"] = json_of(proof->step);
  json["property"] = text(proof->property);
  json["router"] = proof->place ? Json::array({proof->place->x, proof->place->y}) : Json();
  json["text"] = text(proof->text);
  return json;
}

Json json_of(const RouterCheck& check, const ClauseReport& clause) {
  Json json;
  json["name"] = clause.name;
  json["number"] = clause.number;
  json["text"] = clause.text;
  json["result"] = json_word(result_of(check, clause));
  json["exercised"] = clause.exercised;
  json["proof"] = json_of(proof_of(check, clause));
  json["detail"] = clause.detail;
  const kit::Breach breach = clause.breach.value_or(kit::Breach());
  const bool has_breach = clause.breach.has_value();
  const auto if_there = [&](bool is_there, Json value) {
    return has_breach && is_there ? std::move(value) : Json(nullptr);
  };
  json["found"] = if_there(true, breach.found);
  json["phase"] = if_there(true, breach.phase);
  const bool is_tree = check.router.family == own::Family::kTree;
  json["router"] =
      if_there(true, is_tree ? Json(breach.at.x) : Json::array({breach.at.x, breach.at.y}));
  json["cycle"] = if_there(breach.cycle > 0, breach.cycle);
  json["port"] = if_there(breach.port >= 0, kit::port_name(check.router.family, breach.port));
  json["lane"] = if_there(breach.lane >= 0, breach.lane);
  json["expected"] = if_there(true, breach.expected);
  json["seen"] = if_there(true, breach.seen);
  json["waves"] = if_there(!breach.waves.empty(), breach.waves);
  return json;
}

Json json_of(const kit::Measured& measured) {
  Json router = Json::object();
  for (int k = 0; k < kit::kPassages; ++k) {
    const auto& range = measured.router[static_cast<std::size_t>(k)];
    const bool is_one = range && range->least == range->greatest;
    router[kit::name_of(static_cast<RouterPassage>(k))] =
        !range   ? Json(nullptr)
        : is_one ? Json(range->least)
                 : Json::array({range->least, range->greatest});
  }
  Json json;
  json["r"] = router;
  json["head_wait"] = json_of(measured.head_wait);
  json["body_wait"] = json_of(measured.body_wait);
  json["loop"] = json_of(measured.loop);
  json["loop_body"] = json_of(measured.loop_body);
  json["turnaround"] = json_of(measured.turnaround);
  json["wait"] = json_of(measured.wait);
  json["room"] = json_of(measured.room);
  return json;
}

const char* word_of(own::Family family) {
  if (family == own::Family::kTree) return "tree";
  return family == own::Family::kTorus ? "torus" : "mesh";
}

}  // namespace

std::string heading_of(const RouterCheck& check) {
  const own::RouterDescription& router = check.router;
  const kit::Measured& measured = check.report.measured;
  const std::string first =
      router.files.empty() ? "" : std::filesystem::path(router.files.front()).filename().string();
  const std::string name =
      fmt::format("{} ({}, {} {})", router.name, first, counted(router.files.size(), "file"),
                  check.hash.substr(0, kShortHash));
  if (router.family == own::Family::kTree)
    return fmt::format("{}: tree, registered, {}", name, latency_words(measured));
  return fmt::format(
      "{}: {}, {}, {} of {}, {} (head wait {}, body wait {}), loop {}, turnaround {}", name,
      word_of(router.family), link_word(router.link), counted(router.lanes, "lane"), router.queue,
      latency_words(measured), number_or_dash(measured.head_wait),
      number_or_dash(measured.body_wait), number_or_dash(measured.loop),
      number_or_dash(measured.turnaround));
}

std::vector<ClauseRow> clause_rows(const RouterCheck& check) {
  std::vector<ClauseRow> rows;
  for (const ClauseReport& clause : check.report.clauses) {
    const ClauseResult result = result_of(check, clause);
    ClauseRow row;
    row.name = clause.name;
    row.result = table_word(result);
    row.applies = result != ClauseResult::kNotApplicable;
    row.exercised = row.applies ? with_commas(clause.exercised) : "-";
    row.proof = proof_word(check, clause);
    row.detail = detail_of(check, clause);
    row.is_bad = is_bad(result);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string counts_of(const RouterCheck& check) {
  const auto some = [](std::size_t number, const char* one, const char* many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
  };
  std::string text = fmt::format("{}: {}, {}", counted(check.report.clauses.size(), "clause"),
                                 some(count_of(check, ClauseResult::kHolds), "holds", "hold"),
                                 some(count_of(check, ClauseResult::kFails), "fails", "fail"));
  for (const ClauseReport& clause : check.report.clauses)  // others may follow from that
    if (clause.breach && clause.breach->found == 1 && count_of(check, ClauseResult::kFails) > 1)
      text += fmt::format(" ({} first)", clause.name);
  const std::size_t not_exercised = count_of(check, ClauseResult::kNotExercised);
  if (not_exercised > 0)
    text += fmt::format(", {} never exercised", some(not_exercised, "was", "were"));
  const std::size_t not_applicable = count_of(check, ClauseResult::kNotApplicable);
  if (not_applicable > 0) text += fmt::format(", {} not apply", some(not_applicable, "does", "do"));
  const std::size_t hangs = check.report.hangs.size();
  if (hangs > 0) text += ", " + counted(hangs, "hang");
  return text;
}

std::string remarks_of(const RouterCheck& check, std::size_t width) {
  std::string text = hangs_of(check.report.hangs, width) + loop_note(check);
  if (!check.report.own_fault.empty())
    text += fmt::format("note: the bench broke a rule of the link itself: {}\n",
                        check.report.own_fault);
  return text + proof_notes(check, width) +
         fmt::format("seed {}, {} cycles of random traffic, {} cycles in all, {:.1f} s\n",
                     check.seed, with_commas(check.cycles), with_commas(check.report.cycles),
                     check.seconds);
}

int status_of(const RouterCheck& check) {
  constexpr int kHangs = 3;
  if (!check.report.hangs.empty()) return kHangs;
  const std::vector<ClauseReport>& clauses = check.report.clauses;
  return std::any_of(clauses.begin(), clauses.end(),
                     [&](const ClauseReport& clause) { return is_bad(result_of(check, clause)); });
}

std::string render_router_check(const RouterCheck& check, Colour colour, std::size_t width) {
  return wrapped(heading_of(check), 0, width) + "\n" + table_of(check, colour, width) +
         remarks_of(check, width) + counts_of(check) + "\n";
}

std::string router_check_to_json(const RouterCheck& check) {
  Json json;
  json["name"] = check.router.name;
  json["file"] = check.router.file;
  json["files"] = check.router.files.size();
  json["hash"] = check.hash;
  json["family"] = word_of(check.router.family);
  json["link"] = link_word(check.router.link);
  json["lanes"] = check.router.lanes;
  json["queue"] = check.router.queue;
  json["seed"] = check.seed;
  json["cycles"] = check.cycles;
  json["all_cycles"] = check.report.cycles;
  json["seconds"] = check.seconds;
  json["status"] = status_of(check);
  json["clauses"] = Json::array();
  for (const ClauseReport& clause : check.report.clauses)
    json["clauses"].push_back(json_of(check, clause));
  json["measured"] = json_of(check.report.measured);
  json["hangs"] = Json::array();
  for (const kit::Hang& hang : check.report.hangs)
    json["hangs"].push_back({{"phase", hang.phase}, {"cycle", hang.cycle}, {"waits", hang.waits}});
  return json.dump(2) + "\n";
}

std::vector<JunitCase> junit_cases(const RouterCheck& check) {
  std::vector<JunitCase> cases;
  for (const ClauseReport& clause : check.report.clauses) {
    const ClauseResult result = result_of(check, clause);
    JunitCase one;
    one.classname = check.router.name;
    one.name = clause.name;
    one.file = check.router.file;
    one.properties = {{"seed", std::to_string(check.seed)},
                      {"exercised", std::to_string(clause.exercised)},
                      {"result", json_word(result)}};
    one.seconds = check.seconds / static_cast<double>(check.report.clauses.size());
    if (const Proof* proof = proof_of(check, clause)) {
      one.properties.emplace_back("proof", proof_word(check, clause));
      one.seconds += proof->seconds;
    }
    if (is_bad(result)) {
      one.kind = "failure";
      one.message = fmt::format("{}: {}", clause.text, table_word(result));
      one.text = detail_of(check, clause);
      if (clause.breach && !clause.breach->waves.empty())
        one.attachments.push_back(clause.breach->waves);
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace flitwise
