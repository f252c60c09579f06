// flit_passage.cpp: content and hashes in payloads, and numbers where there is no room for them.
#include "systemc/network/own/flit_passage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
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

std::uint32_t in_route(int hops, std::uint32_t dimension) {
  return static_cast<std::uint32_t>(static_cast<std::uint32_t>(hops) & mask_of_bits(kHopsBits))
         << (kHopsBits * dimension);
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

FlitPassage::FlitPassage(const TorusWiring& wiring, const FlitLayout& layout,
                         std::shared_ptr<MessageLengths> lengths)
    : wiring_(wiring),
      layout_(layout),
      lengths_(std::move(lengths)),
      routes_(index_of(wiring.size()) * wiring.pe_ports()) {
  const std::uint32_t payload = std::min(payload_bits(true), payload_bits(false));
  const std::uint32_t content = kContentBits + (layout.is_single ? kMarkBits : 0);
  if (payload >= content) return;
  number_bits_ = std::min(payload, kMostNumberBits);
  sent_.resize(std::size_t{1} << number_bits_);
}

std::uint32_t FlitPassage::payload_bits(bool is_head) const {
  return std::min(payload_of(layout_, is_head).width, kMostPayload);
}

FlitPassage::WormName FlitPassage::name_of(RawFlit flit) {
  return {unpack(flit).tag, packet_of(flit)};
}

FlitBits FlitPassage::enter(Node at, RawFlit flit, std::uint32_t port) {
  const flitwise::FlitFields raw = unpack(flit);
  std::optional<std::uint32_t>& route = routes_[index_of(at) * wiring_.pe_ports() + port];
  if (raw.head) route = raw.payload;
  if (!route || raw.tag >= 1U << kSourceBits)
    throw std::logic_error(fmt::format("PE {} hands over a flit of no message", at));
  FlitFields fields;
  fields.head = raw.head;
  fields.tail = raw.tail;
  const bool is_head = raw.head || layout_.is_single;
  if (is_head) say_destination(at, *route, fields);
  if (raw.head && layout_.length && lengths_)
    fields.length =
        static_cast<std::uint32_t>(lengths_->take(static_cast<Node>(raw.tag), packet_of(flit)));
  fields.payload = carries_all() ? pack_content(flit, is_head) : number(flit, is_head);
  if (raw.tail) route.reset();
  return to_bits(layout_, fields);
}

void FlitPassage::say_destination(Node at, std::uint32_t route, FlitFields& fields) const {
  const Torus& torus = wiring_.torus();
  int* const said[] = {&fields.x, &fields.y, &fields.z};
  for (std::size_t i = 0; i < wiring_.order().size(); ++i) {
    const int d = wiring_.order()[i];
    const int side = torus.side(d);
    const int hops = hops_in_route(route, static_cast<std::uint32_t>(i));
    *said[d] = layout_.is_relative ? hops : (torus.coordinate(at, d) + hops + side) % side;
    if (layout_.lookahead.bits.is_there() && fields.lookahead == 0 && hops != 0)
      fields.lookahead = static_cast<std::uint32_t>(1 + 2 * d + (hops < 0 ? 1 : 0));
  }
}

// A head's payload is its route.
std::uint64_t FlitPassage::pack_content(RawFlit sent, bool is_head) const {
  const flitwise::FlitFields raw = unpack(sent);
  std::uint64_t content = raw.tag | std::uint64_t{packet_of(sent)} << kSourceBits |
                          std::uint64_t{raw.payload} << (kSourceBits + kPacketBits);
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

bool FlitPassage::is_route(Node from, std::uint32_t route) const {
  const auto dimensions = static_cast<std::uint32_t>(wiring_.order().size());
  if (route >> (kHopsBits * dimensions) != 0) return false;
  for (std::uint32_t i = 0; i < dimensions; ++i) {
    const int side = wiring_.torus().side(wiring_.order()[i]);
    const int hops = hops_in_route(route, i);
    const int to = wiring_.torus().coordinate(from, wiring_.order()[i]) + hops;
    if (std::abs(hops) >= side || (wiring_.is_mesh() && (to < 0 || to >= side))) return false;
  }
  return true;
}

std::optional<RawFlit> FlitPassage::unpack_content(std::uint64_t sent_payload,
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
  raw.payload =
      static_cast<std::uint32_t>(payload >> (kSourceBits + kPacketBits) & mask_of_bits(kIndexBits));
  const RawFlit sent = pack(raw);
  if (static_cast<Node>(raw.tag) >= wiring_.size()) return std::nullopt;
  if (raw.head && !is_route(static_cast<Node>(raw.tag), raw.payload)) return std::nullopt;
  // All that is packed, hash included, must come to the same.
  if (pack_content(sent, has_own_bits) != sent_payload) return std::nullopt;
  return sent;
}

// The next number that is free.
std::uint64_t FlitPassage::number(RawFlit sent, bool is_head) {
  if (numbered_ == sent_.size())
    throw std::runtime_error(fmt::format(
        "more than {} flits are under way, which is all that a payload of {} bits can number",
        sent_.size(), std::min(payload_bits(true), payload_bits(false))));
  while (sent_[next_] != 0) next_ = (next_ + 1) % sent_.size();
  const std::size_t number = next_;
  next_ = (next_ + 1) % sent_.size();
  sent_[number] = sent;
  ++numbered_;
  const std::uint64_t hash = hash_of_value(sent ^ number << 1);
  return (number | hash << number_bits_) & mask_of_bits(payload_bits(is_head));
}

std::optional<RawFlit> FlitPassage::find(const FlitBits& bits, bool leaves) {
  const FlitFields fields = to_fields(layout_, bits);
  if (!is_filled_right(layout_, bits)) return std::nullopt;
  if (carries_all()) return unpack_content(fields.payload, fields);
  const auto number = static_cast<std::size_t>(fields.payload & mask_of_bits(number_bits_));
  const RawFlit sent = sent_[number];
  if (sent == 0) return std::nullopt;
  const flitwise::FlitFields raw = unpack(sent);
  const bool is_marked_right =
      layout_.is_single || (raw.head == fields.head && raw.tail == fields.tail);
  const std::uint64_t hash = hash_of_value(sent ^ number << 1);
  const std::uint64_t due =
      (number | hash << number_bits_) & mask_of_bits(payload_bits(fields.head));
  if (!is_marked_right || due != fields.payload) return std::nullopt;
  if (leaves) {
    sent_[number] = {};
    --numbered_;
  }
  return sent;
}

// What has gone the wrong way round has the shorter way from there before it.
std::uint32_t FlitPassage::rest_of(std::uint32_t route, Node from, Node at) const {
  const Torus& torus = wiring_.torus();
  std::uint32_t rest = 0;
  for (std::uint32_t i = 0; i < wiring_.order().size(); ++i) {
    const int d = wiring_.order()[i];
    const int side = torus.side(d);
    const int hops = hops_in_route(route, i);
    const int gone = torus.coordinate(at, d) - torus.coordinate(from, d);
    const auto ahead = [side](int links) { return (links % side + side) % side; };
    const int done = hops < 0 ? -ahead(-gone) : ahead(gone);
    int left = hops - done;
    const bool is_astray = hops < 0 ? left > 0 : left < 0;
    if (is_astray && wiring_.is_mesh()) left = hops - gone;
    if (is_astray && !wiring_.is_mesh())
      left = 2 * ahead(left) <= side ? ahead(left) : ahead(left) - side;
    rest |= in_route(left, i);
  }
  return rest;
}

RawFlit FlitPassage::seen_at(RawFlit sent, Node at, std::uint32_t lane) const {
  flitwise::FlitFields raw = unpack(sent);
  raw.destination = packet_of(sent) | lane << kPacketBits;
  if (raw.head) raw.payload = rest_of(raw.payload, static_cast<Node>(raw.tag), at);
  return pack(raw);
}

std::optional<RawFlit> FlitPassage::on_link(const FlitBits& bits, Node to, std::uint32_t lane) {
  const std::optional<RawFlit> sent = find(bits, false);
  if (!sent) return std::nullopt;
  if (unpack(*sent).head) lanes_[name_of(*sent)] = lane;
  return seen_at(*sent, to, lane);
}

// The project's routers leave a flit the lane of its last link.
std::optional<RawFlit> FlitPassage::leave(const FlitBits& bits, Node at) {
  const std::optional<RawFlit> sent = find(bits, true);
  if (!sent) return std::nullopt;
  const auto lane = lanes_.find(name_of(*sent));
  const std::uint32_t last = lane == lanes_.end() ? 0 : lane->second;
  if (lane != lanes_.end() && unpack(*sent).tail) lanes_.erase(lane);
  return seen_at(*sent, at, last);
}

}  // namespace flitwise::own
