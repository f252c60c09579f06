// key_access.h: how the value of a key gets into a member of a struct; for keys.h only.
//
// Only what is here must know the type of a member. What it makes of it is plain: offsets, and
// functions that many members share.
#ifndef FLITWISE_SIM_LANGUAGE_KEY_ACCESS_H_
#define FLITWISE_SIM_LANGUAGE_KEY_ACCESS_H_

#include <any>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "sim/language/key_types.h"

namespace flitwise::language {

/// The way from a struct to a member or to a member's member, each an offset and, where it leads
/// into an optional, what opens that: fills it if it may, else gives nullptr where it is empty.
struct Way {
  struct Step {
    std::ptrdiff_t offset;
    void* (*open)(void*, bool make);
  };
  std::vector<Step> steps = {};
};

/// How a value gets into a member and a default out of it.
struct Access {
  Way way;
  void (*set)(void* member, const Datum&) = nullptr;
  std::int64_t (*get)(const void* member) = nullptr;
};

template <typename M>
struct IsOptional : std::false_type {};
template <typename M>
struct IsOptional<std::optional<M>> : std::true_type {};

/// Into a member. For structs that tuples become, write an `assign` beside the struct.
template <typename M>
std::enable_if_t<std::is_arithmetic_v<M> || std::is_enum_v<M>> assign(M& member, const Datum& d) {
  if constexpr (std::is_floating_point_v<M>)
    member = d.real;
  else
    member = static_cast<M>(d.number);
}
template <typename M>
void assign(std::shared_ptr<const M>& member, const Datum& d) {
  member = std::any_cast<std::shared_ptr<const M>>(d.made);
}
inline void assign(std::string& member, const Datum& d) { member = d.text; }
template <typename M>
void assign(std::optional<M>& member, const Datum& d) {
  assign(member.emplace(), d);
}
template <typename M>
void assign(std::vector<M>& member, const Datum& d) {
  member.clear();
  for (const Datum& item : d.items) assign(member.emplace_back(), item);
}
template <typename... M>
void assign_all(const Datum& d, M&... members) {
  std::size_t i = 0;
  (assign(members, d.items.at(i++)), ...);
}
template <typename A, typename B>
void assign(std::pair<A, B>& member, const Datum& d) {
  assign_all(d, member.first, member.second);
}

template <typename M>
void set_member(void* member, const Datum& d) {
  assign(*static_cast<M*>(member), d);
}
template <typename M>
std::int64_t get_member(const void* member) {
  return static_cast<std::int64_t>(*static_cast<const M*>(member));
}
template <typename M>
void* open_member(void* member, bool make) {
  M& part = *static_cast<M*>(member);
  return part ? &*part : make ? &part.emplace() : nullptr;
}

template <typename M>
Access access_to(const Way& way) {
  Access access{way, set_member<M>};
  if constexpr (std::is_integral_v<M> || std::is_enum_v<M>) access.get = get_member<M>;
  return access;
}

template <typename T, typename M>
Way way_to(M T::*member) {
  static const T object{};
  const char* begin = reinterpret_cast<const char*>(&object);
  const std::ptrdiff_t offset = reinterpret_cast<const char*>(&(object.*member)) - begin;
  if constexpr (IsOptional<M>::value)
    return {{{offset, open_member<M>}}};
  else
    return {{{offset, nullptr}}};
}
/// To a member itself, whether or not it is an optional.
template <typename T, typename M>
Way way_to_whole(M T::*member) {
  Way way = way_to(member);
  way.steps.front().open = nullptr;
  return way;
}

/// Errors: throws std::logic_error, when a table is made, for a type with values that are no M.
void expect_fit(Text key, const Type& type, std::uint64_t most, const std::type_info& member);
template <typename M>
void expect_fit(Text key, const Type& type) {
  if constexpr (IsOptional<M>::value)
    expect_fit<typename M::value_type>(key, type);
  else if constexpr (std::is_integral_v<M>)
    expect_fit(key, type, std::numeric_limits<M>::max(), typeid(M));
  else
    expect_fit(key, type, std::numeric_limits<std::uint64_t>::max(), typeid(M));
}

}  // namespace flitwise::language

#endif  // FLITWISE_SIM_LANGUAGE_KEY_ACCESS_H_
