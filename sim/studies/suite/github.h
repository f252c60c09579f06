// github.h: how GitHub is told what failed where: annotations of a workflow, and its summary.
#ifndef FLITWISE_SIM_STUDIES_SUITE_GITHUB_H_
#define FLITWISE_SIM_STUDIES_SUITE_GITHUB_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "sim/language/scenario_error.h"
#include "sim/report/report_table.h"
#include "sim/studies/suite/suite.h"

namespace flitwise {

/// What GitHub's runner says of a job in its environment; empty texts: it says nothing.
struct GithubJob {
  std::string workspace;  ///< GITHUB_WORKSPACE: the folder that the repository is in
  std::string summary;    ///< GITHUB_STEP_SUMMARY: the file that takes a step's summary
};

/// The job that this process is part of.
GithubJob github_job();

/// A place in a file of the repository and what is wrong there.
struct Annotation {
  std::string file = {};  ///< empty: no place at all
  int line = 0;           ///< from 1; 0: the file as a whole
  int column = 0;         ///< from 1; 0: the line as a whole
  std::string title = {};
  std::string message = {};  ///< lines

  bool operator==(const Annotation& other) const;
};

/// "::error file=a.yaml,line=3,col=9,title=...::...", one line: the command by which a workflow
/// shows an error.
std::string workflow_command(const Annotation& annotation);

/// The file as the repository knows it: relative to the workspace where it lies there.
std::string file_in_workspace(const std::string& file, const std::string& workspace);

/// Bad input, at its place; of a setting, at the file that it changes.
Annotation annotation_of(const ConfigError& error);

/// Anything else that ended the command, at no place.
Annotation annotation_of(const std::runtime_error& error);

/// A run that failed, at the key that decides it: `options.break`, else the algorithm, the schedule
/// or the operation, the first of them that stands in the file.
/// Pre: the run did not pass.
Annotation annotation_of(const SuiteCase& one);

/// What came out of a suite, as GitHub's Markdown: a count, what failed, and the table of runs, of
/// long ones the first rows.
std::string summary_of(const Suite& suite);

/// The same for input that cannot be used.
std::string summary_of(const std::vector<ConfigError>& errors);

/// Columns as a table of Markdown with that many rows, of long ones the first.
std::string markdown_table(const std::vector<TextColumn>& columns, std::size_t rows);

/// A text that Markdown, of which GitHub renders a table, shows as it is.
std::string markdown_escaped(const std::string& text);

/// The commands of all annotations, with files as the job's repository knows them.
std::string workflow_commands(std::vector<Annotation> annotations);

/// Adds the text to a step's summary.
/// Errors: throws OutputError.
void add_to_summary(const std::string& file, const std::string& text);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SUITE_GITHUB_H_
