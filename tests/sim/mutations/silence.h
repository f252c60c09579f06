// silence.h: values of a file that are accepted and do nothing.
#ifndef FLITWISE_TESTS_SIM_MUTATIONS_SILENCE_H_
#define FLITWISE_TESTS_SIM_MUTATIONS_SILENCE_H_

#include <functional>
#include <map>
#include <string>

#include "sim/language/scenario_yaml.h"

namespace flitwise::test {

/// The single values of a tree by the paths that lead to them: "options.hot_spots.0.1".
using Leaves = std::map<std::string, std::string>;
Leaves leaves_of(const YamlNode& root);

/// What values mean, as a text; empty where they are refused.
using Meaning = std::function<std::string(const YamlNode& root)>;

/// The values by which two texts of equal meaning differ and which are not heard; empty if every
/// one is.
///
/// A value that only one text has may say what is the default: it is heard if another value in its
/// place means something else or is refused. A value that both have in different words must be the
/// same number, or `may_be_equal` knows the path: of a seed, for example, since two may draw the
/// same.
std::string unheard(const YamlNode& before, const YamlNode& after, const Meaning& meaning,
                    const std::function<bool(const std::string& path)>& may_be_equal);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_MUTATIONS_SILENCE_H_
