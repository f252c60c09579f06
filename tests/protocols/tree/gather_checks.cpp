#include "tests/protocols/tree/gather_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "systemc/protocols/tree/stream_plan.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

Flits length_of(const Case& c, Node v) { return c.lengths[static_cast<std::size_t>(v)]; }

Flits subtree_flits(const Tree& tree, const Case& c, Node v) {
  Flits sum = 0;
  for (Node a = tree.address(v); a < tree.subtree_end(v); ++a) sum += length_of(c, tree.node_at(a));
  return sum;
}

Step work_of(const Tree& tree, const CertificationVariant& variant, Node v) {
  return sort_steps(variant.sort_cost, tree.children(v).size());
}

// The stream over one link has a flit in `first` and then `flits` in all, one every `every` steps.
void expect_stream(const std::vector<LinkEvent>& stream, Step first, Flits flits, Step every) {
  ASSERT_EQ(static_cast<Flits>(stream.size()), flits);
  for (std::size_t k = 0; k < stream.size(); ++k)
    ASSERT_EQ(stream[k].step, first + static_cast<Step>(k) * every)
        << "flit " << k + 1 << " of the stream";
}

// Nothing leaves by the port of a PE's message while it is being set up or its first flit sent.
void expect_setup(const Record& run, Node v, Node parent, const CertificationVariant& variant) {
  const Step first = run.dispatch(v).value();
  for (const LinkEvent& event : run.events) {
    const bool shares_the_port =
        event.from == v && (variant.ports == Ports::kSingle || event.to == parent);
    if (!shares_the_port) continue;
    ASSERT_FALSE(event.step < first &&
                 event.step > first - variant.pace.setup - variant.pace.flit_time)
        << "step " << event.step;
  }
}

void expect_promises_kept(const Record& run, const Tree& tree, const Case& c,
                          const CertificationVariant& variant, const TreeLatency& latency) {
  const auto certificates = by_message(run, FlitKind::kCertificate);
  const auto orders = by_message(run, FlitKind::kOrder);
  for (Node v = 1; v < tree.size(); ++v) {
    SCOPED_TRACE("PE " + std::to_string(v));
    const LinkEvent& certificate = certificates.at(v);
    ASSERT_EQ(certificate.stream, subtree_flits(tree, c, v));
    const bool wants_order = certificate.stream > 0 || orders_null_streams(variant.rule);
    ASSERT_EQ(orders.count(v), wants_order ? 1U : 0U);
    if (!wants_order) continue;
    const LinkEvent& order = orders.at(v);
    const Step first = order.step + latency.down_to(v) - 1 + order.value;
    ASSERT_GE(order.value, certificate.value);
    expect_stream(run.data_on(v, tree.parent(v)), first, certificate.stream,
                  variant.pace.flit_time);
    if (length_of(c, v) > 0) {
      ASSERT_EQ(run.dispatch(v), first);
      ASSERT_GE(order.value, variant.pace.setup + variant.pace.flit_time);
      expect_setup(run, v, tree.parent(v), variant);
    }
  }
}

// Steps from a PE's token to the last one below it, children by decreasing steps that it takes to
// the last one of theirs.
Step broadcast_steps(const Tree& tree, Node v, const TreeLatency& latency) {
  std::vector<Step> below;
  for (const Node child : tree.children(v))
    below.push_back(latency.down_to(child) - 1 + broadcast_steps(tree, child, latency));
  std::sort(below.rbegin(), below.rend());
  Step most = 0;
  for (std::size_t p = 0; p < below.size(); ++p)
    most = std::max(most, latency.reaction_of(v) + static_cast<Step>(p) + below[p]);
  return most;
}

// Steps from a PE's token to its certificate if nobody else is in the way; for PE 0, to its last
// child's, plus its reaction.
Step unhindered(const Tree& tree, const CertificationVariant& variant, Node v,
                const TreeLatency& latency) {
  Step last = 0;
  for (const Node child : tree.children(v))
    last =
        std::max(last, latency.reaction_of(v) + latency.down_to(child) - 1 +
                           unhindered(tree, variant, child, latency) + latency.up_from(child) - 1);
  return last + latency.reaction_of(v) + (v == 0 ? 0 : work_of(tree, variant, v));
}

void expect_synchronisation(const Record& run, const Tree& tree,
                            const CertificationVariant& variant, const TreeLatency& latency) {
  const Step t = last_certificate(run, latency);
  // Reaction of PE 0, which begins as if it had got a token so many steps before step 1.
  const Step g = latency.reaction_of(0);
  const Step fastest = 1 - g + unhindered(tree, variant, 0, latency) - g;
  Step tour = 1 - g;
  for (Node v = 1; v < tree.size(); ++v)
    tour += latency.reaction_of(tree.parent(v)) + latency.down_to(v) - 1 + latency.reaction_of(v) +
            latency.up_from(v) - 1 + work_of(tree, variant, v);
  const Step mirrored = 2 * broadcast_steps(tree, 0, latency) + 1 - g;
  if (variant.ports == Ports::kMulti) {
    ASSERT_EQ(t, fastest);
  } else if (variant.sync == Sync::kSeq) {
    ASSERT_EQ(t, tour);
  } else if (variant.sync == Sync::kMirror) {
    ASSERT_EQ(t, mirrored);
  } else {
    ASSERT_GE(t, fastest);
    ASSERT_GT(t, tree.max_child_count());
    ASSERT_LE(t, tour);
    const bool can_mirror = obstacle_to_mirror(tree, latency).empty();
    if (variant.sync == Sync::kSlot && variant.sort_cost == SortCost::kZero && can_mirror) {
      ASSERT_LE(t, mirrored);
    }
  }
}

std::vector<Certificate> certificates_of_children(const Record& run, const Tree& tree) {
  const auto certificates = by_message(run, FlitKind::kCertificate);
  std::vector<Certificate> children;
  for (const Node v : tree.children(0))
    children.push_back({certificates.at(v).value, certificates.at(v).stream});
  return children;
}

void expect_finish(const Record& run, const Tree& tree, const Case& c,
                   const CertificationVariant& variant, const TreeLatency& latency) {
  const Step ordered = last_certificate(run, latency) + work_of(tree, variant, 0);
  const std::vector<Certificate> children = certificates_of_children(run, tree);
  Step finish = 0;
  if (variant.ports == Ports::kMulti) {
    for (std::size_t j = 0; j < children.size(); ++j) {
      const Node v = tree.children(0)[j];
      const Step order = ordered + latency.reaction_of(0) + latency.down_to(v) - 1;
      if (children[j].stream > 0)
        finish = std::max(finish, order + children[j].lag + latency.up_from(v) - 1 +
                                      variant.pace.of_flits(children[j].stream - 1));
    }
  } else if (c.total() > 0) {
    LocalLatency root{latency.router_of(0), latency.reaction_of(0), {}};
    for (const Node v : tree.children(0))
      root.children.push_back({latency.down_to(v), latency.up_from(v), latency.reaction_of(v)});
    const StreamPlan plan = plan_stream(variant, Role::kRoot, 0, children, root);
    finish = ordered + plan.certificate.lag - root.router + variant.pace.of_flits(c.total() - 1);
  }
  ASSERT_EQ(run.finish, finish);
  if (c.total() == 0 && !orders_null_streams(variant.rule)) {
    ASSERT_EQ(run.quiesce, last_certificate(run, latency));
  }
}

}  // namespace

Record run_variant(const Case& c, const CertificationVariant& variant, const TreeLatency& latency) {
  const Tree tree(c.parents);
  return run_on(tree, make_certification(tree, c.lengths, variant, latency), variant.ports,
                latency);
}

std::map<Node, LinkEvent> by_message(const Record& run, FlitKind kind) {
  std::map<Node, LinkEvent> found;
  for (const LinkEvent& event : run.events)
    if (event.kind == kind) found[event.message] = event;
  return found;
}

Step last_certificate(const Record& run, const TreeLatency& latency) {
  Step last = 0;
  for (const LinkEvent& event : run.events)
    if (event.kind == FlitKind::kCertificate && event.to == 0)
      last = std::max(last, event.step + latency.up_from(event.from) - 1);
  return last;
}

void expect_sound_gather(const Case& c, const CertificationVariant& variant,
                         const TreeLatency& latency) {
  const Tree tree(c.parents);
  const Record run = run_variant(c, variant, latency);
  ASSERT_EQ(run.faults(), "");
  ASSERT_NO_FATAL_FAILURE(expect_promises_kept(run, tree, c, variant, latency));
  ASSERT_NO_FATAL_FAILURE(expect_synchronisation(run, tree, variant, latency));
  ASSERT_NO_FATAL_FAILURE(expect_finish(run, tree, c, variant, latency));
}

}  // namespace flitwise::protocols::test
