#include "sim/import/formats/msccl_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "sim/import/formats/schedule_file.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostChannel = 255;

const std::vector<std::string>& step_types() {
  static const std::vector<std::string> types{"s",    "r",   "rcs", "rrc", "rrs",
                                              "rrcs", "cpy", "re",  "nop"};
  return types;
}

void check_buffer(const XmlElement& step, const std::string& key) {
  const std::string buffer = step.text(key);
  if (buffer != "i" && buffer != "o" && buffer != "s") step.refuse(key, "must be i, o or s");
}

// What a step's type does not need is there all the same, and is of its form.
void check_unused(const XmlElement& step) {
  for (const char* key : {"srcbuf", "dstbuf"})
    if (step.has(key)) check_buffer(step, key);
  for (const char* key : {"srcoff", "dstoff"})
    if (step.has(key)) step.number(key, -1, kMostChunks);
  if (step.has("cnt")) step.number("cnt", 0, kMostChunks);
}

MscclStep read_step(const XmlElement& element, const MscclBlock& block) {
  element.check_attributes(
      {"s", "type", "srcbuf", "srcoff", "dstbuf", "dstoff", "cnt", "depid", "deps", "hasdep"});
  element.children("");
  MscclStep step{element, element.text("type"), 0, 0};
  const auto due = static_cast<std::int64_t>(block.steps.size());
  if (element.number("s", 0, kMostChunks) != due)
    element.refuse("s", fmt::format("must be {}: steps count from 0", due));
  const auto& types = step_types();
  if (std::count(types.begin(), types.end(), step.type) == 0)
    element.refuse("type", fmt::format("must be one of {}", fmt::join(types, ", ")));
  if (element.has("hasdep")) element.number("hasdep", 0, 1);
  check_unused(element);
  return step;
}

}  // namespace

MscclAlgorithm read_msccl_algorithm(const XmlElement& algo) {
  MscclAlgorithm read;
  algo.check_attributes({"name", "nchunksperloop", "nchannels", "ngpus", "coll", "proto", "inplace",
                         "outofplace", "minBytes", "maxBytes", "redop", "root"});
  const std::string word = algo.text("coll");
  const auto& words = msccl_collective_words();
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const auto& choice) { return word == choice.word; });
  if (found == words.end())
    algo.refuse("coll", fmt::format("must be one of {}{}", fmt::join(words_of(words), ", "),
                                    did_you_mean(word, words_of(words))));
  read.collective = found->meaning;
  read.ranks = static_cast<Node>(algo.number("ngpus", 1, kMostRanks));
  algo.number("nchunksperloop", 1, kMostChunks);
  if (algo.has("inplace")) read.in_place = algo.number("inplace", 0, 1) == 1;
  if (algo.has("outofplace")) algo.number("outofplace", 0, 1);
  if (algo.has("nchannels")) algo.number("nchannels", 0, kMostChannel + 1);
  if (!algo.has("root")) return read;
  if (!has_root(read.collective))
    algo.refuse("root", "belongs to broadcast, reduce, scatter and gather");
  read.root = static_cast<Node>(algo.number("root", 0, read.ranks - 1));
  return read;
}

std::map<std::int64_t, MscclBlock> read_msccl_blocks(const XmlElement& gpu, Node rank, Node ranks) {
  std::map<std::int64_t, MscclBlock> blocks;
  std::set<std::pair<Node, std::int64_t>> sends, receives;
  for (const XmlElement& element : gpu.children("tb")) {
    element.check_attributes({"id", "send", "recv", "chan"});
    MscclBlock block{element, kNoNode, kNoNode, 0, {}};
    const auto peer = [&](const char* key) {
      const auto node = static_cast<Node>(element.number(key, -1, ranks - 1));
      if (node == rank) element.refuse(key, "is the gpu itself");
      return node;
    };
    block.send = peer("send");
    block.receive = peer("recv");
    block.channel = element.number("chan", 0, kMostChannel);
    if (block.send >= 0 && !sends.emplace(block.send, block.channel).second)
      element.refuse("send", "is served by another thread block over the same channel");
    if (block.receive >= 0 && !receives.emplace(block.receive, block.channel).second)
      element.refuse("recv", "is served by another thread block over the same channel");
    for (const XmlElement& step : element.children("step"))
      block.steps.push_back(read_step(step, block));
    if (!blocks.emplace(element.number("id", 0, kMostBlocks - 1), std::move(block)).second)
      element.refuse("id", "is the id of another thread block too");
  }
  return blocks;
}

}  // namespace flitwise
