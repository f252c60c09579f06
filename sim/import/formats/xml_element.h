// xml_element.h: elements of XML files, with the places in the file where they stand.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_XML_ELEMENT_H_
#define FLITWISE_SIM_IMPORT_FORMATS_XML_ELEMENT_H_

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "sim/language/scenario_values.h"

namespace flitwise {

/// An element; its document outlives it.
/// Errors: what is said to refuse throws ConfigError with the element's place.
class XmlElement {
 public:
  XmlElement(const pugi::xml_node& node, const TextFile& file) : node_(node), file_(&file) {}

  std::string name() const { return node_.name(); }
  /// Of a text between elements.
  std::string content() const { return node_.value(); }
  Place place() const;
  /// Refuses the element or its attribute `key`.
  [[noreturn]] void refuse(const std::string& key, const std::string& rule) const;

  /// Refuses another attribute than these, and one that stands there twice.
  void check_attributes(const std::vector<std::string>& known) const;
  /// Refuses another child than elements of this name, and comments.
  std::vector<XmlElement> children(const std::string& name) const;
  bool has(const std::string& key) const { return !node_.attribute(key.c_str()).empty(); }
  /// Refuse an attribute that is missing, or is no number from `least` to `most`.
  std::string text(const std::string& key) const;
  std::int64_t number(const std::string& key, std::int64_t least, std::int64_t most) const;

 private:
  pugi::xml_node node_;
  const TextFile* file_;
};

/// A file that holds one element. The file outlives it.
/// Errors: throws ConfigError for what is no XML, and for other elements or text beside the one.
class XmlDocument {
 public:
  XmlDocument(const TextFile& file, const std::string& root);
  const XmlElement& root() const { return roots_.front(); }

 private:
  pugi::xml_document document_;
  std::vector<XmlElement> roots_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_XML_ELEMENT_H_
