// schema_parts.h: what JSON Schemas of scenarios are made of; for `*_schema.cpp` only.
#ifndef FLITWISE_SIM_LANGUAGE_SCHEMA_PARTS_H_
#define FLITWISE_SIM_LANGUAGE_SCHEMA_PARTS_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace flitwise::schema {

using Json = nlohmann::ordered_json;

/// Each describes a value; `about` is what an editor shows.
Json whole_number(std::int64_t least, std::int64_t most, const std::string& about);
/// Any single value, as the reader takes it: 2024 and true are texts, too.
Json text(const std::string& about);
/// Words that look like numbers may be written as numbers.
Json words(const std::vector<std::string>& words, const std::string& about);
Json list(Json item, std::size_t least, std::size_t most, const std::string& about);
Json any_of(std::vector<Json> choices, const std::string& about);

/// A map with these keys and no others.
Json map(Json properties, const std::vector<std::string>& required, const std::string& about);

}  // namespace flitwise::schema

#endif  // FLITWISE_SIM_LANGUAGE_SCHEMA_PARTS_H_
