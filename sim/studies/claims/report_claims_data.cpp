#include "sim/studies/claims/report_claims_data.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/report/report_json.h"
#include "sim/report/report_junit.h"
#include "sim/studies/claims/claim_range.h"
#include "sim/version.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;

// Whole numbers as such; measured ones are, and so are most of the others.
Json number(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

Json held(const std::optional<Held>& statement) {
  if (!statement) return nullptr;
  return {{"relation", statement->relation},
          {"value", number(statement->value)},
          {"holds", statement->holds}};
}

Json values_of(const std::vector<Binding>& values) {
  Json json = Json::object();
  for (const Binding& binding : values) json[binding.name] = value_text(binding.value);
  return json;
}

Json point_to_json(const DecidedPoint& point) {
  Json json;
  json["values"] = values_of(point.point->values);
  json["on_rtl"] = point.point->scenario.has_value();
  json["what"] = point.what;
  json["outcome"] = outcome_name(point.outcome);
  json["measure"] = point.point->of->measure.text;
  json["measured"] = point.trouble.empty() ? number(point.measured) : Json(nullptr);
  json["paper"] = held(point.paper);
  json["truth"] = held(point.truth);
  json["witness"] = held(point.witness);
  if (!point.trouble.empty()) json["trouble"] = point.trouble;
  return json;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json claim_to_json(const Paper& paper, const DecidedClaim& decided) {
  const Claim& claim = *decided.claim;
  Json json;
  json["id"] = claim.id;
  json["paper"] = paper.name;
  json["source"] = source_name(claim.source);
  json["place"] = text_or_null(claim.place);
  json["claim"] = claim.text;
  json["range"] = decided.range;
  json["reading"] = text_or_null(claim.reading);
  json["arguable"] = text_or_null(claim.arguable);
  json["instead"] = text_or_null(claim.instead);
  json["rests_on"] = basis_name(basis_of(claim));
  json["verdict"] = verdict_name(decided.verdict);
  json["expected"] = verdict_name(claim.expected);
  json["ok"] = decided.as_expected();
  json["shown_by"] = text_of(telling_point(decided));
  json["cases"] = Json::array();
  for (const DecidedPoint& point : decided.points) json["cases"].push_back(point_to_json(point));
  json["version"] = kVersion;
  return json;
}

}  // namespace

std::string claims_to_json(const DecidedPaper& paper) {
  std::string text;
  for (const DecidedClaim& decided : paper.claims)
    text +=
        claim_to_json(*paper.paper, decided).dump(-1, ' ', false, Json::error_handler_t::replace) +
        "\n";
  return text;
}

std::string claims_to_junit(const std::vector<DecidedPaper>& papers) {
  std::vector<JunitCase> cases;
  for (const DecidedPaper& paper : papers) {
    for (const DecidedClaim& decided : paper.claims) {
      JunitCase one;
      one.classname = "claims." + paper.paper->name;
      one.name = decided.claim->id;
      one.properties = {{"verdict", verdict_name(decided.verdict)},
                        {"source", source_name(decided.claim->source)},
                        {"rests_on", basis_name(basis_of(*decided.claim))},
                        {"cases", std::to_string(decided.points.size())}};
      if (!decided.as_expected()) {
        one.kind = "failure";
        one.message = fmt::format("{}, expected {}: {}", verdict_name(decided.verdict),
                                  verdict_name(decided.claim->expected), decided.claim->text);
        one.text =
            render_claim_details({{paper.paper, {decided}}}, Detail::kAllChecks, Colour::kNever);
      }
      cases.push_back(std::move(one));
    }
  }
  return junit_xml("flitwise claims", cases);
}

}  // namespace flitwise
