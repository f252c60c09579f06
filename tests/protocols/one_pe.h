// one_pe.h: one PE on a bench: arrivals in by hand, transmissions out into a list.
#ifndef FLITWISE_TESTS_PROTOCOLS_ONE_PE_H_
#define FLITWISE_TESTS_PROTOCOLS_ONE_PE_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols::test {

/// Keeps what is sent.
class SentList final : public Outbox {
 public:
  void send(const Transmission& transmission) override { sent.push_back(transmission); }
  std::vector<Transmission> sent;
};

/// A control flit that reaches PE `about` or is about it.
inline Arrival control(Step step, FlitKind kind, Node from, Node about, std::int64_t value = 0,
                       Flits stream = 0) {
  return {step, kind, from, about, 1, true, value, stream, 0};
}

/// Flit `index` of `length` of a message.
inline Arrival data(Step step, Node from, Node message, Flits index, Flits length) {
  return {step, FlitKind::kData, from, message, index, index == length, 0, 0, 0};
}

/// Starts a PE and hands it arrivals; returns what it sends.
inline std::vector<Transmission> feed(PeProtocol& pe, const std::vector<Arrival>& arrivals) {
  SentList list;
  pe.start(list);
  for (const Arrival& arrival : arrivals) pe.receive(arrival, list);
  return list.sent;
}

/// What the PE says aloud then.
template <typename Pe>
std::vector<std::string> after(Pe pe, const std::vector<Arrival>& arrivals) {
  feed(pe, arrivals);
  return pe.complaints();
}

/// What goes against a protocol, all that was said of it, and the only thing that should be.
struct Said {
  const char* what;
  std::vector<std::string> complaints;
  std::string expected;
};
inline void expect_complaints(const std::vector<Said>& table) {
  for (const Said& row : table)
    EXPECT_EQ(row.complaints, std::vector<std::string>{row.expected}) << row.what;
}

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_ONE_PE_H_
