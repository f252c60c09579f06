// xml_element.cpp: reads attributes and children of XML elements.
#include "sim/import/formats/xml_element.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

Place place_at(const TextFile& file, std::ptrdiff_t offset) {
  const auto end =
      file.content.begin() +
      std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(file.content.size()));
  const auto newline = std::find(std::make_reverse_iterator(end), file.content.rend(), '\n');
  const auto line = std::count(file.content.begin(), end, '\n') + 1;
  return {file.text, static_cast<int>(line), static_cast<int>(end - newline.base()) + 1};
}

}  // namespace

Place XmlElement::place() const { return place_at(*file_, node_.offset_debug()); }

void XmlElement::refuse(const std::string& key, const std::string& rule) const {
  const std::string value = key.empty() ? "" : node_.attribute(key.c_str()).value();
  throw ConfigError(place(), key.empty() ? name() : name() + "." + key, value, rule);
}

void XmlElement::check_attributes(const std::vector<std::string>& known) const {
  for (const pugi::xml_attribute& attribute : node_.attributes()) {
    if (std::count(known.begin(), known.end(), attribute.name()) == 0)
      refuse(attribute.name(),
             fmt::format("unknown attribute{}; known here: {}",
                         did_you_mean(attribute.name(), known), fmt::join(known, ", ")));
    // The parser takes what is no XML; of two values one would be lost.
    if (node_.attribute(attribute.name()) != attribute)
      refuse(attribute.name(), "stands there twice");
  }
}

std::vector<XmlElement> XmlElement::children(const std::string& name) const {
  std::vector<XmlElement> all;
  for (const pugi::xml_node& child : node_.children()) {
    if (child.type() == pugi::node_comment) continue;
    const XmlElement element(child, *file_);
    if (child.type() != pugi::node_element || child.name() != name)
      throw ConfigError(element.place(), this->name(),
                        child.type() == pugi::node_element ? child.name() : child.value(),
                        fmt::format("has no place here: {} holds elements {} only", this->name(),
                                    name.empty() ? "of no kind" : name));
    all.push_back(element);
  }
  return all;
}

std::string XmlElement::text(const std::string& key) const {
  if (!has(key)) refuse("", fmt::format("lacks the attribute {}", key));
  std::string value = node_.attribute(key.c_str()).value();
  if (first_control(value) != std::string::npos ||
      value.find_first_of("\t\r\n") != std::string::npos)
    refuse(key, "must be a single line without control characters");
  return value;
}

std::int64_t XmlElement::number(const std::string& key, std::int64_t least,
                                std::int64_t most) const {
  const std::string digits = text(key);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < least || value > most)
    refuse(key, fmt::format("must be a number from {} to {}", least, most));
  return value;
}

XmlDocument::XmlDocument(const TextFile& file, const std::string& root) {
  // As a fragment: else the parser skips text outside of the root without a word.
  const pugi::xml_parse_result result = document_.load_buffer(
      file.content.data(), file.content.size(),
      pugi::parse_default | pugi::parse_comments | pugi::parse_trim_pcdata | pugi::parse_fragment,
      pugi::encoding_utf8);
  if (!result)
    throw ConfigError(place_at(file, result.offset), "", "",
                      fmt::format("not XML: {}", result.description()));
  std::vector<XmlElement> others;
  for (const pugi::xml_node& child : document_.children()) {
    if (child.type() == pugi::node_element)
      roots_.emplace_back(child, file);
    else if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      others.emplace_back(child, file);
  }
  if (roots_.empty())
    throw ConfigError(place_at(file, static_cast<std::ptrdiff_t>(file.content.size())), "", "",
                      "not XML: No document element found");
  if (!others.empty())
    throw ConfigError(others.front().place(), "", others.front().content(),
                      "stands outside of any element");
  if (roots_.size() != 1 || roots_.front().name() != root)
    throw ConfigError(roots_.back().place(), "", roots_.back().name(),
                      fmt::format("a file holds one element {}", root));
}

}  // namespace flitwise
