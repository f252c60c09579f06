#include "sim/language/scenario_lengths.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/language/schema_parts.h"
#include "systemc/network/address_book.h"

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

}  // namespace

// Found by language::assign.
void assign(LengthRange& range, const language::Datum& d) {
  language::assign_all(d, range.least, range.most);
}

namespace {

using language::Datum;
using language::Keys;
using language::Known;

Datum read_range(const Value& list, Flits least) {
  expect_list(list, "[0, 9]");
  if (list.node.items.size() != 2)
    throw bad_value(list,
                    fmt::format("must have two entries, the least and the greatest length, not {}",
                                list.node.items.size()));
  const Value high = item_of(list, 1);
  const Flits low = to_integer(item_of(list, 0), least, kMostFlits);
  const Flits most = to_integer(high, least, kMostFlits);
  if (most < low) throw bad_value(high, fmt::format("must not be below the least length {}", low));
  return {0, 0, {{low}, {most}}};
}

std::string range_schema(Flits least) {
  return fmt::format(R"({{"type": "array", "items": {{"type": "integer", "minimum": {},
                     "maximum": {}}}, "minItems": 2, "maxItems": 2}})",
                     least, kMostFlits);
}

language::Type range() {
  return language::own("[LO, HI]", range_schema(0),
                       [](const Value& value, Known&) { return read_range(value, 0); });
}

language::Type length_or_range() {
  const std::string schema =
      fmt::format(R"({{"anyOf": [{{"type": "integer", "minimum": 1, "maximum": {}}}, {}]}})",
                  kMostFlits, range_schema(1));
  return language::own("N or [LO, HI]", schema, [](const Value& value, Known&) -> Datum {
    if (value.node.kind == YamlKind::kList) return read_range(value, 1);
    const Flits flits = to_integer(value, 1, kMostFlits);
    return {0, 0, {{flits}, {flits}}};
  });
}

language::Type flits() { return language::called("N", language::whole(0, kMostFlits)); }

// The PE that has a message.
language::Type one_pe(const KnownPes& pes, PesHave called) {
  const std::string number =
      fmt::format(R"({{"type": "integer", "minimum": 0, "maximum": {}}})", kMaxTreePes - 1);
  const std::string name = R"({"type": "string", "minLength": 1})";
  const bool have_names = called == PesHave::kNames;
  return language::own(
      "PE", have_names ? fmt::format(R"({{"anyOf": [{}, {}]}})", number, name) : number,
      [pes](const Value& value, Known&) -> Datum {
        const std::int64_t least = pes.root == 0 ? 1 : 0;
        const std::int64_t most = pes.count.value_or(kMaxTreePes) - 1;
        const std::int64_t pe = pes.names.empty() ? to_integer(value, least, most)
                                                  : to_node(value, least, most, pes.names);
        if (pe == pes.root) throw bad_value(value, "must not be the root, which has no message");
        return {pe};
      });
}

constexpr const char* kSameDraws = "the same seed gives the same lengths on every machine";

Keys<EachLength> each_keys() {
  return Keys<EachLength>().key("each", &EachLength::length, flits(), "flits").required();
}

Keys<UniformLengths> uniform_keys() {
  return Keys<UniformLengths>()
      .key("uniform", &UniformLengths::range, range(), "the least and the greatest length")
      .required()
      .key("seed", &UniformLengths::seed, language::seed(), kSameDraws)
      .required();
}

Keys<SparseLengths> sparse_keys() {
  return Keys<SparseLengths>()
      .key("sparse", &SparseLengths::probability, language::probability(),
           "probability that a PE has a message")
      .required("that a PE has one")
      .key("length", &SparseLengths::range, length_or_range(), "of those who have one")
      .by_default("1")
      .key("seed", &SparseLengths::seed, language::seed(), kSameDraws)
      .required();
}

Keys<OneLength> one_keys(const KnownPes& pes, PesHave called) {
  return Keys<OneLength>()
      .key("one", &OneLength::pe, one_pe(pes, called), "the PE")
      .required()
      .key("length", &OneLength::length, flits(), "the flits of that PE's message")
      .required();
}

// How texts show each generator, its keys and what it means.
struct LengthForm {
  std::string shown;
  language::Table keys;
  const char* about;
};

std::vector<LengthForm> length_forms(PesHave called) {
  return {{"{each: N}", each_keys(), "the same everywhere"},
          {"{uniform: [LO, HI], seed: S}", uniform_keys(), "equally likely lengths"},
          {"{sparse: P, length: N or [LO, HI], seed: S}", sparse_keys(),
           "a message with this probability"},
          {"{one: PE, length: N}", one_keys({}, called), "only that PE has a message"}};
}

std::string lengths_schema(PesHave called) {
  const schema::Json each = schema::whole_number(0, kMostFlits, "");
  std::vector<schema::Json> forms{
      schema::list(each, 2, static_cast<std::size_t>(kMaxTreePes), "Flits of each PE's message")};
  for (const LengthForm& form : length_forms(called)) {
    forms.push_back(schema::Json::parse(language::schema_of(form.keys)));
    forms.back()["description"] = form.about;
  }
  return schema::any_of(std::move(forms), "").dump();
}

template <typename Generator>
LengthGenerator read_generator_of(const Value& map, const Keys<Generator>& keys,
                                  ErrorList& errors) {
  Generator generator;
  read_section(map, keys, "{each: 1}", generator, errors);
  return generator;
}

LengthGenerator read_generator(const Value& map, const KnownPes& pes, ErrorList& errors) {
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
  if (chosen == "each") return read_generator_of(map, each_keys(), errors);
  if (chosen == "uniform") return read_generator_of(map, uniform_keys(), errors);
  if (chosen == "sparse") return read_generator_of(map, sparse_keys(), errors);
  if (chosen == "one") return read_generator_of(map, one_keys(pes, PesHave::kNames), errors);
  check_keys(map, {"each", "uniform", "sparse", "one", "length", "seed"}, errors);
  throw ConfigError(map.node.place, map.key, "",
                    "must have one of the keys each, uniform, sparse, one");
}

std::vector<Flits> read_list(const Value& list, const KnownPes& pes, ErrorList& errors) {
  const std::size_t entries = list.node.items.size();
  if (pes.count && entries != index_of(*pes.count))
    errors.add(
        ConfigError(list.node.place, list.key, "",
                    fmt::format("must have {} entries, one per PE, not {}", *pes.count, entries)));
  std::vector<Flits> lengths;
  for (std::size_t v = 0; v < entries && v < static_cast<std::size_t>(kMaxTreePes); ++v) {
    const Value item{list.node.items[v], fmt::format("{}[{}]", list.key, v)};
    errors.attempt([&] {
      lengths.push_back(to_integer(item, 0, kMostFlits));
      if (v != index_of(pes.root) || lengths.back() == 0) return;
      const std::string name = v < pes.names.size() ? fmt::format(" ({})", pes.names[v]) : "";
      throw bad_value(
          item,
          fmt::format("must be 0: PE {}{} is the root and has no message of its own", v, name));
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

std::optional<std::vector<Flits>> read_lengths(const Value& section, const KnownPes& pes,
                                               ErrorList& errors) {
  ErrorList own;
  std::vector<Flits> lengths;
  own.attempt([&] {
    if (section.node.kind == YamlKind::kList) {
      lengths = read_list(section, pes, own);
      return;
    }
    if (section.node.kind != YamlKind::kMap)
      throw bad_value(section, "must be a list like [0, 2, 3] or a generator like {each: 1}");
    const LengthGenerator generator = read_generator(section, pes, own);
    if (pes.count && own.empty()) lengths = generate_lengths(generator, *pes.count, pes.root);
  });
  for (const ConfigError& error : own.sorted()) errors.add(error);
  if (!own.empty() || !pes.count) return std::nullopt;
  return lengths;
}

std::int64_t to_node(const Value& value, std::int64_t least, std::int64_t most,
                     const std::vector<std::string>& names) {
  const std::string text = to_text(value);
  const auto named = std::find(names.begin(), names.end(), text);
  if (named != names.end()) return named - names.begin();
  YamlNode plain = value.node;
  plain.quoted = false;  // '3' is a number, too, where nobody is called so
  ErrorList no_number;
  std::int64_t number = 0;
  if (no_number.attempt([&] { number = to_integer({plain, value.key}, least, most); }))
    return number;
  throw bad_value(value,
                  fmt::format("must be a node's number from {} to {}{}{}", least, most,
                              names.empty() ? "" : " or its name", did_you_mean(text, names)));
}

std::string too_long_message(const std::vector<Flits>& lengths, FlitFormat format) {
  const Flits longest = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
  if (longest <= Flits{format.largest_payload()}) return {};
  return fmt::format(
      "has a message of {} flits, but with {} PEs a flit counts them in {} bits, up to {}", longest,
      lengths.size(), format.payload(), format.largest_payload());
}

std::string lengths_text() {
  std::string text =
      "lengths: a list, or one of these (the root, PE 0 unless chosen, has no message)\n"
      "  [0, 2, 3, 0]                  flits of each PE's message\n";
  for (const LengthForm& form : length_forms(PesHave::kNumbers)) {
    const std::string gap(form.shown.size() < 29 ? 30 - form.shown.size() : 2, ' ');
    text += fmt::format("  {}{}{}\n", form.shown, gap, form.about);
    text += language::list_text(form.keys, 4);
  }
  return text;
}

language::Type lengths_type(std::function<KnownPes(const language::Known&)> pes_of,
                            PesHave called) {
  const auto read = [pes_of = std::move(pes_of)](const Value& value, language::Known& known) {
    language::Datum lengths;
    for (const Flits length :
         read_lengths(value, pes_of(known), *known.errors).value_or(std::vector<Flits>()))
      lengths.items.push_back({length});
    return lengths;
  };
  return language::own("[FLITS, ...] or a generator", lengths_schema(called), read);
}

}  // namespace flitwise
