#include "tb/kit/flits.h"

#include <fmt/format.h>

#include <algorithm>

#include "tb/kit/kit.h"

namespace flitwise::kit {
namespace {

constexpr std::uint32_t kMostPayload = 64;
constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
constexpr std::size_t kMostGone = 1U << 14U;  // flits remembered to notice copies

// A number that uses all bits; different for numbers that differ modulo 2^width.
std::uint64_t spread(std::uint64_t number, std::uint32_t width) {
  const std::uint64_t spread = number * kOdd;
  return width >= kMostPayload ? spread : spread & ((std::uint64_t{1} << width) - 1);
}

std::string text_of_fields(const own::FlitFields& fields, own::Family family) {
  const Place to{static_cast<std::uint32_t>(fields.x), static_cast<std::uint32_t>(fields.y)};
  if (family == own::Family::kTree)
    return fmt::format("a flit to {}, payload {:x}", text_of(family, to), fields.payload);
  std::string text =
      fields.head ? (fields.tail ? "head and tail" : "head") : (fields.tail ? "tail" : "body");
  if (fields.head) text += fmt::format(" to ({}, {})", fields.x, fields.y);
  return text + fmt::format(", payload {:x}", fields.payload);
}

}  // namespace

std::string text_of(const KitFlit& flit) {
  if (flit.family == own::Family::kTree)
    return fmt::format("flit {} from {} to {}", flit.packet, port_name(flit.family, flit.in_port),
                       text_of(flit.family, flit.to));
  return fmt::format("flit {} of {} of packet {} from {}, lane {}, to {}", flit.index + 1,
                     flit.length, flit.packet, port_name(flit.in_port), flit.in_lane,
                     text_of(flit.to));
}

KitFlit FlitBook::make(const Packet& packet, std::uint64_t packet_number, std::uint32_t index) {
  KitFlit flit;
  flit.packet = packet_number;
  flit.index = index;
  flit.length = packet.length;
  flit.head = index == 0;
  flit.tail = index + 1 == packet.length;
  flit.to = packet.to;
  flit.at = at_;
  flit.family = router_->family;
  own::FlitFields fields;
  fields.head = flit.head;
  fields.tail = flit.tail;
  fields.x = static_cast<int>(packet.to.x);
  fields.y = static_cast<int>(packet.to.y);
  fields.lookahead = static_cast<std::uint32_t>(way_from(at_, packet.to));
  if (!router_->flit.lookahead.bits.is_there()) fields.lookahead = 0;
  if (router_->flit.is_relative) {
    const Mesh mesh = mesh_for(*router_);
    fields.x = mesh.hops_x(at_, packet.to);
    fields.y = mesh.hops_y(at_, packet.to);
  }
  fields.length = packet.length;
  const std::uint32_t width = own::payload_of(router_->flit, flit.head).width;
  do {
    fields.payload = spread(next_++, width);
    flit.number = key_of(flit.head, fields.payload);
  } while (inside_.count(flit.number) != 0);
  flit.bits = own::to_bits(router_->flit, fields);
  return flit;
}

int FlitBook::way_from(Place at, Place to) const {
  Mesh mesh;
  mesh.y_first = router_->routing == own::Routing::kYx;
  return mesh.way(at, to);
}

void FlitBook::enter(const KitFlit& flit) {
  gone_.erase(flit.number);
  inside_[flit.number] = flit;
}

FlitBook::Found FlitBook::leave(const FlitBits& bits) {
  const own::FlitFields fields = own::to_fields(router_->flit, bits);
  const std::uint64_t key = key_of(fields.head, fields.payload);
  Found found;
  found.seen = text_of_fields(fields, router_->family);
  const auto it = inside_.find(key);
  if (it == inside_.end()) {
    const auto old = gone_.find(key);
    if (old == gone_.end()) return found;
    found.match = Match::kAgain;
    found.flit = old->second;
    return found;
  }
  found.flit = it->second;
  inside_.erase(it);
  if (gone_.size() >= kMostGone) gone_.clear();
  gone_[key] = found.flit;
  own::FlitFields sent = own::to_fields(router_->flit, found.flit.bits);
  if (router_->flit.is_relative) {  // a router may count the hops that are left
    sent.x = fields.x;
    sent.y = fields.y;
  }
  const bool is_same = sent.payload == fields.payload && sent.tail == fields.tail &&
                       sent.x == fields.x && sent.y == fields.y && sent.length == fields.length &&
                       own::is_filled_right(router_->flit, bits);
  found.match = is_same ? Match::kKnown : Match::kChanged;
  return found;
}

std::vector<KitFlit> FlitBook::inside() const {
  std::vector<KitFlit> flits;
  for (const auto& [key, flit] : inside_) flits.push_back(flit);
  std::sort(flits.begin(), flits.end(), [](const KitFlit& a, const KitFlit& b) {
    return a.taken != b.taken ? a.taken < b.taken : a.in_port < b.in_port;
  });
  return flits;
}

void FlitBook::clear() {
  inside_.clear();
  gone_.clear();
}

std::uint64_t Dice::next() {  // splitmix64
  state_ += kOdd;
  std::uint64_t z = state_;
  z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27U) * 0x94d049bb133111ebU;
  return z ^ z >> 31U;
}

bool Dice::chance(double probability) {
  constexpr double kScale = 1.0 / 9007199254740992.0;  // 2^-53
  return static_cast<double>(next() >> 11U) * kScale < probability;
}

}  // namespace flitwise::kit
