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

void Ranks::live_apart() {
  exchange(Kind::kText, 0, {});  // from now on all meet before they talk
  live_apart_ = true;
}

// Whether all ranks are at this place, which then all of them know.
bool Ranks::meet(Kind kind, Step step, RankTally& tally) {
  constexpr std::int64_t kKinds = 256;
  const std::int64_t place = step * kKinds + static_cast<std::int64_t>(kind);
  tally.largest[kOwnNumbers] = place;
  tally.largest[kOwnNumbers + 1] = -place;
  channel_.add_up(tally);
  return tally.largest[kOwnNumbers] == -tally.largest[kOwnNumbers + 1];
}

void Ranks::send(Kind kind, Step step, std::string_view own) {
  for (RankPost& post : posts_) post.heard.clear();
  RankTally tally;
  if (live_apart_ && !owes_word_) meet(kind, step, tally);
  owes_word_ = true;
  say(kind, step, own);
}

void Ranks::say(Kind kind, Step step, std::string_view own) {
  message_.assign(1, static_cast<char>(kind));
  message_.append(reinterpret_cast<const char*>(&step), sizeof step);
  message_ += own;
  heads_.clear();
  bodies_.clear();
  for (const std::string_view said : channel_.exchange(message_)) {
    heads_.push_back(said.substr(0, kHeadBytes));
    bodies_.push_back(said.substr(kHeadBytes));
  }
  owes_word_ = false;
}

bool Ranks::is_of(std::size_t rank, Kind kind) const {
  return heads_[rank].front() == static_cast<char>(kind);
}

const std::vector<std::string_view>& Ranks::exchange(Kind kind, Step step, std::string_view own) {
  send(kind, step, own);
  expect_all_here();
  return bodies_;
}

void Ranks::expect_all_here() {
  if (std::any_of(heads_.begin(), heads_.end(), [](std::string_view head) {
        return head.front() == static_cast<char>(Kind::kFailure);
      }))
    fail_with(sentences_of_failures());
  // All ranks see the same, so that all of them throw.
  for (std::size_t rank = 1; rank < heads_.size(); ++rank)
    if (heads_[rank] != heads_[0])
      fail_with(fmt::format("rank {} is not where rank 0 is in the simulation", rank));
}

const std::vector<std::string_view>& Ranks::exchange(Step step, const std::string& own) {
  return exchange(Kind::kStep, step, own);
}

const Ranks::Heard& Ranks::pass(Step step, RankTally& tally,
                                const std::vector<std::string>& to_near,
                                const std::string& to_all) {
  bool has_word_to_all = !to_all.empty();
  to_near_.assign(near_.size(), {});
  for (RankPost& post : posts_) {
    post.heard.clear();
    if (post.to == PostTo::kAll)
      has_word_to_all = has_word_to_all || !post.said.empty();
    else
      for (std::string& said : to_near_) bytes::put_text(said, post.said);
    if (post.to == PostTo::kNear) post.said.clear();
  }
  for (std::size_t i = 0; i < near_.size(); ++i) to_near_[i] += to_near[i];
  tally.largest[kOwnNumbers + 2] = has_word_to_all ? 1 : 0;
  const bool are_all_here = meet(Kind::kStep, step, tally);
  owes_word_ = !are_all_here || tally.largest[kOwnNumbers + 2] != 0;
  if (!are_all_here) {
    say(Kind::kStep, step, {});
    expect_all_here();
  }
  heard_.from_near.clear();
  heard_.from_all.clear();
  for (const std::string& said : channel_.pass(near_, to_near_)) {
    bytes::Reader reader(said);
    for (RankPost& post : posts_)
      if (post.to == PostTo::kNear) post.heard.push_back(reader.take(reader.take<std::uint32_t>()));
    heard_.from_near.push_back(reader.rest());
  }
  if (owes_word_) say_to_all(step, to_all);
  return heard_;
}

void Ranks::say_to_all(Step step, const std::string& own) {
  to_all_.clear();
  for (RankPost& post : posts_) {
    if (post.to != PostTo::kAll) continue;
    bytes::put_text(to_all_, post.said);
    post.said.clear();
  }
  to_all_ += own;
  say(Kind::kStep, step, to_all_);
  expect_all_here();
  for (const std::string_view said : bodies_) {
    bytes::Reader reader(said);
    for (RankPost& post : posts_)
      if (post.to == PostTo::kAll) post.heard.push_back(reader.take(reader.take<std::uint32_t>()));
    heard_.from_all.push_back(reader.rest());
  }
}

void Ranks::pass_posts() {
  RankTally tally;
  pass(0, tally, std::vector<std::string>(near_.size()), {});
}

const std::vector<std::string_view>& Ranks::gather(Step step, const std::string& own) {
  return exchange(Kind::kGather, step, own);
}

void Ranks::merge(const std::function<void(std::string& bytes)>& write,
                  const std::function<void(bytes::Reader& reader)>& add) {
  std::string ours;
  write(ours);
  const std::vector<std::string_view>& all = gather(0, ours);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (rank == own()) continue;
    bytes::Reader reader(all[rank]);
    add(reader);
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
