#include "systemc/protocols/cover/cover_protocols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

#include "systemc/protocols/tree/scatter.h"
#include "tests/protocols/one_pe.h"

namespace flitwise::protocols::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Arrival on_tree(TreeIndex tree, Arrival arrival) {
  arrival.tree = tree;
  return arrival;
}

// Takes in `lengths[t]` flits of its message on tree t.
CompositeProtocol receiver(const std::vector<Flits>& lengths) {
  Protocols parts;
  for (std::size_t t = 0; t < lengths.size(); ++t)
    parts.push_back(
        std::make_unique<ScatterReceiver>(LocalFacts{5, static_cast<Node>(t), {}, lengths[t], 0}));
  return CompositeProtocol(std::move(parts));
}

TEST(CompositeProtocol, MarksWhatItSendsWithItsTree) {
  Protocols parts;
  for (const Node child : {1, 2})
    parts.push_back(std::make_unique<ScatterRoot>(std::vector<Flits>{0, 1, 1},
                                                  std::vector<ScatterStream>{{child, {child}}}));
  CompositeProtocol root(std::move(parts));
  const std::vector<Transmission> sent = feed(root, {});

  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].tree, 0);
  EXPECT_EQ(sent[0].destination, 1);
  EXPECT_EQ(sent[1].tree, 1);
  EXPECT_EQ(sent[1].destination, 2);
}

TEST(CompositeProtocol, GivesEachFlitToThePartOfItsTree) {
  CompositeProtocol pe = receiver({1, 1});
  EXPECT_THAT(pe.waiting_for(), ElementsAre("1 more flit of the message of PE 5 (tree 0)",
                                            "1 more flit of the message of PE 5 (tree 1)"));
  feed(pe, {on_tree(1, data(3, 1, 5, 1, 1))});

  EXPECT_THAT(pe.waiting_for(), ElementsAre("1 more flit of the message of PE 5 (tree 0)"));
  EXPECT_THAT(pe.complaints(), IsEmpty());
}

TEST(CompositeProtocol, SaysOnWhichTreeSomethingWentWrong) {
  CompositeProtocol pe = receiver({1, 0});
  feed(pe, {on_tree(1, data(3, 1, 5, 1, 1))});

  EXPECT_THAT(pe.complaints(), ElementsAre("PE 5, step 3: flit 1 of message 5 from PE 1: expected "
                                           "0 flits in all (tree 1)"));
}

TEST(CompositeProtocol, ShowsTheFirstTreeThatIsAtWork) {
  CompositeProtocol pe = receiver({1, 2});
  EXPECT_EQ(pe.state(), PeState::kDormant);
  feed(pe, {on_tree(1, data(3, 1, 5, 1, 2))});
  EXPECT_EQ(pe.state(), PeState::kCollecting);
  EXPECT_EQ(pe.state_at(9), PeState::kCollecting);
  feed(pe, {on_tree(1, data(4, 1, 5, 2, 2))});
  EXPECT_EQ(pe.state(), PeState::kDormant);
  feed(pe, {on_tree(0, data(5, 0, 5, 1, 1))});
  EXPECT_EQ(pe.state(), PeState::kDone);
}

TEST(CompositeProtocol, LeavesOutTreesThatThePeIsNotIn) {
  Protocols parts;
  parts.push_back(nullptr);
  parts.push_back(std::make_unique<ScatterReceiver>(LocalFacts{5, 1, {}, 1, 0}));
  CompositeProtocol pe(std::move(parts));

  EXPECT_THAT(pe.waiting_for(), ElementsAre("1 more flit of the message of PE 5 (tree 1)"));
  EXPECT_THROW(feed(pe, {on_tree(0, data(3, 1, 5, 1, 1))}), std::logic_error);
  EXPECT_THROW(feed(pe, {on_tree(kNoTree, data(3, 1, 5, 1, 1))}), std::logic_error);
}

TEST(CompositeProtocol, RefusesAPeThatIsInNoTree) {
  Protocols parts(2);
  EXPECT_THROW(CompositeProtocol(std::move(parts)), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::protocols::test
