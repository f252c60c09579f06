#include "sim/language/scenario_lengths.h"

#include <fmt/format.h>

#include <random>
#include <utility>

#include "sim/language/scenario_words.h"
#include "sim/language/schema_parts.h"

namespace flitwise {
namespace {

// The distributions of the standard library may differ between libraries; these do not. Ranges
// have at most 2^31 values, so the remainder's bias is below 2^-32.
Flits draw_from(std::mt19937_64& random, const LengthRange& range) {
  const auto values = static_cast<std::uint64_t>(range.most - range.least) + 1;
  return range.least + static_cast<Flits>(random() % values);
}

bool draw_with(std::mt19937_64& random, double probability) {
  constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53: exact in a double
  return static_cast<double>(random() >> 11U) * kUnit < probability;
}

struct Generate {
  std::vector<Flits> lengths;
  std::size_t root;

  void operator()(const EachLength& each) { lengths.assign(lengths.size(), each.length); }
  void operator()(const UniformLengths& uniform) {
    std::mt19937_64 random(uniform.seed);
    for (std::size_t v = 0; v < lengths.size(); ++v)
      if (v != root) lengths[v] = draw_from(random, uniform.range);
  }
  void operator()(const SparseLengths& sparse) {
    std::mt19937_64 random(sparse.seed);
    for (std::size_t v = 0; v < lengths.size(); ++v) {
      if (v == root) continue;
      // Both draws are always made: which PEs have a message must not depend on the range.
      const bool has_message = draw_with(random, sparse.probability);
      const Flits length = draw_from(random, sparse.range);
      lengths[v] = has_message ? length : 0;
    }
  }
  void operator()(const OneLength& one) { lengths[static_cast<std::size_t>(one.pe)] = one.length; }
};

LengthRange read_range(const Value& list, Flits least) {
  expect_list(list, "[0, 9]");
  if (list.node.items.size() != 2)
    throw bad_value(list,
                    fmt::format("must have two entries, the least and the greatest length, not {}",
                                list.node.items.size()));
  const Value low{list.node.items[0], list.key + "[0]"};
  const Value high{list.node.items[1], list.key + "[1]"};
  const LengthRange range{to_integer(low, least, kMostFlits), to_integer(high, least, kMostFlits)};
  if (range.most < range.least)
    throw bad_value(high, fmt::format("must not be below the least length {}", range.least));
  return range;
}

LengthRange read_length_or_range(const Value& map) {
  const YamlNode* length = map.node.find("length");
  if (length == nullptr) return {1, 1};
  const Value value{*length, map.key + ".length"};
  if (length->kind == YamlKind::kList) return read_range(value, 1);
  const Flits flits = to_integer(value, 1, kMostFlits);
  return {flits, flits};
}

std::uint64_t read_seed(const Value& map) {
  return to_seed(required(map, "seed", "the same seed gives the same lengths on every machine"));
}

LengthGenerator read_each(const Value& map, ErrorList& errors) {
  check_keys(map, {"each"}, errors);
  return EachLength{to_integer(required(map, "each", ""), 0, kMostFlits)};
}

LengthGenerator read_uniform(const Value& map, ErrorList& errors) {
  check_keys(map, {"uniform", "seed"}, errors);
  UniformLengths uniform;
  errors.attempt([&] { uniform.range = read_range(required(map, "uniform", ""), 0); });
  errors.attempt([&] { uniform.seed = read_seed(map); });
  return uniform;
}

LengthGenerator read_sparse(const Value& map, ErrorList& errors) {
  check_keys(map, {"sparse", "length", "seed"}, errors);
  SparseLengths sparse;
  errors.attempt([&] { sparse.probability = to_probability(required(map, "sparse", "")); });
  errors.attempt([&] { sparse.range = read_length_or_range(map); });
  errors.attempt([&] { sparse.seed = read_seed(map); });
  return sparse;
}

LengthGenerator read_one(const Value& map, std::optional<Node> pes, Node root, ErrorList& errors) {
  check_keys(map, {"one", "length"}, errors);
  OneLength one{1, 1};
  errors.attempt([&] {
    const Value pe = required(map, "one", "");
    one.pe = static_cast<Node>(to_integer(pe, root == 0 ? 1 : 0, pes.value_or(kMostPes) - 1));
    if (one.pe == root) throw bad_value(pe, "must not be the root, which has no message");
  });
  errors.attempt([&] {
    one.length =
        to_integer(required(map, "length", "the flits of that PE's message"), 0, kMostFlits);
  });
  return one;
}

LengthGenerator read_generator(const Value& map, std::optional<Node> pes, Node root,
                               ErrorList& errors) {
  const std::vector<std::string> names{"each", "uniform", "sparse", "one"};
  std::string chosen;
  for (const std::string& name : names) {
    if (map.node.find(name) == nullptr) continue;
    if (!chosen.empty())
      throw ConfigError(map.node.place, map.key, "",
                        fmt::format("has both {} and {}; to replace a whole generator with --set, "
                                    "write lengths='{{{}: ...}}'",
                                    chosen, name, name));
    chosen = name;
  }
  if (chosen == "each") return read_each(map, errors);
  if (chosen == "uniform") return read_uniform(map, errors);
  if (chosen == "sparse") return read_sparse(map, errors);
  if (chosen == "one") return read_one(map, pes, root, errors);
  check_keys(map, {"each", "uniform", "sparse", "one", "length", "seed"}, errors);
  throw ConfigError(map.node.place, map.key, "",
                    "must have one of the keys each, uniform, sparse, one");
}

std::vector<Flits> read_list(const Value& list, std::optional<Node> pes, Node root,
                             ErrorList& errors) {
  const std::size_t entries = list.node.items.size();
  if (pes && entries != static_cast<std::size_t>(*pes))
    errors.add(ConfigError(list.node.place, list.key, "",
                           fmt::format("must have {} entries, one per PE, not {}", *pes, entries)));
  std::vector<Flits> lengths;
  for (std::size_t v = 0; v < entries && v < static_cast<std::size_t>(kMostPes); ++v) {
    const Value item{list.node.items[v], fmt::format("{}[{}]", list.key, v)};
    errors.attempt([&] {
      lengths.push_back(to_integer(item, 0, kMostFlits));
      if (v == static_cast<std::size_t>(root) && lengths.back() != 0)
        throw bad_value(
            item, fmt::format("must be 0: PE {} is the root and has no message of its own", root));
    });
  }
  return lengths;
}

}  // namespace

std::vector<Flits> generate_lengths(const LengthGenerator& generator, Node pes, Node root) {
  Generate generate{std::vector<Flits>(static_cast<std::size_t>(pes), 0),
                    static_cast<std::size_t>(root)};
  std::visit(generate, generator);
  generate.lengths[generate.root] = 0;
  return generate.lengths;
}

std::optional<std::vector<Flits>> read_lengths(const Value& section, std::optional<Node> pes,
                                               ErrorList& errors, Node root) {
  ErrorList own;
  std::vector<Flits> lengths;
  own.attempt([&] {
    if (section.node.kind == YamlKind::kList) {
      lengths = read_list(section, pes, root, own);
      return;
    }
    if (section.node.kind != YamlKind::kMap)
      throw bad_value(section, "must be a list like [0, 2, 3] or a generator like {each: 1}");
    const LengthGenerator generator = read_generator(section, pes, root, own);
    if (pes && own.empty()) lengths = generate_lengths(generator, *pes, root);
  });
  for (const ConfigError& error : own.sorted()) errors.add(error);
  if (!own.empty() || !pes) return std::nullopt;
  return lengths;
}

language::Type lengths_type(std::function<KnownPes(const language::Known&)> pes_of) {
  const auto read = [pes_of = std::move(pes_of)](const Value& value, language::Known& known) {
    const KnownPes pes = pes_of(known);
    language::Datum lengths;
    for (const Flits length :
         read_lengths(value, pes.count, *known.errors, pes.root).value_or(std::vector<Flits>()))
      lengths.items.push_back({length});
    return lengths;
  };
  return language::own("[FLITS, ...] or a generator", schema::lengths("").dump(), read);
}

}  // namespace flitwise
