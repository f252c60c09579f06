// polling.h: how a PE asks its children for their certificates.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_POLLING_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_POLLING_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification/certificate.h"
#include "systemc/protocols/tree/certification/certification_variant.h"
#include "systemc/protocols/tree/certification/sync_schedule.h"
#include "systemc/protocols/tree/local_facts.h"

namespace flitwise::protocols {

/// Phases 1 and 2 as one PE sees them: tokens to its children, certificates from them.
class Polling {
 public:
  virtual ~Polling() = default;

  /// Sends the first token or all of them; `value` is that of the PE's own token. Says what is
  /// wrong with the value instead.
  virtual std::optional<std::string> begin(std::int64_t value, Outbox& outbox) = 0;

  /// Takes a certificate. Says what is wrong with it instead when no child owed it.
  virtual std::optional<std::string> take(const Arrival& arrival, Outbox& outbox) = 0;

  /// The children that were sent a token and have not answered, by number.
  virtual std::vector<Node> asked() const = 0;

  virtual bool is_complete() const = 0;

  /// By child, in index order; meaningful once polling is complete.
  virtual std::vector<Certificate> certificates() const = 0;
};

/// The polling of the PE with these facts and constants.
std::unique_ptr<Polling> make_polling(const LocalFacts& facts, const CertificationVariant& variant,
                                      const SyncConstants& constants);

/// "certificate of PE 3" for each child that was asked.
std::vector<std::string> certificates_owed(const Polling& polling);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_POLLING_H_
