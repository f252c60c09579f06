// flit_passage.cpp: content and hashes in payloads, and numbers where there is no room for them.
#include "systemc/network/own/flit_passage.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "systemc/network/own/payload_bits.h"

namespace flitwise::own {
namespace {

constexpr std::uint32_t kSourceBits = 12;
constexpr std::uint32_t kIndexBits = 31;  // a flit's payload: its number, or a word's value
constexpr std::uint32_t kMarkBits = 2;    // of single flits
constexpr std::uint32_t kHopsBits = 7;
static_assert(kSourceBits + kPacketBits + kIndexBits == FlitPassage::kContentBits);

// The remainder of the value by x^bits + x + 1: a single bit that changes always changes it.
std::uint64_t checksum(std::uint64_t value, std::uint32_t bits) {
  const std::uint64_t divisor = bits == 1 ? 1 : 3;
  std::uint64_t remainder = 0;
  for (std::uint32_t i = kMostPayload; i-- > 0;) {
    const bool carries = (remainder >> (bits - 1) & 1) != 0;
    remainder = (remainder << 1 | (value >> i & 1)) & mask_of_bits(bits);
    if (carries) remainder ^= divisor;
  }
  return remainder;
}

int hops_in_route(std::uint32_t route, std::uint32_t dimension) {
  const std::uint32_t field = route >> (kHopsBits * dimension) & mask_of_bits(kHopsBits);
  return static_cast<int>(field) - (field >> (kHopsBits - 1) != 0 ? 1 << kHopsBits : 0);
}

std::uint32_t route_of(const Hops& hops) {
  std::uint32_t route = 0;
  for (std::size_t d = 0; d < hops.size(); ++d)
    route |=
        static_cast<std::uint32_t>(static_cast<std::uint32_t>(hops[d]) & mask_of_bits(kHopsBits))
        << (kHopsBits * d);
  return route;
}

}  // namespace

Flits MessageLengths::take(Node source, std::uint32_t packet) {
  const auto said = lengths_.find({static_cast<std::uint32_t>(source), packet});
  if (said == lengths_.end()) return 0;
  const Flits flits = said->second.front();
  said->second.pop_front();
  if (said->second.empty()) lengths_.erase(said);
  return flits;
}

FlitPassage::FlitPassage(const XyMesh& mesh, const FlitLayout& layout,
                         std::shared_ptr<MessageLengths> lengths)
    : mesh_(mesh),
      layout_(layout),
      lengths_(std::move(lengths)),
      to_(index_of(mesh.size()), kNoNode) {
  const std::uint32_t payload = std::min(payload_bits(true), payload_bits(false));
  const std::uint32_t content = kContentBits + (layout.is_single ? kMarkBits : 0);
  if (payload >= content) return;
  number_bits_ = std::min(payload, kMostNumberBits);
  sent_.resize(std::size_t{1} << number_bits_);
}

std::uint32_t FlitPassage::field_of(int dimension) const {
  return dimension == mesh_.first() ? 0 : 1;
}

std::uint32_t FlitPassage::payload_bits(bool is_head) const {
  return std::min(payload_of(layout_, is_head).width, kMostPayload);
}

FlitPassage::WormName FlitPassage::name_of(RawFlit flit) {
  return {unpack(flit).tag, packet_of(flit)};
}

FlitBits FlitPassage::enter(Node at, RawFlit flit) {
  const flitwise::FlitFields raw = unpack(flit);
  Node& to = to_[index_of(at)];
  if (raw.head) {
    const Coordinates here = mesh_.coordinates(at);
    to = mesh_.node({here[0] + hops_in_route(raw.payload, field_of(0)),
                     here[1] + hops_in_route(raw.payload, field_of(1))});
  }
  if (to == kNoNode || raw.tag >= 1U << kSourceBits)
    throw std::logic_error(fmt::format("PE {} hands over a flit of no message", at));
  const Sent sent{flit, to};
  FlitFields fields;
  fields.head = raw.head;
  fields.tail = raw.tail;
  const bool is_head = raw.head || layout_.is_single;
  if (is_head) {
    const Coordinates there = mesh_.coordinates(to);
    const Coordinates here = layout_.is_relative ? mesh_.coordinates(at) : Coordinates{0, 0};
    fields.x = there[0] - here[0];
    fields.y = there[1] - here[1];
  }
  if (raw.head && layout_.length && lengths_)
    fields.length =
        static_cast<std::uint32_t>(lengths_->take(static_cast<Node>(raw.tag), packet_of(flit)));
  fields.payload = carries_all() ? pack_content(sent, is_head) : number(sent, is_head);
  if (raw.tail) to = kNoNode;
  return to_bits(layout_, fields);
}

// A head's payload is its route, which its destination says.
std::uint64_t FlitPassage::pack_content(const Sent& sent, bool is_head) const {
  const flitwise::FlitFields raw = unpack(sent.flit);
  const auto index = raw.head ? static_cast<std::uint32_t>(sent.to) : raw.payload;
  std::uint64_t content = raw.tag | std::uint64_t{packet_of(sent.flit)} << kSourceBits |
                          std::uint64_t{index} << (kSourceBits + kPacketBits);
  std::uint32_t bits = kContentBits;
  if (layout_.is_single) {
    content |= (std::uint64_t{raw.head} | std::uint64_t{raw.tail} << 1) << kContentBits;
    bits += kMarkBits;
  }
  content = whitened(content, bits);
  const std::uint32_t width = payload_bits(is_head);
  if (width > bits) content |= checksum(content, width - bits) << bits;
  return content;
}

std::optional<FlitPassage::Sent> FlitPassage::unpack_content(std::uint64_t sent_payload,
                                                             const FlitFields& fields) const {
  const bool has_own_bits = fields.head || layout_.is_single;
  const std::uint32_t bits = kContentBits + (layout_.is_single ? kMarkBits : 0);
  const std::uint64_t payload = unwhitened(sent_payload & mask_of_bits(bits), bits);
  flitwise::FlitFields raw;
  raw.kind = FlitKind::kData;
  raw.head = layout_.is_single ? (payload >> kContentBits & 1) != 0 : fields.head;
  raw.tail = layout_.is_single ? (payload >> (kContentBits + 1) & 1) != 0 : fields.tail;
  raw.tag = static_cast<std::uint32_t>(payload & mask_of_bits(kSourceBits));
  raw.destination = static_cast<std::uint32_t>(payload >> kSourceBits & mask_of_bits(kPacketBits));
  const auto index =
      static_cast<std::uint32_t>(payload >> (kSourceBits + kPacketBits) & mask_of_bits(kIndexBits));
  if (!raw.head) raw.payload = index;
  const Sent sent{pack(raw), raw.head ? static_cast<Node>(index) : kNoNode};
  const bool is_node = !raw.head || sent.to < mesh_.size();
  if (!is_node || static_cast<Node>(raw.tag) >= mesh_.size()) return std::nullopt;
  // All that is packed, hash included, must come to the same.
  if (pack_content(sent, has_own_bits) != sent_payload) return std::nullopt;
  return sent;
}

// The next number that is free.
std::uint64_t FlitPassage::number(const Sent& sent, bool is_head) {
  if (numbered_ == sent_.size())
    throw std::runtime_error(fmt::format(
        "more than {} flits are under way, which is all that a payload of {} bits can number",
        sent_.size(), std::min(payload_bits(true), payload_bits(false))));
  while (sent_[next_].flit != 0) next_ = (next_ + 1) % sent_.size();
  const std::size_t number = next_;
  next_ = (next_ + 1) % sent_.size();
  sent_[number] = sent;
  ++numbered_;
  const std::uint64_t hash = hash_of_value(sent.flit ^ number << 1);
  return (number | hash << number_bits_) & mask_of_bits(payload_bits(is_head));
}

std::optional<FlitPassage::Sent> FlitPassage::find(const FlitBits& bits, bool leaves) {
  const FlitFields fields = to_fields(layout_, bits);
  if (!is_filled_right(layout_, bits)) return std::nullopt;
  if (carries_all()) return unpack_content(fields.payload, fields);
  const auto number = static_cast<std::size_t>(fields.payload & mask_of_bits(number_bits_));
  const Sent sent = sent_[number];
  if (sent.flit == 0) return std::nullopt;
  const flitwise::FlitFields raw = unpack(sent.flit);
  const bool is_marked_right =
      layout_.is_single || (raw.head == fields.head && raw.tail == fields.tail);
  const std::uint64_t hash = hash_of_value(sent.flit ^ number << 1);
  const std::uint64_t due =
      (number | hash << number_bits_) & mask_of_bits(payload_bits(fields.head));
  if (!is_marked_right || due != fields.payload) return std::nullopt;
  if (leaves) {
    sent_[number] = {};
    --numbered_;
  }
  return sent;
}

RawFlit FlitPassage::seen_at(const Sent& sent, Node at, std::uint32_t lane) const {
  flitwise::FlitFields raw = unpack(sent.flit);
  raw.destination = packet_of(sent.flit) | lane << kPacketBits;
  if (raw.head) {
    Hops hops = mesh_.hops(at, sent.to);
    if (mesh_.first() == XyMesh::kY) std::swap(hops[0], hops[1]);
    raw.payload = route_of(hops);
  }
  return pack(raw);
}

std::optional<RawFlit> FlitPassage::on_link(const FlitBits& bits, Node to, std::uint32_t lane) {
  const std::optional<Sent> sent = find(bits, false);
  if (!sent) return std::nullopt;
  if (unpack(sent->flit).head) lanes_[name_of(sent->flit)] = lane;
  return seen_at(*sent, to, lane);
}

// The project's routers leave a flit the lane of its last link.
std::optional<RawFlit> FlitPassage::leave(const FlitBits& bits, Node at) {
  const std::optional<Sent> sent = find(bits, true);
  if (!sent) return std::nullopt;
  const auto lane = lanes_.find(name_of(sent->flit));
  const std::uint32_t last = lane == lanes_.end() ? 0 : lane->second;
  if (lane != lanes_.end() && unpack(sent->flit).tail) lanes_.erase(lane);
  return seen_at(*sent, at, last);
}

}  // namespace flitwise::own
