// flit_layout.cpp: fields into bits and back.
#include "systemc/network/own/flit_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace flitwise::own {
namespace {

constexpr std::uint32_t kWordBits = 64;

std::uint64_t mask_of(std::uint32_t width) {
  return width >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

void put(FlitBits& flit, const Bits& bits, std::uint64_t value, const char* what) {
  if ((value & ~mask_of(bits.width)) != 0)
    throw std::range_error(
        fmt::format("{} must fit its {} bits in the flit, got {}", what, bits.width, value));
  set_bits(flit, bits, value);
}

// Signed hops are cut off to two's complement.
void put_coordinate(FlitBits& flit, const FlitLayout& layout, const Bits& bits, int value,
                    const char* what) {
  if (!bits.is_there()) return;
  if (!layout.is_relative) {
    put(flit, bits, static_cast<std::uint64_t>(value), what);
    return;
  }
  const std::int64_t half = std::int64_t{1} << (bits.width - 1);
  if (value < -half || value >= half)
    throw std::range_error(
        fmt::format("{} must fit {} signed bits in the flit, got {}", what, bits.width, value));
  set_bits(flit, bits, static_cast<std::uint64_t>(value) & mask_of(bits.width));
}

int coordinate_in(const FlitBits& flit, const FlitLayout& layout, const Bits& bits) {
  if (!bits.is_there()) return 0;
  const auto value = static_cast<std::int64_t>(get_bits(flit, bits));
  const bool is_negative = layout.is_relative && (value >> (bits.width - 1) & 1) != 0;
  return static_cast<int>(is_negative ? value - (std::int64_t{1} << bits.width) : value);
}

// Calls visit(bits, part) for the parts of a payload, of at most 64 bits each.
template <class Visit>
void for_each_word(const Bits& payload, Visit visit) {
  for (std::uint32_t at = 0; at < payload.width; at += kWordBits)
    visit(Bits{payload.low + at, std::min(kWordBits, payload.width - at)}, at / kWordBits);
}

std::uint64_t filling(std::uint64_t payload, std::uint32_t part) {
  return part == 0 ? payload : ~payload;
}

std::uint64_t code_of(const FlitType& type, const FlitFields& fields) {
  if (fields.head) return fields.tail ? type.single : type.head;
  return fields.tail ? type.tail : type.body;
}

bool is_head(const FlitLayout& layout, const FlitBits& bits) {
  if (layout.is_single) return true;
  if (!layout.type) return get_bits(bits, layout.head) != 0;
  const std::uint64_t code = get_bits(bits, layout.type->bits);
  return code == layout.type->head || code == layout.type->single;
}

bool is_tail(const FlitLayout& layout, const FlitBits& bits) {
  if (layout.is_single) return true;
  if (!layout.type) return get_bits(bits, layout.tail) != 0;
  const std::uint64_t code = get_bits(bits, layout.type->bits);
  return code == layout.type->tail || code == layout.type->single;
}

bool has_extra(const FlitLayout& layout, const ExtraField& extra, bool head) {
  return head || !extra.bits.meets(layout.payload.body);
}

void put_head(FlitBits& flit, const FlitLayout& layout, const FlitFields& fields) {
  put_coordinate(flit, layout, layout.x, fields.x, "x");
  put_coordinate(flit, layout, layout.y, fields.y, "y");
  put_coordinate(flit, layout, layout.z, fields.z, "z");
  put(flit, layout.lookahead.bits, fields.lookahead, "the port");
  if (!layout.length || fields.length == 0) return;
  const bool counts_head = layout.length->counts == LengthCount::kAll;
  put(flit, layout.length->bits, fields.length - (counts_head ? 0 : 1), "the length");
}

}  // namespace

std::uint64_t get_bits(const FlitBits& flit, const Bits& bits) {
  if (!bits.is_there()) return 0;
  const std::uint32_t word = bits.low / kWordBits;
  const std::uint32_t shift = bits.low % kWordBits;
  std::uint64_t value = flit[word] >> shift;
  if (shift + bits.width > kWordBits) value |= flit[word + 1] << (kWordBits - shift);
  return value & mask_of(bits.width);
}

void set_bits(FlitBits& flit, const Bits& bits, std::uint64_t value) {
  if (!bits.is_there()) return;
  const std::uint32_t word = bits.low / kWordBits;
  const std::uint32_t shift = bits.low % kWordBits;
  const std::uint64_t mask = mask_of(bits.width);
  value &= mask;
  flit[word] = (flit[word] & ~(mask << shift)) | value << shift;
  if (shift + bits.width <= kWordBits) return;
  const std::uint32_t done = kWordBits - shift;
  flit[word + 1] = (flit[word + 1] & ~(mask >> done)) | value >> done;
}

std::uint64_t longest_of(const LengthField& field) {
  const std::uint64_t largest = mask_of(std::min(field.bits.width, kWordBits - 1));
  return largest + (field.counts == LengthCount::kBody ? 1 : 0);
}

const Bits& payload_of(const FlitLayout& layout, bool is_head) {
  return is_head ? layout.payload.head : layout.payload.body;
}

FlitBits to_bits(const FlitLayout& layout, const FlitFields& fields) {
  FlitBits flit{};
  const bool head = fields.head || layout.is_single;
  for (const ExtraField& extra : layout.extra)
    if (has_extra(layout, extra, head)) set_bits(flit, extra.bits, extra.value);
  if (layout.type) set_bits(flit, layout.type->bits, code_of(*layout.type, fields));
  set_bits(flit, layout.head, fields.head ? 1 : 0);
  set_bits(flit, layout.tail, fields.tail ? 1 : 0);
  if (head) put_head(flit, layout, fields);
  const Bits& payload = payload_of(layout, head);
  if (payload.width < kWordBits && fields.payload > mask_of(payload.width))
    throw std::range_error(fmt::format("the payload must fit its {} bits in the flit, got {}",
                                       payload.width, fields.payload));
  for_each_word(payload, [&](const Bits& bits, std::uint32_t part) {
    set_bits(flit, bits, filling(fields.payload, part));
  });
  return flit;
}

FlitFields to_fields(const FlitLayout& layout, const FlitBits& bits) {
  FlitFields fields;
  fields.head = is_head(layout, bits);
  fields.tail = is_tail(layout, bits);
  if (fields.head) {
    fields.x = coordinate_in(bits, layout, layout.x);
    fields.y = coordinate_in(bits, layout, layout.y);
    fields.z = coordinate_in(bits, layout, layout.z);
    fields.lookahead = static_cast<std::uint32_t>(get_bits(bits, layout.lookahead.bits));
    if (layout.length) {
      const bool counts_head = layout.length->counts == LengthCount::kAll;
      fields.length =
          static_cast<std::uint32_t>(get_bits(bits, layout.length->bits)) + (counts_head ? 0 : 1);
    }
  }
  const Bits& payload = payload_of(layout, fields.head);
  fields.payload = get_bits(bits, {payload.low, std::min(payload.width, kWordBits)});
  return fields;
}

bool is_filled_right(const FlitLayout& layout, const FlitBits& bits) {
  const bool head = is_head(layout, bits);
  const Bits& payload = payload_of(layout, head);
  const std::uint64_t first = get_bits(bits, {payload.low, std::min(payload.width, kWordBits)});
  bool is_right = true;
  for_each_word(payload, [&](const Bits& part_bits, std::uint32_t part) {
    is_right =
        is_right && get_bits(bits, part_bits) == (filling(first, part) & mask_of(part_bits.width));
  });
  return is_right;
}

}  // namespace flitwise::own
