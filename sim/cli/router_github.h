// router_github.h: how GitHub is told what a check of an own router found.
#ifndef FLITWISE_SIM_CLI_ROUTER_GITHUB_H_
#define FLITWISE_SIM_CLI_ROUTER_GITHUB_H_

#include <string>
#include <vector>

#include "sim/kit/kit_report.h"
#include "sim/language/scenario_error.h"

namespace flitwise {

/// Commands of a workflow, a line each, and Markdown for the summary of its step.
struct GithubTexts {
  std::string commands;
  std::string summary;
};

/// An error for each clause that fails or was never exercised, at the key of the description that
/// it is about, else at the wrapper's name; the summary has the table.
GithubTexts github_texts(const RouterCheck& check);

/// Of a description that cannot be used.
GithubTexts github_texts(const std::vector<ConfigError>& errors);

/// Of anything else that ended the check: at the line of SystemVerilog that Verilator names, else
/// at the description.
GithubTexts github_texts(const std::string& description, const std::string& error);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_ROUTER_GITHUB_H_
