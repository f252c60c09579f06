// key_table.cpp: how tables of keys are put together, and what a sound one is.
#include "sim/language/key_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace flitwise::language {
namespace {

Words strings(Texts texts) { return {texts.begin(), texts.end()}; }

Way way_on(Way way, const Way& further) {
  way.steps.insert(way.steps.end(), further.steps.begin(), further.steps.end());
  return way;
}

// Rules name keys by paths: those of the outermost map are all that there are.
void append_rules(Section& to, const Way& way, const Section& part,
                  const std::vector<WordOf>& within = {}) {
  for (Rule rule : part.rules) {
    rule.way = way_on(way, rule.way);
    rule.within.insert(rule.within.end(), within.begin(), within.end());
    to.rules.push_back(std::move(rule));
  }
  to.exclusions.insert(to.exclusions.end(), part.exclusions.begin(), part.exclusions.end());
}

void expect_known(const Words& paths, const Section& all, const std::string& who) {
  for (const std::string& path : paths)
    if (row_of(all, path) == nullptr)
      throw std::logic_error(who + " names " + path + ", which is no key");
}

// That each key stands behind those that its value needs; `before` are the paths read so far.
void expect_order(const Section& keys, const std::string& prefix, std::set<std::string>& before) {
  for (const Row& row : keys.rows) {
    const std::string path = prefix + row.key;
    Words needs = row.type->needs;
    if (!row.type->words_by.empty()) needs.push_back(row.type->words_by);
    if (row.only) needs.push_back(row.only->key);
    if (row.fallback)
      needs.insert(needs.end(), row.fallback->needs.begin(), row.fallback->needs.end());
    for (const std::string& need : needs)
      if (before.count(need) == 0)
        throw std::logic_error(path + " needs " + need + ", which is not read before it");
    for (const Section* inner : tables_of(*row.type)) expect_order(*inner, path + ".", before);
    before.insert(path);
  }
  for (const Case& one : keys.cases) {
    if (before.count(one.of.first) == 0)
      throw std::logic_error("a case of " + one.of.first + ", which is not read before it");
    expect_order(*one.keys, prefix, before);
  }
}

void expect_names(const Section& keys) {
  const auto expect_row = [&](const std::string& name) {
    if (name.find('.') != std::string::npos || row_of(keys, name) == nullptr)
      throw std::logic_error("a group names " + name + ", which is no key of its map");
  };
  for (const Group& group : keys.groups)
    for (const std::string& name : group.keys) expect_row(name);
  for (const Beside& pair : keys.besides) {
    expect_row(pair.key);
    expect_row(pair.other);
  }
  for (const Row& row : keys.rows) {
    if (!row.unless.empty()) expect_row(row.unless);
    for (const Section* inner : tables_of(*row.type)) expect_names(*inner);
  }
  for (const Case& one : keys.cases) expect_names(*one.keys);
}

}  // namespace

std::vector<const Section*> tables_of(const TypeData& type) {
  std::vector<const Section*> tables;
  if (type.keys) tables.push_back(type.keys.get());
  for (const Form& form : type.forms) tables.push_back(form.keys.get());
  return tables;
}

void* member_of(void* object, const Way& way, bool make) {
  for (const Way::Step& step : way.steps) {
    object = static_cast<char*>(object) + step.offset;
    if (step.open != nullptr) object = step.open(object, make);
    if (object == nullptr) return nullptr;
  }
  return object;
}

const Row* row_of(const Section& keys, const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string first = path.substr(0, dot);
  for (const Row& row : keys.rows)
    if (row.key == first) {
      if (dot == std::string::npos) return &row;
      for (const Section* inner : tables_of(*row.type))
        if (const Row* found = row_of(*inner, path.substr(dot + 1))) return found;
    }
  for (const Case& one : keys.cases)
    if (const Row* row = row_of(*one.keys, path)) return row;
  return nullptr;
}

bool may_say_nothing(const Row& row) {
  if (!row.type->keys) return row.type->may_be_empty;
  const std::vector<Row>& rows = row.type->keys->rows;
  return std::any_of(rows.begin(), rows.end(), may_say_nothing);
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string joined(const Words& words, const std::string& last) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  const Words first(words.begin(), words.end() - 1);
  return fmt::format("{} {} {}", fmt::join(first, ", "), last, words.back());
}

Words names_of(const Section& keys) {
  Words names;
  for (const Row& row : keys.rows) names.push_back(row.key);
  for (const Case& one : keys.cases)
    for (const std::string& name : names_of(*one.keys))
      if (std::count(names.begin(), names.end(), name) == 0) names.push_back(name);
  return names;
}

Words refused_of(const Section& keys) {
  Words names;
  for (const Row& row : keys.rows)
    if (row.type->is_refused) names.push_back(row.key);
  for (const Case& one : keys.cases)
    for (const std::string& name : refused_of(*one.keys)) names.push_back(name);
  return names;
}

Words names_of(const Table& keys) { return names_of(keys.section()); }

void expect_fit(Text key, const Type& type, std::uint64_t most, const std::type_info& member) {
  const bool is_narrow = type->most > 0 && static_cast<std::uint64_t>(type->most) > most;
  if (is_narrow || (type->meaning != nullptr && *type->meaning != member))
    throw std::logic_error("key " + std::string(key) + " does not fit its member");
}

void expect_sound(const Table& keys) {
  const Section& section = keys.section();
  std::set<std::string> before;
  expect_order(section, "", before);
  expect_names(section);
  for (const Exclusion& exclusion : section.exclusions) {
    expect_known({exclusion.path}, section, "an exclusion");
    expect_known(exclusion.others, section, "an exclusion");
  }
  for (const Rule& rule : section.rules) {
    expect_known(rule.at, section, "a rule");
    expect_known(rule.needs, section, "a rule");
  }
}

Table::Table(std::shared_ptr<void> (*fresh)())
    : section_(std::make_shared<Section>(Section{fresh})) {}

void Table::add_key(Text name, const Access& access, Type type, Text about) {
  section_->rows.push_back({std::string(name), std::move(type), std::string(about), access});
}

void Table::add_map(Text name, const Way& way, const Table& keys, Text example, Text about) {
  TypeData type{std::string(example), "", {}};
  type.keys = keys.section_;
  type.example = example;
  add_key(name, {way}, std::make_shared<TypeData>(std::move(type)), about);
  append_rules(*section_, way, keys.section());
}

void Table::add_forms(Text name, const Way& way, const std::vector<FormTable>& forms, Pick pick,
                      Text example, Text about) {
  TypeData type{std::string(example), "", {}};
  type.pick = pick;
  type.example = example;
  for (const FormTable& form : forms) {
    if (!form.keys.section().rules.empty() || !form.keys.section().exclusions.empty())
      throw std::logic_error("a form of " + std::string(name) + " has rules");
    type.forms.push_back({form.shown, form.about, form.keys.section_});
  }
  add_key(name, {way}, std::make_shared<TypeData>(std::move(type)), about);
}

void Table::add_all(const Way& way, const Table& keys) {
  const Section& part = keys.section();
  for (Row row : part.rows) {
    row.access.way = way_on(way, row.access.way);
    if (row.fallback) row.fallback->way = way_on(way, row.fallback->way);
    section_->rows.push_back(std::move(row));
  }
  section_->groups.insert(section_->groups.end(), part.groups.begin(), part.groups.end());
  section_->besides.insert(section_->besides.end(), part.besides.begin(), part.besides.end());
  if (!part.cases.empty()) throw std::logic_error("cases are of a map, not of a part of one");
  for (LastStep step : part.then) {
    step.way = way_on(way, step.way);
    section_->then.push_back(std::move(step));
  }
  append_rules(*section_, way, part);
}

void Table::add_case(Text key, Text word, const Table& keys) {
  const WordOf of{std::string(key), std::string(word)};
  section_->cases.push_back({of, keys.section_});
  append_rules(*section_, {}, keys.section(), {of});
}

void Table::add_rule(Texts at, Texts needs, Check check) {
  section_->rules.push_back({strings(at), strings(needs), {}, std::move(check)});
}
void Table::add_then(Then run) { section_->then.push_back({{}, std::move(run)}); }
void Table::set_required(Text need, Need need_now) {
  section_->rows.back().required = true;
  section_->rows.back().need = need;
  section_->rows.back().need_now = need_now;
}
void Table::set_unless(Text other) { section_->rows.back().unless = other; }
void Table::set_default(Text words) { section_->rows.back().default_words = words; }
void Table::set_fallback(Texts needs, Choose value) {
  section_->rows.back().fallback = Fallback{strings(needs), {}, std::move(value)};
}
void Table::set_only(Text key, Texts words, Text refusal, Blame blame) {
  section_->rows.back().only = Only{std::string(key), strings(words), std::string(refusal), blame};
}
void Table::add_group(Texts keys, Text both, Text none, Blame blame) {
  section_->groups.push_back({strings(keys), std::string(both), std::string(none), blame});
}
void Table::add_beside(Text key, Text other, Text message) {
  section_->besides.push_back({std::string(key), std::string(other), std::string(message)});
}
void Table::add_exclusion(Text path, Texts others) {
  section_->exclusions.push_back({std::string(path), strings(others)});
}

}  // namespace flitwise::language
