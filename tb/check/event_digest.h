// event_digest.h: lists of link events that are too long to keep, as sums of hashes.
#ifndef FLITWISE_TB_CHECK_EVENT_DIGEST_H_
#define FLITWISE_TB_CHECK_EVENT_DIGEST_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/parts/bytes.h"
#include "systemc/topology/types.h"
#include "tb/check/recorder.h"

namespace flitwise::check {

/// 64 bits of all fields of an event; each of them changes about half of the bits.
std::uint64_t hash_of(const LinkEvent& event);

/// Of the events of each window of steps and each block of sending nodes their number and the sum
/// of their hashes, modulo 2^64: free of their order. Two multisets of events that differ have
/// equal digests with a probability of about 2^-64.
///
class EventDigest {
 public:
  /// Steps of a window, nodes of a block.
  struct Grid {
    Step window = 4;
    Node block = 64;
  };
  /// Of a run of so many steps in a network of so many nodes: as it stands, or with larger blocks
  /// and then longer windows, so that no digest takes more than 32 MiB.
  /// Shape: at least one step and one node.
  static Grid grid_of(Node nodes, Step steps);

  explicit EventDigest(Grid grid) : grid_(grid) {}
  EventDigest() : EventDigest(Grid()) {}
  Grid grid() const { return grid_; }

  struct Cell {
    std::int64_t count = 0;
    std::uint64_t sum = 0;
    bool operator==(const Cell& other) const { return count == other.count && sum == other.sum; }
  };
  std::size_t window_of(const LinkEvent& event) const {
    return static_cast<std::size_t>(event.step / grid_.window);
  }
  std::size_t block_of(const LinkEvent& event) const {
    return static_cast<std::size_t>(event.from / grid_.block);
  }

  /// Shape: neither the step nor the sender is negative.
  void add(const LinkEvent& event);

  /// Events so far, and the last of them in the order of lists.
  std::int64_t count() const { return count_; }
  const std::optional<LinkEvent>& last() const { return last_; }
  /// Windows up to that of the last event.
  std::size_t windows() const { return cells_.size(); }

  /// The blocks in which two digests of one grid differ in a window.
  static std::vector<std::size_t> differing_blocks(const EventDigest& a, const EventDigest& b,
                                                   std::size_t window);

 private:
  Cell at(std::size_t window, std::size_t block) const;

  Grid grid_;
  std::vector<std::vector<Cell>> cells_;  // by window, then by block, as far as there are events
  std::size_t blocks_ = 0;                // the most of any window
  std::int64_t count_ = 0;
  std::optional<LinkEvent> last_;
};

/// Holds every link transfer of a run against digests of what theory says, and keeps those of the
/// window that goes on. Of the first window that differs it keeps what was sent in blocks that do,
/// so that the first difference is found as in lists of all events.
class DigestRecorder final : public NetworkObserver {
 public:
  /// `predicted` empty: digests alone. Events from step `until` on are left out.
  DigestRecorder(Recorder::Decode decode, std::optional<EventDigest> predicted,
                 Step until = std::numeric_limits<Step>::max())
      : decode_(std::move(decode)),
        until_(until),
        predicted_(std::move(predicted)),
        measured_(predicted_ ? predicted_->grid() : EventDigest::Grid()) {}
  DigestRecorder(Recorder::DecodeFlit decode, std::optional<EventDigest> predicted)
      : DigestRecorder(Recorder::by_flit(std::move(decode)), std::move(predicted)) {}

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  const EventDigest& measured() const { return measured_; }
  /// Events that are kept: at most those of one window.
  std::size_t kept() const { return kept_.size(); }
  const std::optional<EventDigest>& predicted() const { return predicted_; }

  /// Two lists, both sorted, the comparison of which says what that of all measured and all
  /// predicted events says.
  struct Excerpt {
    std::vector<LinkEvent> measured;
    std::vector<LinkEvent> predicted;
  };
  using Visit = std::function<void(const std::function<void(const LinkEvent&)>&)>;

  /// What was found at some nodes: those that a process watches, of which `predicted` and `visit`
  /// then speak, too.
  struct Finding {
    std::int64_t count = 0;             ///< of measured events
    std::optional<std::size_t> window;  ///< the first one that differs
    std::vector<LinkEvent> measured;    ///< in it, with all that differ
    std::vector<LinkEvent> predicted;   ///< likewise
    std::optional<LinkEvent> last_measured;
    std::optional<LinkEvent> last_predicted;

    /// Writes it, and adds what was found at other nodes and written.
    void write_to(std::string& bytes) const;
    void add_from(bytes::Reader& reader);
  };
  /// `visit` hands on all that theory says, in any order. To be asked when the run is over.
  Finding find_difference(const Visit& visit) const;
  /// Empty where nothing differs.
  static std::optional<Excerpt> excerpt(Finding finding);

 private:
  void close_windows(std::size_t end);

  const Recorder::Decode decode_;
  const Step until_;
  const std::optional<EventDigest> predicted_;
  EventDigest measured_;
  std::size_t window_ = 0;           // that goes on; those before it do not differ
  std::vector<LinkEvent> kept_;      // of this window
  std::vector<std::size_t> blocks_;  // that differ in it; not empty: it has been found
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_EVENT_DIGEST_H_
