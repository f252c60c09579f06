// msccl_xml.h: the elements of an MSCCL algorithm with their places.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_MSCCL_XML_H_
#define FLITWISE_SIM_IMPORT_FORMATS_MSCCL_XML_H_

#include <memory>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "sim/language/scenario_values.h"

namespace flitwise {

/// An element; the document outlives it.
class XmlElement {
 public:
  XmlElement(const pugi::xml_node& node, const TextFile& file) : node_(node), file_(&file) {}

  std::string name() const { return node_.name(); }
  /// Of a text between elements.
  std::string content() const { return node_.value(); }
  Place place() const;
  /// Refuses the element or its attribute `key`.
  [[noreturn]] void refuse(const std::string& key, const std::string& rule) const;

  /// Errors: each throws ConfigError: for another attribute than these; for another child than
  ///         elements of this name; for an attribute that is missing or is no number in its range.
  void check_attributes(const std::vector<std::string>& known) const;
  std::vector<XmlElement> children(const std::string& name) const;
  bool has(const std::string& key) const { return !node_.attribute(key.c_str()).empty(); }
  std::string text(const std::string& key) const;
  std::int64_t number(const std::string& key, std::int64_t least, std::int64_t most) const;

 private:
  pugi::xml_node node_;
  const TextFile* file_;
};

/// Parses a document and gives its one root element, which must be `root`.
/// Errors: throws ConfigError for what is no XML or has another root.
XmlElement parse_xml(const TextFile& file, const std::string& root, pugi::xml_document& document);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_MSCCL_XML_H_
