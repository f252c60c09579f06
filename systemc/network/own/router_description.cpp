// router_description.cpp: the files that a router is made of.
#include "systemc/network/own/router_description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "systemc/network/models/source_hash.h"

namespace flitwise::own {
namespace {

namespace fs = std::filesystem;

// What stands in quotes behind each `include of a text.
std::vector<std::string> included_names(const std::string& text) {
  const std::string directive = "`include";
  std::vector<std::string> names;
  for (std::size_t at = text.find(directive); at != std::string::npos;
       at = text.find(directive, at + 1)) {
    const std::size_t open = text.find_first_not_of(" \t", at + directive.size());
    if (open == std::string::npos || text[open] != '"') continue;
    const std::size_t close = text.find_first_of("\"\n", open + 1);
    if (close == std::string::npos || text[close] != '"') continue;
    names.push_back(text.substr(open + 1, close - open - 1));
  }
  return names;
}

std::string found_in(const std::vector<std::string>& folders, const std::string& name) {
  std::error_code error;
  for (const std::string& folder : folders) {
    const fs::path file = fs::path(folder) / name;
    if (fs::is_regular_file(file, error)) return file.lexically_normal().string();
  }
  return {};
}

// What a hash is made of, and what people call it.
struct Part {
  std::string name;
  std::string text;
};

std::vector<Part> parts_of(const RouterDescription& router) {
  std::vector<Part> parts{
      {"the description's top, parameters, define, lanes or queue",
       fmt::format("top {}\nparameters {}\ndefine {}\nlanes {} of {}\n{}", router.top,
                   fmt::join(router.parameters, " "), fmt::join(router.define, " "), router.lanes,
                   router.queue, router.has_cut ? "cut\n" : "")}};
  for (const auto& files : {router.files, included_files(router)})
    for (const std::string& file : files)
      parts.push_back({fs::path(file).filename().string(), file_line(file)});
  return parts;
}

// Enough to tell which part has changed, where the whole says that one has.
std::string short_hash(const Part& part) {
  return fmt::format("{:04x}", hash_of(part.text) & 0xffffU);
}

}  // namespace

std::vector<std::string> included_files(const RouterDescription& router) {
  std::vector<std::string> found;
  std::vector<std::string> open = router.files;
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    std::vector<std::string> folders = router.include;
    folders.push_back(fs::path(file).parent_path().string());
    for (const std::string& name : included_names(content_of(file))) {
      const std::string included = found_in(folders, name);
      if (included.empty() || std::count(found.begin(), found.end(), included) > 0) continue;
      found.push_back(included);
      open.push_back(included);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string name_of_port(const RouterDescription& router, std::uint32_t port) {
  const std::uint32_t own = router.ports_of_pe();
  if (port < own && own == 1) return "own";
  const std::uint32_t channel = port < own ? port : port - own;
  return fmt::format("{}{}{}", port < own ? "own " : "", channel % 2 == 0 ? '+' : '-',
                     "xyz"[channel / 2]);
}

std::string text_of(const PassageSteps& steps) {
  if (steps.is_uniform()) return std::to_string(steps.most());
  return fmt::format("{} straight, {} turn, {} inject, {} eject", steps.straight, steps.turn,
                     steps.inject, steps.eject);
}

std::string describe(const RouterDescription& router) {
  const std::string file =
      router.files.empty() ? "" : fs::path(router.files.front()).filename().string() + ", ";
  std::string text =
      fmt::format("{} ({}{} file{} {}): ", router.name, file, router.files.size(),
                  router.files.size() == 1 ? "" : "s", hash_of_files(router).substr(0, 6));
  if (router.family == Family::kTree)
    return text + fmt::format("registered, r = {}{}",
                              text_of(router.latency.value_or(RouterLatency()).router),
                              router.is_measured ? ", measured" : "");
  text += fmt::format("{}, {} lane{} of {}",
                      router.link == LinkProtocol::kReady    ? "ready"
                      : router.link == LinkProtocol::kCredit ? "credit"
                                                             : "registered",
                      router.lanes, router.lanes == 1 ? "" : "s", router.queue);
  if (router.family == Family::kTorus)
    text += fmt::format(", {}, {} PE port{}",
                        router.lanes_per_class == 0
                            ? std::string("lanes by the router")
                            : fmt::format("{} per class", router.lanes_per_class),
                        router.ports_of_pe(), router.ports_of_pe() == 1 ? "" : "s");
  if (!router.latency) return text;
  const RouterLatency& latency = *router.latency;
  return text + fmt::format(", r = {} (head wait {}, body wait {}), credit {}{}{}",
                            text_of(latency.router), latency.head_wait, latency.body_wait,
                            latency.credit,
                            latency.link > 1 ? fmt::format(", link {}", latency.link) : "",
                            router.is_measured ? ", measured" : "");
}

std::string hash_of_files(const RouterDescription& router) {
  std::string text;
  for (const Part& part : parts_of(router)) text += part.text;
  return fmt::format("{:016x}", hash_of(text));
}

std::string fingerprint_of(const RouterDescription& router) {
  std::string text = hash_of_files(router);
  for (const Part& part : parts_of(router)) text += "-" + short_hash(part);
  return text;
}

std::string changed_since(const RouterDescription& router, const std::string& fingerprint) {
  if (fingerprint.substr(0, fingerprint.find('-')) == hash_of_files(router)) return {};
  const std::vector<Part> parts = parts_of(router);
  std::vector<std::string> then;
  std::istringstream stream(fingerprint);
  for (std::string word; std::getline(stream, word, '-');) then.push_back(word);
  if (then.size() != parts.size() + 1) return then.size() == 1 ? "its files" : "the list of files";
  std::vector<std::string> changed;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (then[k + 1] != short_hash(parts[k])) changed.push_back(parts[k].name);
  return fmt::format("{}", fmt::join(changed, " and "));
}

}  // namespace flitwise::own
