// flit_codec.h: between a PE's protocol and its router: messages as flits, flits as arrivals.
#ifndef FLITWISE_SYSTEMC_PE_FLIT_CODEC_H_
#define FLITWISE_SYSTEMC_PE_FLIT_CODEC_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise {

/// The way from a PE into its router.
class RouterPort {
 public:
  virtual ~RouterPort() = default;
  /// Flits through the PE's port, one a step; the first crosses its first link `after` steps from
  /// now, at least 1.
  virtual void write(std::uint32_t port, Step after, std::vector<RawFlit> flits) = 0;
};

/// Knows the flits of one sort of router, for one PE: nothing else in a PE does.
class FlitCodec {
 public:
  virtual ~FlitCodec() = default;

  /// Writes the flits of a message, head to tail.
  /// Errors: throws std::range_error when a value does not fit its field, std::logic_error for a
  ///         message that these routers cannot carry.
  virtual void send(const protocols::Transmission& transmission, RouterPort& router) = 0;

  /// What the protocol sees of a flit that reaches the PE; empty: nothing. `address` is what the
  /// network says of the way in, see Handover.
  virtual std::optional<protocols::Arrival> take(Step step, std::uint64_t address,
                                                 RawFlit flit) = 0;
  /// The same of all flits of a step at once, where nothing that the protocol does at one changes
  /// what it sees of the next, and nothing follows: of ports from `first` on, 0 where one brings
  /// none. `arrivals` has what the last call has left. False: it is to be asked flit by flit.
  virtual bool take_all(Step, std::uint64_t first, const RawFlit* flits, std::size_t count,
                        std::vector<protocols::Arrival>& arrivals) {
    static_cast<void>(first);
    static_cast<void>(flits);
    static_cast<void>(count);
    static_cast<void>(arrivals);
    return false;
  }
  /// Called when the protocol has seen all that a flit brings: writes what goes on by itself.
  virtual void follow(RouterPort&) {}
};

/// For codecs: a value that does not fit its field must never be cut off in silence.
/// Errors: throws std::range_error unless 0 <= value <= most.
void require_fits(const char* what, std::int64_t value, std::int64_t most);

/// For codecs: payload of flit k, from 0, of a message: its word if the message has words, else the
/// flit's number.
std::uint32_t number_or_word(const protocols::Transmission& transmission, Flits k);
/// For codecs: that there is a word for each flit, and each fits a payload.
/// Errors: throws std::logic_error, std::range_error.
void expect_words(const protocols::Transmission& transmission, FlitFormat format = {});

/// For codecs: what every protocol sees of a flit.
protocols::Arrival arrival_of(const LinkEvent& event, RawFlit flit, FlitFormat format = {});

/// Of one PE, the nodes at the other ends of its links.
class PeLinks {
 public:
  /// Shape: an entry a port, kNoNode for a link that is not there; empty for a single-port PE.
  PeLinks(Node self, std::vector<Node> neighbours)
      : self_(self), neighbours_(std::move(neighbours)) {}

  Node self() const { return self_; }
  std::size_t ports() const { return neighbours_.size(); }
  Node at(std::uint64_t port) const { return neighbours_.at(port); }
  /// The port to a neighbour; 0 for kNoNode, which leaves the choice to the router.
  /// Errors: throws std::logic_error when no link leads there.
  std::uint32_t port_to(Node neighbour) const;
  /// The port that a message leaves by.
  /// Errors: throws std::logic_error when there is none.
  std::uint32_t port_of(const protocols::Transmission& transmission) const;

 private:
  Node self_;
  std::vector<Node> neighbours_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_FLIT_CODEC_H_
