#include "systemc/network/parts/ranks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace flitwise {
namespace {

constexpr std::size_t kHeadBytes = 1 + sizeof(Step);
constexpr char kBehindName = '\n';  // between a rank's name and what it says of its failure

std::string_view text_of(std::string_view failure) {
  return failure.substr(failure.find(kBehindName) + 1);
}

}  // namespace

std::string rank_name(std::size_t rank, std::size_t ranks) {
  std::array<char, 256> host{};
  const bool has_name = ::gethostname(host.data(), host.size() - 1) == 0;
  return fmt::format("rank {} of {} on {}", rank, ranks, has_name ? host.data() : "a machine");
}

NodeParts Ranks::share_out(std::size_t nodes) {
  if (nodes < count())
    throw std::invalid_argument(fmt::format(
        "{} processes cannot share {} routers: start one a router at most", count(), nodes));
  share_routers_ = true;
  return {nodes, count()};
}

void Ranks::send(Kind kind, Step step, std::string_view own) {
  message_.assign(1, static_cast<char>(kind));
  message_.append(reinterpret_cast<const char*>(&step), sizeof step);
  message_ += own;
  heads_.clear();
  bodies_.clear();
  for (RankPost& post : posts_) post.heard.clear();
  for (const std::string_view said : channel_.exchange(message_)) {
    heads_.push_back(said.substr(0, kHeadBytes));
    bodies_.push_back(said.substr(kHeadBytes));
  }
}

bool Ranks::is_of(std::size_t rank, Kind kind) const {
  return heads_[rank].front() == static_cast<char>(kind);
}

const std::vector<std::string_view>& Ranks::exchange(Kind kind, Step step, std::string_view own) {
  send(kind, step, own);
  if (std::any_of(heads_.begin(), heads_.end(), [](std::string_view head) {
        return head.front() == static_cast<char>(Kind::kFailure);
      }))
    fail_with(sentences_of_failures());
  // All ranks see the same, so that all of them throw.
  for (std::size_t rank = 1; rank < heads_.size(); ++rank)
    if (heads_[rank] != heads_[0])
      fail_with(fmt::format("rank {} is not where rank 0 is in the simulation", rank));
  return bodies_;
}

const std::vector<std::string_view>& Ranks::exchange(Step step, const std::string& own) {
  if (posts_.empty()) return exchange(Kind::kStep, step, own);
  with_posts_.clear();
  for (RankPost& post : posts_) {
    bytes::put_text(with_posts_, post.said);
    post.said.clear();
  }
  with_posts_ += own;
  exchange(Kind::kStep, step, with_posts_);
  for (std::string_view& body : bodies_) {
    bytes::Reader reader(body);
    std::size_t posted = 0;
    for (RankPost& post : posts_) {
      post.heard.push_back(reader.take(reader.take<std::uint32_t>()));
      posted += sizeof(std::uint32_t) + post.heard.back().size();
    }
    body.remove_prefix(posted);
  }
  return bodies_;
}

const std::vector<std::string_view>& Ranks::gather(Step step, const std::string& own) {
  return exchange(Kind::kGather, step, own);
}

void Ranks::merge(const std::function<void(std::string& bytes)>& write,
                  const std::function<void(bytes::Reader& reader, std::size_t rank)>& add) {
  std::string ours;
  write(ours);
  const std::vector<std::string_view>& all = gather(0, ours);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (rank == own()) continue;
    bytes::Reader reader(all[rank]);
    add(reader, rank);
  }
}

std::vector<std::string> Ranks::join(const std::vector<std::string>& own) {
  std::string ours;
  bytes::put_texts(ours, own);
  std::vector<std::string> joined;
  for (const std::string_view list : gather(0, ours))
    for (std::string& text : bytes::Reader(list).take_texts()) joined.push_back(std::move(text));
  return joined;
}

void Ranks::agree(const std::string& text, const char* differs) {
  const auto digest = static_cast<std::uint64_t>(std::hash<std::string>()(text));
  exchange(Kind::kText, 0, {reinterpret_cast<const char*>(&digest), sizeof digest});
  for (std::size_t rank = 1; rank < bodies_.size(); ++rank)
    if (bodies_[rank] != bodies_[0]) fail_with(fmt::format("rank {} {}", rank, differs));
}

void Ranks::add_counter(unsigned char* bytes, std::size_t size, std::size_t rank) {
  counters_.push_back({bytes, size, rank});
}

void Ranks::gather_counters() {
  std::string ours;
  for (const Counter& counter : counters_)
    if (counter.rank == own())
      ours.append(reinterpret_cast<const char*>(counter.bytes), counter.size);
  exchange(Kind::kCounters, 0, ours);
  std::vector<std::size_t> next(count());
  for (const Counter& counter : counters_) {
    std::size_t& place = next[counter.rank];
    if (counter.rank != own())
      std::memcpy(counter.bytes, bodies_[counter.rank].substr(place, counter.size).data(),
                  counter.size);
    place += counter.size;
  }
}

bool Ranks::fail_alike(const std::string& what) {
  if (failure_) return false;
  send(Kind::kFailure, 0, rank_name(own(), count()) + kBehindName + what);
  bool is_alike = true;
  for (std::size_t rank = 0; rank < count(); ++rank)
    is_alike =
        is_alike && is_of(rank, Kind::kFailure) && text_of(bodies_[rank]) == std::string_view(what);
  if (!is_alike) failure_ = sentences_of_failures();
  return is_alike;
}

void Ranks::fail_with(const std::string& sentence) {
  failure_ = sentence;
  throw RankError(sentence);
}

std::string Ranks::sentences_of_failures() const {
  std::string sentences;
  for (std::size_t rank = 0; rank < heads_.size(); ++rank) {
    if (!is_of(rank, Kind::kFailure)) continue;
    const std::string_view failure = bodies_[rank];
    sentences += fmt::format("{}{} has failed: {}", sentences.empty() ? "" : "; ",
                             failure.substr(0, failure.find(kBehindName)), text_of(failure));
  }
  return sentences;
}

}  // namespace flitwise
