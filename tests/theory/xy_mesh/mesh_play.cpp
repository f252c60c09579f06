#include "tests/theory/xy_mesh/mesh_play.h"

#include <algorithm>
#include <utility>

namespace flitwise::test {

MeshPlay::MeshPlay(const XyMesh& mesh, TorusLatency latency, std::optional<Step> depth, int lanes)
    : mesh_(mesh),
      latency_(std::move(latency)),
      depth_(depth),
      lane_count_(static_cast<std::size_t>(lanes)),
      sent_(index_of(mesh.size()), 0),
      routers_(index_of(mesh.size())) {
  for (Router& router : routers_) {
    router.queues.resize(1 + XyMesh::kChannels * lane_count_);
    router.lanes.assign(XyMesh::kChannels, std::vector<Lane>(lane_count_));
    router.lanes.emplace_back(1);
  }
}

std::size_t MeshPlay::send(Node from, Node to, Flits flits, Step handed) {
  messages_.push_back({from, to, flits, sent_[index_of(from)]++, 0});
  for (Flits i = 0; i < flits; ++i)
    routers_[index_of(from)].at_pe.push_back({messages_.size() - 1, i, handed + i});
  inside_ += flits;
  return messages_.size() - 1;
}

void MeshPlay::hand_over(Router& router) {
  if (router.at_pe.empty() || router.at_pe.front().came > now_) return;
  if (depth_ && router.injection.used >= *depth_) return;
  ++router.injection.used;
  Queue& queue = router.queues.front();
  Flit flit = router.at_pe.front();
  router.at_pe.pop_front();
  flit.came = now_;
  if (queue.flits.empty()) queue.first_since = now_;
  queue.flits.push_back(flit);
}

int MeshPlay::output_of(Node at, Node to) const {
  const int columns = mesh_.side(0);
  if (to % columns > at % columns) return 0;
  if (to % columns < at % columns) return 1;
  if (to > at) return 2;
  return to < at ? 3 : kPe;
}

bool MeshPlay::asks(const Queue& queue) const {
  if (queue.flits.empty() || queue.flits.front().came > now_) return false;
  const Flit& first = queue.flits.front();
  return first.index == 0 ? now_ >= queue.first_since + latency_.pipeline.head_wait()
                          : now_ >= first.came + latency_.pipeline.body_wait();
}

std::optional<int> MeshPlay::free_lane(const Router& router, const Queue& queue, int output) const {
  const auto& lanes = router.lanes[static_cast<std::size_t>(output)];
  for (int i = 0; i < static_cast<int>(lanes.size()); ++i) {
    const Lane& lane = lanes[static_cast<std::size_t>(i)];
    const bool is_its = queue.is_open ? queue.lane == i : !lane.is_taken;
    if (is_its && (output == kPe || !depth_ || lane.used < *depth_)) return i;
  }
  return std::nullopt;
}

MeshPlay::Queue& MeshPlay::queue_behind(Node at, Channel channel, int lane) {
  Router& router = routers_[index_of(mesh_.neighbour(at, channel))];
  return router
      .queues[1 + static_cast<std::size_t>(channel) * lane_count_ + static_cast<std::size_t>(lane)];
}

void MeshPlay::grant(Node at, Queue& queue, int output, int lane) {
  Flit flit = queue.flits.front();
  queue.flits.pop_front();
  if (!queue.flits.empty()) queue.first_since = std::max(queue.flits.front().came, now_ + 1);
  Message& message = messages_[flit.message];
  const bool is_tail = flit.index + 1 == message.flits;
  queue.is_open = !is_tail;
  queue.output = output;
  queue.lane = lane;
  if (queue.upstream != kNoNode) {
    // The queue's number says its lane.
    const auto number = static_cast<std::size_t>(&queue - routers_[index_of(at)].queues.data());
    routers_[index_of(queue.upstream)]
        .lanes[static_cast<std::size_t>(queue.channel)][(number - 1) % lane_count_]
        .returns.push_back(now_ + latency_.credit + latency_.pipeline.credit_delay);
  } else {
    routers_[index_of(at)].injection.returns.push_back(now_ + 2);
  }
  Lane& taken = routers_[index_of(at)]
                    .lanes[static_cast<std::size_t>(output)][static_cast<std::size_t>(lane)];
  taken.is_taken = !is_tail;
  const Step on_output = now_ + 1 + latency_.pipeline.out_stages();
  if (output == kPe) {
    --inside_;
    if (is_tail) {
      message.taken = on_output;
      arrived_.push_back(flit.message);
    }
    return;
  }
  fullest_ = std::max(fullest_, ++taken.used);
  events_.push_back({on_output, at, mesh_.neighbour(at, output), FlitKind::kData, message.from,
                     flit.index + 1, message.number % 1024, 0});
  flit.came = on_output + latency_.link_of(Torus::dimension_of(output)) - 1;
  quiesce_ = std::max(quiesce_, flit.came);
  Queue& behind = queue_behind(at, output, lane);
  behind.upstream = at;
  behind.channel = output;
  if (behind.flits.empty()) behind.first_since = flit.came;
  behind.flits.push_back(flit);
}

std::vector<std::size_t> MeshPlay::play() {
  ++now_;
  arrived_.clear();
  struct Grant {
    Node at;
    Queue* queue;
    int output;
    int lane;
  };
  std::vector<Grant> grants;
  for (Node v = 0; v < mesh_.size(); ++v) {
    Router& router = routers_[index_of(v)];
    const auto take_back = [this](Lane& lane) {
      for (; !lane.returns.empty() && lane.returns.front() <= now_; lane.returns.pop_front())
        --lane.used;
    };
    take_back(router.injection);
    for (auto& lanes : router.lanes)
      for (Lane& lane : lanes) take_back(lane);
    hand_over(router);
    std::vector<bool> is_busy(router.lanes.size(), false);
    for (std::size_t i = 0; i < router.queues.size(); ++i) {
      Queue& queue = router.queues[(router.turn + i) % router.queues.size()];
      if (!asks(queue)) continue;
      const int output =
          queue.is_open ? queue.output : output_of(v, messages_[queue.flits.front().message].to);
      const std::optional<int> lane = free_lane(router, queue, output);
      if (!lane || is_busy[static_cast<std::size_t>(output)]) {
        ++stalls_;
        continue;
      }
      is_busy[static_cast<std::size_t>(output)] = true;
      grants.push_back({v, &queue, output, *lane});
    }
    router.turn = (router.turn + 1) % router.queues.size();
  }
  for (const Grant& granted : grants)
    grant(granted.at, *granted.queue, granted.output, granted.lane);
  return arrived_;
}

}  // namespace flitwise::test
