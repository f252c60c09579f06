// certification_root.h: PE 0 of Transmission-Certification.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATION_ROOT_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATION_ROOT_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification/polling.h"
#include "systemc/protocols/tree/certification/stream_intake.h"
#include "systemc/protocols/tree/local_facts.h"

namespace flitwise::protocols {

/// PE 0: polls from step 1 on, orders, then takes in what it ordered.
///
/// Time: let t be the step of its last certificate plus K(d). Single-port: it acts as if ordered in
///       step t with s equal to its own lag c, so that the stream starts as early as it can: flit k
///       arrives in step t + c + k - 2; at a slower pace k - 1 flit times after the first. Under
///       LagRule::kPrinted the stream may begin in any step.
///       Multiport: every child is ordered in step t + 1 with its
///       own lag and has a stream of its own: flit k arrives over its link in t + 1 + c_j + k - 1.
/// Errors: `start` throws std::logic_error when the constants cannot be those of its tree: fewer
///         broadcast steps than children.
class CertificationRoot final : public PeProtocol {
 public:
  CertificationRoot(const LocalFacts& facts, const CertificationVariant& variant,
                    const SyncConstants& constants);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  void take_certificate(const Arrival& arrival, Outbox& outbox);
  void take_data(const Arrival& arrival);
  void order_one_stream(const Arrival& last_certificate, Outbox& outbox);
  void order_stream_per_child(Step now, Outbox& outbox);
  void send_order(Node child, Step after, std::int64_t s, Outbox& outbox) const;
  bool has_all() const;

  LocalFacts facts_;
  CertificationVariant variant_;
  SyncConstants constants_;
  std::unique_ptr<Polling> polling_;
  std::map<Node, StreamIntake> streams_;  // by link_to(the child it comes from)
  ComplaintBook book_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATION_ROOT_H_
