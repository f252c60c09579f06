#include "tests/theory/tree/variants.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace flitwise::test {

using theory::Certificate;
using theory::CertificationVariant;
using theory::Ports;
using theory::Rule;
using theory::SortCost;
using theory::Sync;

const std::vector<Rule> kAllRules{Rule::kPaper, Rule::kTight, Rule::kSkip, Rule::kPosIdx,
                                  Rule::kPos};
const std::vector<SortCost> kAllSortCosts{SortCost::kZero, SortCost::kOne, SortCost::kDegree,
                                          SortCost::kDegreeLog};

CertificationVariant polled(Rule rule) { return single_port(rule, Sync::kSeq); }

CertificationVariant single_port(Rule rule, Sync sync) {
  return {rule, sync, SortCost::kZero, Ports::kSingle};
}

CertificationVariant multiport(Rule rule, SortCost cost) {
  return {rule, Sync::kSeq, cost, Ports::kMulti};
}

std::vector<CertificationVariant> all_variants() {
  std::vector<CertificationVariant> all;
  for (const Rule rule : kAllRules) {
    for (const SortCost cost : kAllSortCosts) {
      for (const Sync sync : {Sync::kSeq, Sync::kMirror, Sync::kSlot, Sync::kSlotIndex}) {
        if (sync == Sync::kMirror && cost != SortCost::kZero) continue;
        all.push_back({rule, sync, cost, Ports::kSingle});
      }
      all.push_back(multiport(rule, cost));
    }
  }
  return all;
}

std::string name_of(const CertificationVariant& variant) {
  static constexpr const char* kRules[] = {"Paper", "Tight", "Skip", "PosIdx", "Pos"};
  static constexpr const char* kSyncs[] = {"Seq", "Mirror", "Slot", "SlotIndex"};
  static constexpr const char* kCosts[] = {"K0", "K1", "Kd", "KdLogd"};
  return std::string(kRules[static_cast<int>(variant.rule)]) +
         (variant.ports == Ports::kMulti ? "Multiport" : kSyncs[static_cast<int>(variant.sync)]) +
         kCosts[static_cast<int>(variant.sort_cost)];
}

bool orders_all(Rule rule) { return rule == Rule::kPaper || rule == Rule::kTight; }

Certificate certify(Flits own, const std::vector<Certificate>& children, Rule rule, Ports ports) {
  return theory::plan_pe(own, children, rule, ports).certificate;
}

std::vector<Certificate> certificates(const Tree& tree, const std::vector<Flits>& lengths,
                                      Rule rule, Ports ports) {
  std::vector<Certificate> all;
  for (const theory::PePlan& plan : theory::plan_all(tree, lengths, rule, ports))
    all.push_back(plan.certificate);
  return all;
}

std::vector<std::size_t> by_lag(const std::vector<Certificate>& children) {
  std::vector<std::size_t> order(children.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return children[a].lag < children[b].lag; });
  return order;
}

std::vector<Step> index_order_delays(const Tree& tree) {
  std::vector<Step> delays(static_cast<std::size_t>(tree.size()), 0);
  for (const Node v : tree.depth_first()) {
    Step delay = delays[static_cast<std::size_t>(v)];
    for (const Node child : tree.children(v)) delays[static_cast<std::size_t>(child)] = ++delay;
  }
  return delays;
}

OnePe random_pe(std::uint64_t seed, std::size_t most_children) {
  std::mt19937_64 random(seed);
  OnePe pe;
  pe.own = static_cast<Flits>(random() % 5);
  pe.children.resize(random() % (most_children + 1));
  for (theory::Certificate& child : pe.children)
    child = {static_cast<std::int64_t>(1 + random() % 12), static_cast<Flits>(random() % 5)};
  return pe;
}

}  // namespace flitwise::test
