// star_answers.h: packets that a PE of a star graph sends while it still receives their cause.
#ifndef FLITWISE_SYSTEMC_PE_STAR_ANSWERS_H_
#define FLITWISE_SYSTEMC_PE_STAR_ANSWERS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// A flit that is due at a port of the PE.
struct StarAnswerFlit {
  std::uint32_t port = 0;
  Step after = 1;  ///< as the packet's head
  RawFlit flit = 0;
};

/// One input of a PE: a packet of several flits may be passed on, or answered, when its head is
/// there. The flits of the answer follow as those of the packet come in, and one that comes damaged
/// makes a damaged one, so that the next router drops the answer as this one drops the packet.
class StarAnswers {
 public:
  /// Notes a flit that has come in; returns whether the protocol may see it: no damaged one, and
  /// nothing behind a damaged one until the next head.
  bool take(RawFlit flit);
  /// Whether more flits of the packet are to come.
  bool is_open() const { return is_open_; }

  /// An answer to the packet that comes in: returns the flits that leave at once.
  std::vector<RawFlit> begin(std::uint32_t port, Step after, std::vector<RawFlit> flits);
  /// One flit of each answer begun earlier, to be called once for every flit that has come in.
  std::vector<StarAnswerFlit> next();

 private:
  struct Answer {
    std::uint32_t port = 0;
    Step after = 1;
    std::vector<RawFlit> flits;
    std::size_t sent = 0;
  };
  std::vector<Answer> answers_;
  std::size_t taken_ = 0;    // flits of the packet
  bool is_open_ = false;     // its tail is still to come
  bool is_damaged_ = false;  // the flit before
  bool is_lost_ = false;     // the packet
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_STAR_ANSWERS_H_
