// tree_passage.cpp: content and hashes in payloads, and numbers where there is no room for them.
#include "systemc/network/own/tree/tree_passage.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "systemc/network/own/payload_bits.h"

namespace flitwise::own {
namespace {

constexpr std::uint32_t kTagBits = 13;
constexpr std::uint32_t kCodeBits = TreePassage::kContentBits - kPayloadBits - kTagBits;
static_assert(kCodeBits == 4);

// Kinds and marks in four bits: data and END with any marks, then control flits, which are head and
// tail at once.
constexpr std::uint32_t kFirstOfEnd = 4;
constexpr std::uint32_t kFirstOfControl = 8;
constexpr FlitKind kControl[] = {FlitKind::kTap, FlitKind::kToken, FlitKind::kCertificate,
                                 FlitKind::kOrder};

std::optional<std::uint32_t> code_of(const flitwise::FlitFields& flit) {
  const std::uint32_t marks = (flit.head ? 1U : 0U) | (flit.tail ? 2U : 0U);
  if (flit.kind == FlitKind::kData) return marks;
  if (flit.kind == FlitKind::kEnd) return kFirstOfEnd + marks;
  const auto* const end = std::end(kControl);
  const auto* const control = std::find(std::begin(kControl), end, flit.kind);
  if (control == end || !flit.head || !flit.tail) return std::nullopt;
  return kFirstOfControl + static_cast<std::uint32_t>(control - std::begin(kControl));
}

bool set_code(std::uint32_t code, flitwise::FlitFields& flit) {
  const bool is_control = code >= kFirstOfControl;
  if (is_control && code - kFirstOfControl >= std::size(kControl)) return false;
  flit.kind = is_control            ? kControl[code - kFirstOfControl]
              : code >= kFirstOfEnd ? FlitKind::kEnd
                                    : FlitKind::kData;
  flit.head = is_control || (code & 1) != 0;
  flit.tail = is_control || (code & 2) != 0;
  return true;
}

std::uint64_t content_of(RawFlit raw) {
  const flitwise::FlitFields flit = unpack(raw);
  const std::optional<std::uint32_t> code = code_of(flit);
  if (!code)
    throw std::logic_error(fmt::format("no PE of a tree sends a {} flit", name_of(flit.kind)));
  return std::uint64_t{*code} << (kTagBits + kPayloadBits) |
         std::uint64_t{flit.tag} << kPayloadBits | flit.payload;
}

std::optional<RawFlit> flit_of(std::uint64_t content, std::uint32_t destination) {
  flitwise::FlitFields flit;
  if (!set_code(static_cast<std::uint32_t>(content >> (kTagBits + kPayloadBits) &
                                           mask_of_bits(kCodeBits)),
                flit))
    return std::nullopt;
  flit.tag = static_cast<std::uint32_t>(content >> kPayloadBits & mask_of_bits(kTagBits));
  flit.payload = static_cast<std::uint32_t>(content & mask_of_bits(kPayloadBits));
  flit.destination = destination;
  return pack(flit);
}

}  // namespace

TreePassage::TreePassage(const FlitLayout& layout)
    : layout_(layout), payload_bits_(std::min(payload_of(layout, true).width, kMostPayload)) {
  if (payload_bits_ >= kContentBits) return;
  number_bits_ = std::min(payload_bits_, kMostNumberBits);
  sent_.resize(std::size_t{1} << number_bits_);
}

// Above content or number, the hash of what the flit says.
std::uint64_t TreePassage::payload_for(RawFlit flit, std::size_t number) const {
  const bool carries_all = number_bits_ == 0;
  const std::uint64_t low =
      carries_all ? whitened(content_of(flit), kContentBits) : std::uint64_t{number};
  const std::uint32_t bits = carries_all ? kContentBits : number_bits_;
  if (payload_bits_ <= bits) return low;
  return (low | hash_of_value(flit ^ low << 1) << bits) & mask_of_bits(payload_bits_);
}

FlitBits TreePassage::enter(RawFlit flit) {
  std::size_t number = 0;
  if (number_bits_ > 0) {
    if (numbered_ == sent_.size())
      throw std::runtime_error(fmt::format(
          "more than {} flits are under way, which is all that a payload of {} bits can number",
          sent_.size(), payload_bits_));
    while (sent_[next_] != 0) next_ = (next_ + 1) % sent_.size();
    number = next_;
    next_ = (next_ + 1) % sent_.size();
    sent_[number] = flit;
    ++numbered_;
  }
  FlitFields fields;
  fields.head = fields.tail = true;
  fields.x = static_cast<int>(unpack(flit).destination);
  fields.payload = payload_for(flit, number);
  return to_bits(layout_, fields);
}

std::optional<RawFlit> TreePassage::on_link(const FlitBits& bits) const {
  if (!is_filled_right(layout_, bits)) return std::nullopt;
  const FlitFields fields = to_fields(layout_, bits);
  const auto destination = static_cast<std::uint32_t>(fields.x);
  std::size_t number = 0;
  std::optional<RawFlit> flit;
  if (number_bits_ == 0) {
    if (destination >> kAddressBits == 0)
      flit = flit_of(unwhitened(fields.payload & mask_of_bits(kContentBits), kContentBits),
                     destination);
  } else {
    number = static_cast<std::size_t>(fields.payload & mask_of_bits(number_bits_));
    if (sent_[number] != 0 && unpack(sent_[number]).destination == destination)
      flit = sent_[number];
  }
  if (!flit || payload_for(*flit, number) != fields.payload) return std::nullopt;
  return flit;
}

std::optional<RawFlit> TreePassage::leave(const FlitBits& bits) {
  std::optional<RawFlit> flit = on_link(bits);
  if (flit && number_bits_ > 0) {
    sent_[static_cast<std::size_t>(to_fields(layout_, bits).payload & mask_of_bits(number_bits_))] =
        0;
    --numbered_;
  }
  return flit;
}

}  // namespace flitwise::own
