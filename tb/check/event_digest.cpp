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
    close_windows(EventDigest::window_of(event));
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

std::optional<DigestRecorder::Excerpt> DigestRecorder::difference(
    const std::function<void(const std::function<void(const LinkEvent&)>&)>& visit) const {
  if (!predicted_) return std::nullopt;
  DigestRecorder closed = *this;
  closed.close_windows(std::max(measured_.windows(), predicted_->windows()));
  if (closed.blocks_.empty()) return std::nullopt;
  const auto is_kept = [&](const LinkEvent& event) {
    return EventDigest::window_of(event) == closed.window_ &&
           std::binary_search(closed.blocks_.begin(), closed.blocks_.end(),
                              EventDigest::block_of(event));
  };
  Excerpt excerpt;
  for (const LinkEvent& event : closed.kept_)
    if (is_kept(event)) excerpt.measured.push_back(event);
  visit([&](const LinkEvent& event) {
    if (is_kept(event)) excerpt.predicted.push_back(event);
  });
  std::vector<LinkEvent>& came = excerpt.measured;
  std::vector<LinkEvent>& due = excerpt.predicted;
  std::sort(came.begin(), came.end());
  std::sort(due.begin(), due.end());
  const auto [m, p] = std::mismatch(came.begin(), came.end(), due.begin(), due.end());
  const LinkEvent first = m == came.end() || (p != due.end() && *p < *m) ? *p : *m;
  // Whether anything comes later at all is part of what a comparison says.
  const auto close = [&](std::vector<LinkEvent>& list, const EventDigest& all) {
    const LinkEvent& last = *all.last();
    if (first < last && (list.empty() || list.back() < last)) list.push_back(last);
  };
  if (measured_.last()) close(came, measured_);
  if (predicted_->last()) close(due, *predicted_);
  return excerpt;
}

}  // namespace flitwise::check
