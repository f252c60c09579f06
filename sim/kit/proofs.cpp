#include "sim/kit/proofs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <system_error>
#include <thread>

#include "sim/run/process/child_run.h"
#include "systemc/network/models/installation.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kCannotStart = 127;

// As scripts/prove_router has them.
constexpr std::array<const char*, 12> kProvable{"quiet", "made",    "lost", "way",
                                                "order", "whole",   "hold", "credits",
                                                "room",  "latency", "fair", "no-shortcut"};

Json json_of(const own::Bits& bits) { return Json::array({bits.low, bits.width}); }

Json json_of(const own::FlitLayout& flit) {
  Json json;
  json["width"] = flit.width;
  json["single"] = flit.is_single;
  if (flit.type)
    json["type"] = {{"bits", json_of(flit.type->bits)},
                    {"head", flit.type->head},
                    {"body", flit.type->body},
                    {"tail", flit.type->tail},
                    {"single", flit.type->single}};
  if (flit.head.is_there()) json["head"] = json_of(flit.head);
  if (flit.tail.is_there()) json["tail"] = json_of(flit.tail);
  json["x"] = json_of(flit.x);
  json["y"] = json_of(flit.y);
  json["relative"] = flit.is_relative;
  json["payload"] = {{"head", json_of(flit.payload.head)}, {"body", json_of(flit.payload.body)}};
  if (flit.length)
    json["length"] = {{"bits", json_of(flit.length->bits)},
                      {"counts", flit.length->counts == own::LengthCount::kBody ? "body" : "all"}};
  json["extra"] = Json::array();
  for (const own::ExtraField& extra : flit.extra)
    json["extra"].push_back({{"bits", json_of(extra.bits)}, {"value", extra.value}});
  return json;
}

const char* word_of(own::CreditEncoding encoding) {
  switch (encoding) {
    case own::CreditEncoding::kOneHot:
      return "one-hot";
    case own::CreditEncoding::kIndex:
      return "index";
    case own::CreditEncoding::kOne:
      break;
  }
  return "one";
}

std::vector<std::string> absolute(const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  for (const std::string& path : paths)
    found.push_back(fs::absolute(path).lexically_normal().string());
  return found;
}

bool is_in_path(const std::string& program) {
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable == nullptr ? "" : variable);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access(((folder.empty() ? "." : folder) + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

// In the child: becomes the script. It ends what it has started when it is told to end, which the
// kernel does when the parent is gone.
[[noreturn]] void become(const std::vector<std::string>& command, int output, pid_t parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || ::getppid() != parent) ::_exit(kCannotStart);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  const std::string reason = fmt::format("cannot start it: {}\n", std::strerror(errno));
  if (::write(STDERR_FILENO, reason.data(), reason.size()) < 0) ::_exit(kCannotStart);
  ::_exit(kCannotStart);
}

// Whether there is something to read, or the end, before the time is over.
bool is_readable(int descriptor, std::chrono::milliseconds most) {
  pollfd wanted{descriptor, POLLIN, 0};
  const int ready = ::poll(&wanted, 1, static_cast<int>(most.count()));
  if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  return ready > 0;
}

// Takes whole lines off the text's front.
std::vector<std::string> lines_off(std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
    lines.push_back(text.substr(0, end));
  return lines;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "flitwise_proof_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), pattern);
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  // Where a proof was interrupted, its tools may be about to end.
  constexpr int kTries = 20;
  std::error_code ignored;
  for (int tries = 0; tries < kTries && fs::exists(path_, ignored); ++tries) {
    if (tries > 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    fs::remove_all(path_, ignored);
  }
}

std::vector<std::string> clauses_to_prove(const std::vector<std::string>& names) {
  std::vector<std::string> found;
  std::copy_if(names.begin(), names.end(), std::back_inserter(found), [](const auto& name) {
    return std::find(kProvable.begin(), kProvable.end(), name) != kProvable.end();
  });
  return found;
}

std::string missing_prover() {
  for (const char* program : {"python3", "yosys", "yosys-abc"})
    if (!is_in_path(program)) return program;
  return {};
}

std::string proof_request(const own::RouterDescription& router, const own::RouterLatency& latency) {
  const kit::Mesh mesh = kit::mesh_for(router);
  // Clauses other than way are asked of the last place: that of most of the simulation.
  std::vector<kit::Place> places = kit::places_for(router, {kit::clause_number("way")});
  std::reverse(places.begin(), places.end());
  Json json;
  json["name"] = router.name;
  json["top"] = router.top;
  json["files"] = absolute(router.files);
  json["include"] = absolute(router.include);
  json["define"] = router.define;
  json["parameters"] = router.parameters;
  json["link"] = router.link == own::LinkProtocol::kCredit ? "credit" : "ready";
  json["ready_is_combinational"] = router.ready_is_combinational;
  json["credit_encoding"] = word_of(router.credit_encoding);
  json["lanes"] = router.lanes;
  json["queue"] = router.queue;
  json["routing"] = router.routing == own::Routing::kYx ? "yx" : "xy";
  json["coordinates"] =
      router.coordinates == own::CoordinatePins::kInputs ? "inputs" : "parameters";
  json["latency"] = {{"router", latency.router.most()}, {"head_wait", latency.head_wait}};
  if (router.wait) json["wait"] = *router.wait;
  json["sides"] = {mesh.side_x, mesh.side_y};
  for (const kit::Place place : places) json["places"].push_back({place.x, place.y});
  json["flit"] = json_of(router.flit);
  return json.dump(2) + "\n";
}

Proof proof_of(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("clause") || !json.contains("result"))
    throw ProofError(fmt::format("prove_router says: {}", line));
  const auto number = [&](const char* key) -> std::optional<std::uint64_t> {
    if (!json.contains(key)) return {};
    return json.at(key).get<std::uint64_t>();
  };
  Proof proof;
  proof.clause = json.at("clause");
  proof.result = json.at("result");
  proof.depth = number("depth");
  proof.step = number("step");
  proof.property = json.value("property", "");
  proof.seconds = json.value("seconds", 0.0);
  if (json.contains("place"))
    proof.place = kit::Place{json.at("place").at(0), json.at("place").at(1)};
  const std::string text = json.value("text", "");
  proof.text = text.substr(0, text.find(", log: "));  // logs go when all is done
  return proof;
}

std::vector<Proof> prove(const std::string& request, const std::vector<std::string>& clauses,
                         const ProofOptions& options) {
  if (clauses.empty()) return {};
  const std::string file = options.folder + "/router.json";
  std::ofstream stream(file);
  stream << request;
  stream.close();
  if (!stream) throw std::system_error(errno, std::generic_category(), file);
  std::vector<std::string> command{
      installation().sources + "/scripts/prove_router", file,    "--clause",
      fmt::format("{}", fmt::join(clauses, ",")),       "--out", options.folder};
  if (options.limit) command.insert(command.end(), {"--limit", fmt::format("{}", *options.limit)});

  const auto start = std::chrono::steady_clock::now();
  const pid_t parent = ::getpid();
  Pipe pipe;
  const pid_t id = ::fork();
  if (id < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id == 0) become(command, pipe.end[Pipe::kWrite], parent);
  ChildProcess child(id);
  pipe.close_end(Pipe::kWrite);

  std::vector<Proof> proofs;
  std::string unread;
  std::string complaint;
  std::array<char, 4096> part{};
  while (true) {
    if (proofs.size() < clauses.size())
      options.progress(fmt::format(
          "proving {} ({} of {}), {} s", clauses[proofs.size()], proofs.size() + 1, clauses.size(),
          std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start)
              .count()));
    if (!is_readable(pipe.end[Pipe::kRead], std::chrono::seconds(1))) continue;
    const ssize_t n = ::read(pipe.end[Pipe::kRead], part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    unread.append(part.data(), static_cast<std::size_t>(n));
    for (const std::string& line : lines_off(unread)) {
      if (line.rfind('{', 0) == 0)
        proofs.push_back(proof_of(line));
      else if (!line.empty())
        complaint = line;  // the last one says most of a Python traceback
    }
  }
  const int status = child.wait();
  if (proofs.size() != clauses.size())
    throw ProofError(fmt::format("scripts/prove_router ended with {} {}{}",
                                 WIFSIGNALED(status) ? "signal" : "status",
                                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
                                 complaint.empty() ? "" : ": " + complaint));
  return proofs;
}

std::string word_of(const Proof& proof) {
  if (proof.result == "proved always") return "always";
  if (proof.result == "proved") return fmt::format("depth {}", proof.depth.value_or(0));
  if (proof.result == "refuted" && proof.step) return fmt::format("step {}", *proof.step);
  if (proof.result == "stopped early")
    return fmt::format("stopped at depth {}", proof.depth.value_or(0));
  static const std::regex kPlace("^([^ :]+:[0-9]+): ");
  std::smatch place;
  if (proof.result == "not read" && std::regex_search(proof.text, place, kPlace))
    return fmt::format("not read ({})", place.str(1));
  return proof.result;
}

std::string detail_of(const Proof& proof) {
  std::string text = proof.text;
  if (!proof.property.empty()) {
    text = fmt::format("{} fails in step {}", proof.property, proof.step.value_or(0));
    if (!proof.text.empty()) text += ", " + proof.text;
  }
  if (proof.place) text += " at " + kit::text_of(*proof.place);
  return text;
}

}  // namespace flitwise
