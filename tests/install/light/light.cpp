// light: figure 4 of README: what theory says of a gather by six PEs, and the PEs that would run
// it.
#include <flitwise/check.h>
#include <flitwise/protocol.h>

#include <cstdio>

int main() {
  namespace theory = flitwise::theory;
  namespace protocols = flitwise::protocols;
  const flitwise::Tree path(flitwise::path_parents(6));
  const std::vector<flitwise::Flits> lengths{0, 2, 3, 0, 2, 1};

  theory::CertificationVariant by_theory;
  by_theory.rule = theory::Rule::kTight;
  by_theory.sync = theory::Sync::kSeq;
  const theory::Prediction predicted = theory::predict_certification(path, lengths, by_theory);
  protocols::CertificationVariant by_pes;
  by_pes.rule = protocols::LagRule::kTight;
  by_pes.sync = protocols::Sync::kSeq;
  const protocols::Protocols pes = protocols::make_certification(path, lengths, by_pes);

  flitwise::Ledger ledger;
  ledger.add("finish", predicted.finish, predicted.finish, predicted.source_of("finish"));
  const flitwise::check::Check same =
      flitwise::check::compare("finish", 20, predicted.finish, "figure 4");
  std::printf("Flitwise %d: %d PEs finish in step %d; step 20 %s\n", FLITWISE_VERSION_MAJOR,
              static_cast<int>(pes.size()), static_cast<int>(predicted.finish),
              flitwise::check::is_broken(same) ? "is refused" : "would do, too");
  return ledger.entries().size() == 1 ? 0 : 1;
}
