#include "tb/check/event_digest.h"

#include <algorithm>

namespace flitwise::check {
namespace {

__extension__ using Product = unsigned __int128;

// Both halves of a product: every bit of it hangs on all bits of both numbers.
std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

template <typename A, typename B>
std::uint64_t word_of(A high, B low) {
  return static_cast<std::uint64_t>(high) << 32U | static_cast<std::uint32_t>(low);
}

// Fractional digits of pi: nobody has chosen them.
constexpr std::uint64_t kPi[] = {0x243f6a8885a308d3U, 0x13198a2e03707344U, 0xa4093822299f31d0U,
                                 0x082efa98ec4e6c89U, 0x452821e638d01377U, 0xbe5466cf34e90c6cU,
                                 0xc0ac29b7c97c50ddU};

}  // namespace

std::uint64_t hash_of(const LinkEvent& e) {
  const std::uint64_t where =
      folded(static_cast<std::uint64_t>(e.step) ^ kPi[0], word_of(e.from, e.to) ^ kPi[1]);
  const std::uint64_t what =
      folded(word_of(e.kind, e.message) ^ kPi[2], static_cast<std::uint64_t>(e.index) ^ kPi[3]);
  const std::uint64_t more = folded(static_cast<std::uint64_t>(e.value) ^ kPi[4],
                                    static_cast<std::uint64_t>(e.stream) ^ kPi[5]);
  return folded(where ^ what ^ more, kPi[6]);
}

EventDigest::Grid EventDigest::grid_of(Node nodes, Step steps) {
  constexpr std::int64_t kMostCells = std::int64_t{1} << 21;
  constexpr std::int64_t kLeastBlocks = 16;
  Grid grid;
  const auto blocks = [&] { return (std::int64_t{nodes} + grid.block - 1) / grid.block; };
  const auto windows = [&] { return steps / grid.window + 1; };
  while (blocks() * windows() > kMostCells && blocks() > kLeastBlocks) grid.block *= 2;
  while (blocks() * windows() > kMostCells) grid.window *= 2;
  return grid;
}

void EventDigest::add(const LinkEvent& event) {
  const std::size_t window = window_of(event);
  const std::size_t block = block_of(event);
  if (window >= cells_.size()) cells_.resize(window + 1);
  std::vector<Cell>& row = cells_[window];
  if (block >= row.size()) row.resize(block + 1);
  blocks_ = std::max(blocks_, block + 1);
  ++row[block].count;
  row[block].sum += hash_of(event);
  ++count_;
  if (!last_ || *last_ < event) last_ = event;
}

EventDigest::Cell EventDigest::at(std::size_t window, std::size_t block) const {
  return window < cells_.size() && block < cells_[window].size() ? cells_[window][block] : Cell();
}

std::vector<std::size_t> EventDigest::differing_blocks(const EventDigest& a, const EventDigest& b,
                                                       std::size_t window) {
  std::vector<std::size_t> blocks;
  for (std::size_t block = 0; block < std::max(a.blocks_, b.blocks_); ++block)
    if (!(a.at(window, block) == b.at(window, block))) blocks.push_back(block);
  return blocks;
}

void DigestRecorder::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const LinkEvent event = decode_(step, transfer);
    if (event.step >= until_) continue;
    close_windows(measured_.window_of(event));
    measured_.add(event);
    if (predicted_ && blocks_.empty()) kept_.push_back(event);
  }
}

// All windows before `end` are over.
void DigestRecorder::close_windows(std::size_t end) {
  if (!predicted_ || !blocks_.empty()) return;
  for (; window_ < end; ++window_) {
    blocks_ = EventDigest::differing_blocks(measured_, *predicted_, window_);
    if (!blocks_.empty()) return;
    kept_.clear();
  }
}

DigestRecorder::Finding DigestRecorder::find_difference(const Visit& visit) const {
  Finding finding;
  finding.count = measured_.count();
  finding.last_measured = measured_.last();
  if (!predicted_) return finding;
  finding.last_predicted = predicted_->last();
  DigestRecorder closed = *this;
  closed.close_windows(std::max(measured_.windows(), predicted_->windows()));
  if (closed.blocks_.empty()) return finding;
  finding.window = closed.window_;
  const auto is_kept = [&](const LinkEvent& event) {
    return measured_.window_of(event) == closed.window_ &&
           std::binary_search(closed.blocks_.begin(), closed.blocks_.end(),
                              measured_.block_of(event));
  };
  for (const LinkEvent& event : closed.kept_)
    if (is_kept(event)) finding.measured.push_back(event);
  visit([&](const LinkEvent& event) {
    if (is_kept(event)) finding.predicted.push_back(event);
  });
  return finding;
}

std::optional<DigestRecorder::Excerpt> DigestRecorder::excerpt(Finding finding) {
  if (!finding.window) return std::nullopt;
  Excerpt excerpt{std::move(finding.measured), std::move(finding.predicted)};
  std::vector<LinkEvent>& came = excerpt.measured;
  std::vector<LinkEvent>& due = excerpt.predicted;
  std::sort(came.begin(), came.end());
  std::sort(due.begin(), due.end());
  const auto [m, p] = std::mismatch(came.begin(), came.end(), due.begin(), due.end());
  const LinkEvent first = m == came.end() || (p != due.end() && *p < *m) ? *p : *m;
  // Whether anything comes later at all is part of what a comparison says.
  const auto close = [&](std::vector<LinkEvent>& list, const std::optional<LinkEvent>& last) {
    if (last && first < *last && (list.empty() || list.back() < *last)) list.push_back(*last);
  };
  close(came, finding.last_measured);
  close(due, finding.last_predicted);
  return excerpt;
}

namespace {

std::vector<LinkEvent> list_of(const std::optional<LinkEvent>& event) {
  return event ? std::vector<LinkEvent>{*event} : std::vector<LinkEvent>();
}

void add_last(std::optional<LinkEvent>& last, const std::vector<LinkEvent>& other) {
  if (!other.empty() && (!last || *last < other[0])) last = other[0];
}

}  // namespace

void DigestRecorder::Finding::write_to(std::string& bytes) const {
  bytes::put(bytes, count);
  bytes::put(bytes, window.has_value());
  bytes::put(bytes, window.value_or(0));
  for (const std::vector<LinkEvent>& events :
       {measured, predicted, list_of(last_measured), list_of(last_predicted)})
    bytes::put_all(bytes, events);
}

// Where a later window is the first to differ nothing is known to differ in this one.
void DigestRecorder::Finding::add_from(bytes::Reader& reader) {
  count += reader.take<std::int64_t>();
  const bool has_other = reader.take<bool>();
  const auto other = reader.take<std::size_t>();
  const bool is_first = has_other && (!window || other < *window);
  if (is_first) {
    window = other;
    measured.clear();
    predicted.clear();
  }
  for (std::vector<LinkEvent>* events : {&measured, &predicted}) {
    const std::vector<LinkEvent> others = reader.take_all<LinkEvent>();
    if (has_other && other == window) events->insert(events->end(), others.begin(), others.end());
  }
  add_last(last_measured, reader.take_all<LinkEvent>());
  add_last(last_predicted, reader.take_all<LinkEvent>());
}

}  // namespace flitwise::check
