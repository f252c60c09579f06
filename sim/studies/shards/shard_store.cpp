#include "sim/studies/shards/shard_store.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "sim/report/report_data.h"
#include "sim/studies/points.h"
#include "sim/text/report_text.h"
#include "systemc/formats/readable.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kEnding = ".shard";
constexpr std::size_t kLongestHeader = 1 << 20;

// Names all runs in their order.
std::string key_of_plan(const ShardPlan& plan) {
  std::uint64_t hash = hash_of(plan.kind);
  for (const std::string& key : plan.keys) hash = hash_of(key, hash);
  return fmt::format("{:016x}", hash);
}

std::string to_hex(const std::string& bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    text += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4U];
    text += "0123456789abcdef"[static_cast<unsigned char>(c) & 15U];
  }
  return text;
}

// Errors: throws std::runtime_error.
std::string from_hex(const std::string& text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    throw std::runtime_error("no hexadecimal digit");
  };
  if (text.size() % 2 != 0) throw std::runtime_error("half a byte");
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
  return bytes;
}

// The first line of a shard's file.
struct Header {
  Shard shard;
  std::string kind, name, plan, program;
  std::size_t runs = 0;
};

std::string header_line(const ShardPlan& plan, const Shard& shard) {
  Json json;
  json["shard"] = shard.index;
  json["of"] = shard.count;
  json["kind"] = plan.kind;
  json["name"] = plan.name;
  json["runs"] = plan.keys.size();
  json["plan"] = key_of_plan(plan);
  json["program"] = key_of_program();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Header> parse_header(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  Header header;
  try {
    header.shard = {json.at("shard").get<std::size_t>(), json.at("of").get<std::size_t>()};
    header.kind = json.at("kind").get<std::string>();
    header.name = json.at("name").get<std::string>();
    header.runs = json.at("runs").get<std::size_t>();
    header.plan = json.at("plan").get<std::string>();
    header.program = json.at("program").get<std::string>();
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  const Shard& shard = header.shard;
  const bool is_one = shard.index >= 1 && shard.index <= shard.count && shard.count <= kMostShards;
  return is_one ? std::optional(header) : std::nullopt;
}

// What people see of a result is in the first members; all of it in the last one.
std::string result_line(const std::string& key, const Result& result) {
  Json json;
  json["key"] = key;
  json["scenario"] = result.scenario;
  json["outcome"] = outcome_name(result.outcome);
  json["result"] = to_hex(to_wire(result));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Empty for a line that is not whole, or whose members do not say the same: the run is made again.
std::optional<std::pair<std::string, Result>> parse_result(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  try {
    std::pair row(json.at("key").get<std::string>(),
                  from_wire(from_hex(json.at("result").get<std::string>())));
    const bool is_one = json.at("outcome") == outcome_name(row.second.outcome);
    return is_one ? std::optional(std::move(row)) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

[[noreturn]] void refuse_file(const std::string& file, const std::string& rule) {
  throw ShardError(file + ": error: " + rule);
}

std::string about(const Header& header) {
  return fmt::format("shard {} of {} '{}'", header.shard.text(), header.kind, escaped(header.name));
}

void check_plan(const std::string& file, const std::optional<Header>& header,
                const ShardPlan& plan) {
  if (!header)
    refuse_file(file, "is no shard of a sweep or check: its first line does not say which");
  if (header->kind != plan.kind)
    refuse_file(file, fmt::format("is {}, not of a {}", about(*header), plan.kind));
  if (header->program != key_of_program())
    refuse_file(file, about(*header) +
                          " is of another build of flitwise: all shards and what merges them "
                          "must be run by the same program");
  if (header->plan != key_of_plan(plan))
    refuse_file(file, fmt::format("is {} with {}; this {} '{}' has {}, and other values, files, "
                                  "filters or settings",
                                  about(*header), counted(header->runs, "run"), plan.kind,
                                  escaped(plan.name), plan.keys.size()));
}

// A shard's file as it is, while nothing writes it.
struct ReadShard {
  std::string file;
  Header header;
  std::map<std::string, Result> results;
};

ReadShard read_shard(const std::string& file, const ShardPlan& plan) {
  const std::string other = what_is_no_file(file);
  if (!other.empty()) refuse_file(file, other + ", not a shard");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse_file(file, std::string("cannot be read: ") + std::strerror(errno));
  // What is no shard may have no lines, and no end.
  std::string line(kLongestHeader, '\0');
  stream.getline(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(std::strlen(line.c_str()));
  const std::optional<Header> header = parse_header(line);
  check_plan(file, header, plan);
  ReadShard shard{file, *header, {}};
  while (std::getline(stream, line))
    if (auto row = parse_result(line))
      shard.results.insert_or_assign(row->first, std::move(row->second));
  return shard;
}

std::vector<std::string> files_in(const std::string& folder, const ShardPlan& plan) {
  std::vector<std::string> files;
  std::error_code error;
  const std::string start = slug_of(plan.name) + ".";
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.rfind(start, 0) == 0 && entry->path().extension() == kEnding)
      files.push_back(entry->path().string());
  }
  if (error) refuse_file(folder, "cannot be read: " + error.message());
  if (files.empty())
    refuse_file(folder,
                fmt::format("holds no shards of this {} ({}I-of-N{})", plan.kind, start, kEnding));
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<ReadShard> read_shards(const ShardPlan& plan, const std::vector<std::string>& paths) {
  std::vector<ReadShard> shards;
  for (const std::string& path : paths) {
    std::error_code ignored;
    const std::vector<std::string> files =
        fs::is_directory(path, ignored) ? files_in(path, plan) : std::vector<std::string>{path};
    for (const std::string& file : files) shards.push_back(read_shard(file, plan));
  }
  return shards;
}

// By index - 1, every one of them.
std::vector<const ReadShard*> in_order(const std::vector<ReadShard>& shards) {
  const std::size_t count = shards.front().header.shard.count;
  std::vector<const ReadShard*> all(count);
  for (const ReadShard& one : shards) {
    const Shard& shard = one.header.shard;
    if (shard.count != count)
      refuse_file(one.file, fmt::format("is shard {}, and {} is {}", shard.text(),
                                        shards.front().file, shards.front().header.shard.text()));
    const ReadShard*& place = all[shard.index - 1];
    if (place != nullptr)
      refuse_file(one.file, fmt::format("is shard {}, and so is {}", shard.text(), place->file));
    place = &one;
  }
  constexpr std::size_t kMostNamed = 10;
  std::string missing;
  std::size_t missed = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (all[i] == nullptr && ++missed <= kMostNamed)
      missing += fmt::format("{}{}", missed == 1 ? "" : ", ", i + 1);
  if (missed > kMostNamed) missing += ", ...";
  if (missed > 0)
    throw ShardError(fmt::format("flitwise: error: --merge: of {} {} missing: {}",
                                 counted(count, "shard"), missed == 1 ? "one is" : "some are",
                                 missing));
  return all;
}

void expect_whole(const ReadShard& shard, const ShardPlan& plan) {
  std::size_t wanted = 0;
  std::size_t there = 0;
  for (std::size_t run = 0; run < plan.keys.size(); ++run) {
    if (!shard.header.shard.has(run)) continue;
    ++wanted;
    there += shard.results.count(plan.keys[run]);
  }
  if (there < wanted)
    refuse_file(shard.file,
                fmt::format("shard {} has {} of {}: run it again, and it goes on "
                            "where it was",
                            shard.header.shard.text(), there, counted(wanted, "result")));
}

}  // namespace

std::string ShardPlan::file_of(const Shard& shard) const {
  return fmt::format("{}.{}-of-{}{}", slug_of(name), shard.index, shard.count, kEnding);
}

ShardStore::ShardStore(const std::string& path, const ShardPlan& plan, const Shard& shard,
                       bool is_fresh)
    : file_(path, plan.kind) {
  if (is_fresh) file_.clear();
  std::optional<std::string> first;
  file_.read([&](const std::string& line) {
    if (!first) {
      first = line;
      const std::optional<Header> header = parse_header(line);
      check_plan(path, header, plan);
      if (header->shard.text() != shard.text())
        refuse_file(path, fmt::format("is shard {}, not {}", header->shard.text(), shard.text()));
      return true;
    }
    auto row = parse_result(line);
    const bool is_kept = row && !row->second.broke_off;
    if (is_kept) results_.insert_or_assign(row->first, std::move(row->second));
    return is_kept;
  });
  if (!first) file_.append(header_line(plan, shard));
}

const Result* ShardStore::find(const std::string& key) const {
  const auto found = results_.find(key);
  return found == results_.end() ? nullptr : &found->second;
}

void ShardStore::append(const std::string& key, Result result) {
  result.events.clear();
  file_.append(result_line(key, result));
  results_.insert_or_assign(key, std::move(result));
}

std::vector<Result> merge_shards(const ShardPlan& plan, const std::vector<std::string>& paths) {
  const std::vector<ReadShard> shards = read_shards(plan, paths);
  const std::vector<const ReadShard*> all = in_order(shards);
  for (const ReadShard* shard : all) expect_whole(*shard, plan);
  std::vector<Result> results;
  for (std::size_t run = 0; run < plan.keys.size(); ++run)
    results.push_back(all[run % all.size()]->results.at(plan.keys[run]));
  return results;
}

void run_missing(const std::string& name, const std::vector<std::string>& keys,
                 const std::vector<const Scenario*>& scenarios, const ShardRunner& runs,
                 ShardStore& store) {
  std::vector<std::size_t> missing;
  std::vector<const Scenario*> wanted;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (store.find(keys[i]) != nullptr) continue;
    missing.push_back(i);
    wanted.push_back(scenarios[i]);
  }
  run_all_with_progress(name, wanted, runs.runner, runs.limits, runs.console,
                        [&](std::size_t i, Result result) {
                          const bool passed = result.outcome == Outcome::kPass;
                          store.append(keys[missing[i]], std::move(result));
                          return passed;
                        });
}

}  // namespace flitwise
