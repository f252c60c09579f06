#include "sim/studies/claims/claim.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/language/scenario_values.h"
#include "sim/studies/claims/checks/claim_checks.h"
#include "sim/studies/expression.h"

namespace flitwise {
namespace {

const std::vector<Choice<ClaimVerdict>> kVerdicts{{"holds", ClaimVerdict::kHolds},
                                                  {"corrected", ClaimVerdict::kCorrected},
                                                  {"refuted", ClaimVerdict::kRefuted},
                                                  {"answered", ClaimVerdict::kAnswered}};
const std::vector<Choice<ClaimSource>> kSources{{"paper", ClaimSource::kPaper},
                                                {"reconstruction", ClaimSource::kReconstruction},
                                                {"project", ClaimSource::kProject}};
const std::vector<Choice<Quantifier>> kQuantifiers{{"all", Quantifier::kAll},
                                                   {"some", Quantifier::kSome}};

const std::vector<std::string> kPaperKeys{"paper", "title", "claims"};
const std::vector<std::string> kClaimKeys{"id",      "source",     "place", "claim",
                                          "reading", "arguable",   "range", "expect",
                                          "instead", "quantifier", "cases"};
const std::vector<std::string> kCaseKeys{"scenario", "against", "check", "over",    "where", "let",
                                         "measure",  "paper",   "truth", "witness", "fails"};

std::string text_at(const Value& map, const std::string& key, const std::string& need) {
  const Value value = required(map, key, need);
  const std::string text = to_text(value);
  if (text.empty()) throw bad_value(value, "must not be empty");
  return text;
}

Formula read_formula(const Value& value) {
  const Formula formula{to_text(value), value.node.place};
  try {
    check_syntax(formula.text);
  } catch (const ExpressionError& error) {
    throw bad_value(value, fmt::format("is no formula: {}", error.what()));
  }
  return formula;
}

Statement read_statement(const Value& value) {
  const std::string text = to_text(value);
  const std::size_t end = text.find_first_not_of("=!<>");
  if (end == std::string::npos) throw bad_value(value, "must be a formula like n + 1 or <= 2 * n");
  Statement statement;
  if (end > 0) statement.relation = text.substr(0, end);
  static const std::set<std::string> kRelations{"=", "!=", "<", "<=", ">", ">="};
  if (kRelations.count(statement.relation) == 0)
    throw bad_value(value, "must begin with =, !=, <, <=, >, >= or a formula");
  YamlNode rest = value.node;
  rest.text = text.substr(end);
  statement.formula = read_formula({rest, value.key});
  return statement;
}

std::vector<Axis> read_axes(const Value& over) {
  std::vector<Axis> axes;
  if (over.node.kind == YamlKind::kMap) {
    for (const YamlEntry& entry : over.node.entries) axes.push_back({{entry.key}, entry.value});
    return axes;
  }
  expect_list(over, "[{n: 2, steps: 3}, {n: 4, steps: 5}], or a map like {n: 2..16}");
  Axis rows{{}, over.node};
  for (const YamlNode& row : over.node.items) {
    expect_map({row, over.key}, "{n: 2, steps: 3}");
    std::vector<std::string> names;
    for (const YamlEntry& entry : row.entries) names.push_back(entry.key);
    if (rows.names.empty()) rows.names = names;
    if (names != rows.names)
      throw ConfigError(row.place, over.key, "", "must have the names of the first row, in order");
  }
  axes.push_back(rows);
  return axes;
}

void read_what_runs(const Value& map, ClaimCase& one) {
  const YamlNode* scenario = map.node.find("scenario");
  const YamlNode* check = map.node.find("check");
  if (scenario == nullptr && check == nullptr)
    throw ConfigError(map.node.place, map.key, "", "must have a scenario or a check");
  if (scenario != nullptr) one.scenario = *scenario;
  const YamlNode* against = map.node.find("against");
  if (against != nullptr && scenario == nullptr)
    throw ConfigError(against->place, map.key + ".against", "",
                      "must stand beside a scenario, whose run it is compared with");
  if (against != nullptr) one.against = *against;
  if (check != nullptr)
    one.check =
        claim_check_names()[to_choice_index({*check, map.key + ".check"}, claim_check_names())];
}

bool names_the_other(const std::string& formula) {
  const std::vector<std::string> names = names_in(formula);
  return std::find(names.begin(), names.end(), "other") != names.end();
}

// Figures of `other` are those of `against`, and there is no other use for that.
void check_against(const Value& map, const ClaimCase& one) {
  std::vector<const Formula*> formulas{&one.measure};
  for (const auto& [key, statement] : statements_of(one)) formulas.push_back(&statement->formula);
  for (const auto& [name, formula] : one.lets) formulas.push_back(&formula);
  const auto found = std::find_if(formulas.begin(), formulas.end(), [](const Formula* formula) {
    return names_the_other(formula->text);
  });
  if (one.against && found == formulas.end())
    throw ConfigError(one.against->place, map.key + ".against", "",
                      "has no use: no formula names a figure of the other run, like other.finish");
  if (!one.against && found != formulas.end())
    throw ConfigError((*found)->place, map.key, (*found)->text,
                      "names another run, and nothing stands under against");
}

ClaimCase read_case(const Value& map, ErrorList& errors) {
  expect_map(map, "{scenario: ..., paper: n + 1}");
  check_keys(map, kCaseKeys, errors);
  ClaimCase one;
  const std::size_t before = errors.size();
  one.place = map.node.place;
  errors.attempt([&] { read_what_runs(map, one); });
  one.measure = {"finish", map.node.place};
  if_given(map, "measure", errors, [&](const Value& v) { one.measure = read_formula(v); });
  errors.attempt([&] {
    one.paper =
        read_statement(required(map, "paper", "what the paper says of the measured number"));
  });
  if_given(map, "over", errors, [&](const Value& v) { one.axes = read_axes(v); });
  if_given(map, "where", errors, [&](const Value& v) { one.where = read_formula(v); });
  if_given(map, "truth", errors, [&](const Value& v) { one.truth = read_statement(v); });
  if_given(map, "witness", errors, [&](const Value& v) { one.witness = read_statement(v); });
  if (map.node.find("fails") != nullptr)
    errors.attempt([&] { one.fails = text_at(map, "fails", ""); });
  if_given(map, "let", errors, [&](const Value& v) {
    expect_map(v, "{M: n * L}");
    for (const YamlEntry& entry : v.node.entries)
      one.lets.emplace_back(entry.key, read_formula({entry.value, v.key + "." + entry.key}));
  });
  if (errors.size() == before) errors.attempt([&] { check_against(map, one); });
  return one;
}

bool is_negative(const Claim& claim) {
  return claim.expected == ClaimVerdict::kCorrected || claim.expected == ClaimVerdict::kRefuted;
}

void check_instead(const Value& map, const Claim& claim) {
  const bool is_wanted = is_negative(claim);
  if (is_wanted && claim.instead.empty())
    throw ConfigError(map.node.place, map.key + ".instead", "",
                      "missing key: what is true instead of the claim");
  if (!is_wanted && !claim.instead.empty())
    throw ConfigError(map.node.find("instead")->place, map.key + ".instead", "",
                      "belongs to claims that are corrected or refuted");
}

std::string speaker_of(const Claim& claim) {
  if (claim.expected == ClaimVerdict::kAnswered) return "answer";
  return claim.is_of_paper() ? "paper" : "claimed";
}

// Whose statement it is decides what must be said of it.
void check_source(const Value& map, const Claim& claim) {
  const auto missing = [&](const char* key, const char* need) {
    throw ConfigError(map.node.place, map.key + "." + key, "", std::string("missing key: ") + need);
  };
  const auto refuse = [&](const char* key, const char* rule) {
    const YamlNode& node = *map.node.find(key);
    throw ConfigError(node.place, map.key + "." + key, node.text, rule);
  };
  if (!claim.is_of_paper()) {
    if (!claim.place.empty()) refuse("place", "belongs to statements of a paper; leave it out");
    if (!claim.arguable.empty()) refuse("arguable", "belongs to verdicts on a paper");
    if (claim.expected != ClaimVerdict::kHolds)
      refuse("expect", "is a verdict on a paper; a result of the project holds");
    return;
  }
  if (claim.place.empty()) missing("place", "where the paper says so");
  if (claim.place.rfind("not in the paper", 0) == 0)
    refuse("place", "is no place: a result of our own has source: project instead");
  if (!claim.reading.empty()) return;
  if (claim.expected != ClaimVerdict::kHolds)
    missing("reading",
            "what the paper says, as its authors would have it: the verdict is not that it holds");
  if (claim.source == ClaimSource::kReconstruction)
    missing("reading", "what is reconstructed, since the copy at hand has lost it");
}

void refuse_tautology(const ClaimCase& one, const Statement& statement, const char* key) {
  if (statement.formula.text == one.measure.text)
    throw ConfigError(statement.formula.place, key, statement.formula.text,
                      "is what is measured: it says nothing");
}

// The verdict comes from runs, but what could never come out is a mistake.
void check_statements(const Claim& claim) {
  bool has_witness = false;
  for (const ClaimCase& one : claim.cases) {
    has_witness = has_witness || one.witness;
    refuse_tautology(one, one.paper, "paper");
    if (one.truth) refuse_tautology(one, *one.truth, "truth");
    const bool needs_truth = claim.expected == ClaimVerdict::kCorrected;
    if (needs_truth != one.truth.has_value())
      throw ConfigError(one.place, claim.id, "",
                        needs_truth ? "is expected to be corrected: every case needs a truth"
                                    : "has a truth, which belongs to corrected claims");
  }
  const bool needs_witness = claim.expected == ClaimVerdict::kRefuted;
  if (needs_witness != has_witness)
    throw ConfigError(claim.at, claim.id, "",
                      needs_witness ? "is expected to be refuted: a case needs a witness"
                                    : "has a witness, which belongs to refuted claims");
}

Claim read_claim(const Value& map, ErrorList& errors) {
  expect_map(map, "{id: ..., source: paper, claim: ..., expect: holds, cases: [...]}");
  check_keys(map, kClaimKeys, errors);
  Claim claim;
  claim.at = map.node.place;
  errors.attempt([&] { claim.id = text_at(map, "id", "a short name, unique"); });
  errors.attempt([&] {
    claim.source = to_choice(required(map, "source", "paper, reconstruction or project"), kSources);
  });
  errors.attempt([&] { claim.text = text_at(map, "claim", "what it says, in a sentence"); });
  errors.attempt([&] {
    claim.range.text = text_at(map, "range", "what it is decided for");
    claim.range.place = map.node.find("range")->place;
  });
  const auto text = [&](const char* key, std::string& value) {
    if (map.node.find(key) != nullptr) errors.attempt([&] { value = text_at(map, key, ""); });
  };
  text("place", claim.place);
  text("reading", claim.reading);
  text("arguable", claim.arguable);
  text("instead", claim.instead);
  if_given(map, "quantifier", errors,
           [&](const Value& v) { claim.quantifier = to_choice(v, kQuantifiers); });
  errors.attempt([&] {
    claim.expected =
        to_choice(required(map, "expect", "holds, corrected, refuted or answered"), kVerdicts);
  });
  errors.attempt([&] {
    const Value cases = required(map, "cases", "what decides the claim");
    expect_list(cases, "[{scenario: ..., paper: n + 1}]");
    if (cases.node.items.empty()) throw bad_value(cases, "must not be empty");
    for (const YamlNode& item : cases.node.items)
      errors.attempt([&] { claim.cases.push_back(read_case({item, cases.key}, errors)); });
  });
  return claim;
}

void read_claims(const Value& list, Paper& paper, ErrorList& errors) {
  expect_list(list, "[{id: ..., claim: ...}]");
  if (list.node.items.empty()) throw bad_value(list, "must not be empty");
  std::set<std::string> seen;
  for (const YamlNode& item : list.node.items) {
    errors.attempt([&] {
      const std::size_t before = errors.size();
      Claim claim = read_claim({item, "claims"}, errors);
      if (errors.size() > before) return;
      if (!seen.insert(claim.id).second)
        throw ConfigError(item.place, "claims.id", claim.id, "stands here twice");
      check_source({item, "claims"}, claim);
      check_instead({item, "claims"}, claim);
      check_statements(claim);
      for (ClaimCase& one : claim.cases) one.speaker = speaker_of(claim);
      paper.claims.push_back(std::move(claim));
    });
  }
}

std::optional<Paper> read(const std::optional<YamlNode>& root, ErrorList& errors) {
  if (!root) return std::nullopt;
  const Value map{*root, ""};
  Paper paper;
  errors.attempt([&] {
    expect_map(map, "paper: ..., title: ..., claims: [...]");
    check_keys(map, kPaperKeys, errors);
    errors.attempt([&] { paper.name = text_at(map, "paper", "a word for --paper"); });
    errors.attempt([&] { paper.title = text_at(map, "title", "authors, title, source"); });
    read_claims(required(map, "claims", "what the paper says"), paper, errors);
  });
  if (!errors.empty()) return std::nullopt;
  return paper;
}

}  // namespace

std::vector<std::pair<const char*, const Statement*>> statements_of(const ClaimCase& one) {
  std::vector<std::pair<const char*, const Statement*>> all{{"paper", &one.paper}};
  if (one.truth) all.emplace_back("truth", &*one.truth);
  if (one.witness) all.emplace_back("witness", &*one.witness);
  return all;
}

std::set<std::string> bound_names(const ClaimCase& one) {
  std::set<std::string> names;
  for (const Axis& axis : one.axes) names.insert(axis.names.begin(), axis.names.end());
  for (const auto& [name, formula] : one.lets) names.insert(name);
  return names;
}

std::string verdict_name(ClaimVerdict verdict) {
  for (const Choice<ClaimVerdict>& choice : kVerdicts)
    if (choice.meaning == verdict) return choice.word;
  return "undecided";
}

std::string source_name(ClaimSource source) {
  for (const Choice<ClaimSource>& choice : kSources)
    if (choice.meaning == source) return choice.word;
  return {};
}

const std::vector<std::string>& source_names() {
  static const std::vector<std::string> kNames = words_of(kSources);
  return kNames;
}

std::optional<Paper> read_paper(const std::string& file, ErrorList& errors) {
  return read(parse_yaml_file(file, errors, {"file of claims", "it needs paper, title and claims"}),
              errors);
}

std::optional<Paper> read_paper_text(const std::string& text, const std::string& file,
                                     ErrorList& errors) {
  return read(parse_yaml(text, {file, "", {}}, errors), errors);
}

}  // namespace flitwise
