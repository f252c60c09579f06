// complaint_book.h: where a PE writes down what went against its protocol.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COMPLAINT_BOOK_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COMPLAINT_BOOK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

/// The complaints of one PE. Keeps the first `kKept` and counts the rest, because one lost flit can
/// make every later flit of a long stream wrong.
class ComplaintBook {
 public:
  static constexpr std::size_t kKept = 20;

  explicit ComplaintBook(Node self) : self_(self) {}

  /// Adds "PE 3, step 7: token from PE 1: <why>".
  void about(const Arrival& arrival, const std::string& why);

  std::vector<std::string> all() const;

 private:
  Node self_;
  std::size_t count_ = 0;
  std::vector<std::string> kept_;
};

/// What arrived, in words: "token from PE 1", "flit 3 of message 5 from PE 2".
std::string describe(const Arrival& arrival);

/// "PE 4".
std::string pe_name(Node v);

/// Of an order to begin before it comes: "PE 4 would have to begin -2 steps after its order".
std::string no_such_order(Node child, std::int64_t s);

/// What is wrong with the mark of the last flit of a message of `length`; nothing if it is right.
std::optional<std::string> fault_of_last_mark(const Arrival& arrival, Flits length);

/// "2 more flits of the message of PE 3".
std::string flits_owed(Flits missing, Node origin);

/// "1 more flit", "3 more flits" of `what` = "more flit".
std::string counted(Flits count, const std::string& what);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COMPLAINT_BOOK_H_
