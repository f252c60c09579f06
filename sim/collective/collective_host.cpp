#include "sim/collective/collective_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "sim/language/key_table.h"
#include "sim/language/schema_parts.h"
#include "sim/run/family/hosts.h"

namespace flitwise {
namespace {

using schema::Json;

// What the machines of all families have, under one key.
std::vector<Json> of_hosts(const Families& families, const char* key) {
  std::vector<Json> all;
  for (const Family* host : hosts_of(families))
    all.push_back(
        Json::parse(language::schema_of(*host->host_language())).at("properties").at(key));
  return all;
}

const language::Section& options_of(const language::Table& table) {
  return *language::row_of(table.section(), "options")->type->keys;
}

bool is_among(const language::Words& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// The file with only those of its options that are among the keys.
YamlNode with_options(YamlNode file, const language::Words& keys) {
  auto& entries = file.find("options")->entries;
  entries.erase(std::remove_if(entries.begin(), entries.end(),
                               [&](const YamlEntry& entry) { return !is_among(keys, entry.key); }),
                entries.end());
  return file;
}

YamlNode without_options(YamlNode file) {
  file.entries.erase(std::remove_if(file.entries.begin(), file.entries.end(),
                                    [](const YamlEntry& entry) { return entry.key == "options"; }),
                     file.entries.end());
  return file;
}

}  // namespace

SplitFile split_options(const Value& root, const language::Table& programs, const Family& network,
                        ErrorList& errors) {
  const YamlNode* options = root.node.find("options");
  if (options == nullptr) return {root.node, root.node};
  if (options->kind != YamlKind::kMap) return {root.node, without_options(root.node)};
  language::Words theirs, refused;
  if (network.is_host()) {
    theirs = names_of(options_of(*network.host_language()));
    refused = refused_of(options_of(*network.host_language()));
  }
  language::Words known, own;
  for (const std::string& key : theirs)
    if (!is_among(refused, key)) known.push_back(key);
  for (const std::string& key : names_of(options_of(programs)))
    if (!is_among(theirs, key)) own.push_back(key);
  known.insert(known.end(), own.begin(), own.end());
  check_keys({*options, "options"}, known, errors, refused);
  return {with_options(root.node, own), with_options(root.node, theirs)};
}

Json host_networks_schema(const Families& families) {
  return schema::any_of(of_hosts(families, "network"), "");
}

Json host_options_schema(const Families& families) {
  Json keys = Json::object();
  for (const Json& options : of_hosts(families, "options"))
    for (const auto& [name, value] : options.at("properties").items())
      if (!keys.contains(name)) keys[name] = value;
  return keys;
}

std::string host_options_text(const Families& families) {
  std::string text;
  for (const Family* host : hosts_of(families)) {
    std::string title = host->title();
    title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
    text += fmt::format("  on {}:\n{}", title,
                        list_text(*host->host_language(), "options", *host->language(), 4));
  }
  return text;
}

std::optional<CollectiveHost> read_collective_host(const Value& root, const std::string& kind,
                                                   const Family& of_network,
                                                   const Families& families,
                                                   const std::string& operation,
                                                   ErrorList& errors) {
  const std::size_t before = errors.size();
  std::optional<CollectiveHost> host;
  errors.attempt([&] {
    const Value network = required(root, "network", "any network: a tree, a torus, ...");
    if (kind.empty() && network.node.find("kind") != nullptr) return;  // which says nothing known
    Scenario scenario;
    scenario.family = &of_network;
    if (!scenario.family->is_host())
      throw bad_value({*network.node.find("kind"), "network.kind"},
                      fmt::format("carries scatter and gather only; operation {} runs on {}",
                                  operation, hosting_kinds(families)));
    scenario.family->read_host(root, kind, scenario, errors);
    if (errors.size() > before) return;
    auto machine = scenario.family->make_host(scenario);
    host = CollectiveHost{std::move(scenario), std::move(machine)};
  });
  return host;
}

}  // namespace flitwise
