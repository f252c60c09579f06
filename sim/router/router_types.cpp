// router_types.cpp: reads ranges of bits, files and names.
#include "sim/router/router_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "sim/language/scenario_values.h"

namespace flitwise::own {

void assign(Bits& bits, const language::Datum& d) { language::assign_all(d, bits.low, bits.width); }

void assign(PayloadBits& bits, const language::Datum& d) {
  language::assign_all(d, bits.head, bits.body);
}

void assign(ExtraField& field, const language::Datum& d) {
  language::assign_all(d, field.bits, field.value);
}

}  // namespace flitwise::own

namespace flitwise {

void assign(PassageSteps& steps, const language::Datum& d) {
  if (d.items.empty())
    steps = PassageSteps(d.number);
  else
    language::assign_all(d, steps.straight, steps.turn, steps.inject, steps.eject);
}

}  // namespace flitwise

namespace flitwise::language {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBitsSchema = R"({"type": ["string", "integer"]})";
constexpr const char* kBitsRule =
    "must be a range of bits like \"71:70\", the higher one first, or one bit like 5";
constexpr const char* kPayloadExample = "{head: \"57:0\", body: \"63:0\"}";
constexpr const char* kPassagesExample = "{straight: 1, turn: 2, inject: 2, eject: 2}";
constexpr const char* kExtraExample = "{bits: \"9:8\", value: 0}";

std::optional<std::uint32_t> bit_number(const std::string& text) {
  std::uint32_t bit = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, bit);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return bit;
}

Datum datum_of(std::uint32_t low, std::uint32_t high) {
  Datum datum;
  datum.items = {{low}, {high - low + 1}};
  return datum;
}

Datum read_bits(const Value& value) {
  if (value.node.kind != YamlKind::kScalar) throw bad_value(value, kBitsRule);
  const std::string& text = value.node.text;
  const std::size_t colon = text.find(':');
  const auto high = bit_number(text.substr(0, colon));
  const auto low = colon == std::string::npos ? high : bit_number(text.substr(colon + 1));
  if (!high || !low) throw bad_value(value, kBitsRule);
  if (*high < *low)
    throw bad_value(value, fmt::format("must name the higher bit first: \"{}:{}\"", *low, *high));
  if (*high >= own::kMostFlitBits)
    throw bad_value(
        value, fmt::format("must lie in a flit, which has at most {} bits", own::kMostFlitBits));
  return datum_of(*low, *high);
}

// Sorts out a map of two keys; both are required.
Datum read_two(const Value& map, const char* first, const char* second, const char* example,
               const char* need, const Type& second_type, Known& known) {
  expect_map(map, example);
  check_keys(map, {first, second}, *known.errors);
  Datum both;
  const Value one = required(map, first, need);
  const Value two = required(map, second, need);
  both.items.push_back(read_bits(one));
  both.items.push_back(second_type->read(two, known));
  return both;
}

bool is_name(const std::string& text) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  return !text.empty() && (is_letter(text[0]) || text[0] == '_') &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '$';
         });
}

std::string read_name(const Value& value, const char* rule) {
  std::string text = to_text(value);
  if (!is_name(text)) throw bad_value(value, rule);
  return text;
}

Datum text_datum(std::string text) { return {0, 0, {}, std::move(text)}; }

Type texts(const char* shown, const char* example, const char* empty,
           std::string (*read)(const Value&)) {
  return own(shown, R"({"type": "array", "items": {"type": "string"}})",
             [example = std::string(example), empty = std::string(empty), read](const Value& list,
                                                                                Known& known) {
               expect_list(list, example);
               if (list.node.items.empty() && !empty.empty()) throw bad_value(list, empty);
               Datum all;
               std::set<std::string> before;
               for (std::size_t i = 0; i < list.node.items.size(); ++i)
                 known.errors->attempt([&] {
                   const Value item = item_of(list, i);
                   std::string text = read(item);
                   if (!before.insert(text).second)
                     throw bad_value(item, "stands in the list twice");
                   all.items.push_back(text_datum(std::move(text)));
                 });
               return all;
             });
}

std::string read_file(const Value& value) {
  std::string path = to_path(value);
  std::error_code error;
  if (fs::is_directory(path, error)) throw bad_value(value, "is a folder, not a file");
  if (!fs::is_regular_file(path, error))
    throw bad_value(value, "is not there: paths begin at the folder of this file");
  return path;
}

std::string read_folder(const Value& value) {
  std::string path = to_path(value);
  std::error_code error;
  if (!fs::is_directory(path, error))
    throw bad_value(value, "is no folder that is there: paths begin at the folder of this file");
  return path;
}

std::string read_define(const Value& value) {
  std::string text = to_text(value);
  if (!is_name(text.substr(0, text.find('='))))
    throw bad_value(value, "must be NAME or NAME=VALUE, with a name of SystemVerilog");
  return text;
}

std::string read_warning(const Value& value) {
  std::string text = to_text(value);
  const bool is_good = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!is_good)
    throw bad_value(value, "must be the name of a warning of Verilator, like UNOPTFLAT");
  return text;
}

// A number of SystemVerilog, or a text in quotes, goes to Verilator as it stands.
Datum read_parameters(const Value& map, Known& known) {
  expect_map(map, "{Depth: 4}");
  Datum all;
  for (const YamlEntry& entry : map.node.entries)
    known.errors->attempt([&] {
      const Value value{entry.value, map.key + "." + entry.key};
      if (!is_name(entry.key))
        throw ConfigError(entry.place, value.key, "", "must be the name of a parameter");
      if (entry.key == "X" || entry.key == "Y")
        throw ConfigError(entry.place, value.key, "",
                          "is the router's place, which is set for each node");
      if (entry.value.kind != YamlKind::kScalar)
        throw bad_value(value, "must be one value: lists and structures are set in the wrapper");
      const std::string text =
          entry.value.quoted ? fmt::format("\"{}\"", entry.value.text) : entry.value.text;
      all.items.push_back(text_datum(entry.key + "=" + text));
    });
  return all;
}

}  // namespace

Type bits_type() {
  return own("BITS", kBitsSchema, [](const Value& value, Known&) { return read_bits(value); });
}

Type bit_type() {
  return own("BIT", kBitsSchema, [](const Value& value, Known&) {
    Datum datum = read_bits(value);
    if (datum.items[1].number != 1) throw bad_value(value, "must be one bit");
    return datum;
  });
}

Type payload_type() {
  return own(fmt::format("BITS|{}", kPayloadExample),
             fmt::format(R"({{"anyOf": [{0}, {{"type": "object", "required": ["head", "body"],
                 "additionalProperties": false,
                 "properties": {{"head": {{"description": "that of heads", {1},
                                 "body": {{"description": "that of other flits", {1}}}}}]}})",
                         kBitsSchema, std::string_view(kBitsSchema).substr(1)),
             [](const Value& value, Known& known) {
               if (value.node.kind == YamlKind::kMap)
                 return read_two(value, "head", "body", kPayloadExample,
                                 "bits of heads and of other flits", bits_type(), known);
               const Datum bits = read_bits(value);
               Datum both;
               both.items = {bits, bits};
               return both;
             });
}

Type passages_type(std::int64_t most) {
  static const std::vector<std::pair<std::string, const char*>> passages{
      {"straight", "of heads that go on in their dimension"},
      {"turn", "of heads that go on in the other one"},
      {"inject", "of heads that come from the PE"},
      {"eject", "of heads that go to the PE"}};
  std::string properties;
  for (const auto& [name, about] : passages)
    properties += fmt::format(
        R"({}"{}": {{"description": "{}", "type": "integer", "minimum": 1, "maximum": {}}})",
        properties.empty() ? "" : ", ", name, about, most);
  return own(fmt::format("1 to {}|{}", most, kPassagesExample),
             fmt::format(R"({{"anyOf": [{{"type": "integer", "minimum": 1, "maximum": {}}},
                 {{"type": "object", "required": ["straight", "turn", "inject", "eject"],
                 "additionalProperties": false, "properties": {{{}}}}}]}})",
                         most, properties),
             [most](const Value& value, Known& known) {
               Datum datum;
               if (value.node.kind != YamlKind::kMap) {
                 datum.number = to_integer(value, 1, most);
                 return datum;
               }
               std::vector<std::string> names;
               for (const auto& [name, about] : passages) names.push_back(name);
               check_keys(value, names, *known.errors);
               for (const auto& [name, about] : passages) {
                 const Value steps = required(value, name, std::string("steps ") + about);
                 datum.items.push_back({to_integer(steps, 1, most)});
               }
               return datum;
             });
}

Type extra_type() {
  const auto read_one = [](const Value& value, Known& known) {
    return read_two(value, "bits", "value", kExtraExample, "where it lies and what it holds",
                    code_type(), known);
  };
  return own(
      fmt::format("{}, or a list", kExtraExample), R"({"type": ["object", "array"]})",
      [read_one](const Value& value, Known& known) {
        Datum all;
        if (value.node.kind != YamlKind::kList) {
          all.items.push_back(read_one(value, known));
          return all;
        }
        for (std::size_t i = 0; i < value.node.items.size(); ++i)
          known.errors->attempt([&] { all.items.push_back(read_one(item_of(value, i), known)); });
        return all;
      });
}

Type code_type() { return whole(0, (std::int64_t{1} << 62) - 1); }

Type module_type() {
  return own("NAME", R"({"type": "string"})", [](const Value& value, Known&) {
    return text_datum(read_name(value, "must be the name of a module"));
  });
}

Type files_type() {
  return texts("[FILE, ...]", "[router.sv, router_wrapper.sv]",
               "must name a file, for example [router.sv, router_wrapper.sv]", read_file);
}

Type folders_type() { return texts("[FOLDER, ...]", "[include]", "", read_folder); }

Type defines_type() { return texts("[NAME=VALUE, ...]", "[SYNTHESIS, WIDTH=4]", "", read_define); }

Type warnings_type() { return texts("[WARNING, ...]", "[UNOPTFLAT]", "", read_warning); }

Type parameters_type() {
  return own("{NAME: VALUE, ...}", R"({"type": "object"})", read_parameters);
}

Type exactly(const char* words, const char* rule) {
  return own(words, fmt::format(R"({{"enum": ["{}"]}})", words),
             [words = std::string(words), rule = std::string(rule)](const Value& value, Known&) {
               if (value.node.kind != YamlKind::kScalar || value.node.text != words)
                 throw bad_value(value, rule);
               return text_datum(words);
             });
}

}  // namespace flitwise::language
