// key_table.h: a table of keys as plain data; for what reads, describes and checks such tables.
#ifndef FLITWISE_SIM_LANGUAGE_KEY_TABLE_H_
#define FLITWISE_SIM_LANGUAGE_KEY_TABLE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/keys.h"

namespace flitwise::language {

/// One of several forms of a map, with keys of its own.
struct Form {
  std::string shown;  ///< "{shape: star, leaves: N}"
  std::string about;
  std::shared_ptr<const Section> keys;
};

struct TypeData {
  std::string shown;      ///< in texts: "1 to 16", "[NODE, ...]"
  std::string schema;     ///< JSON
  Read read;              ///< throws ConfigError
  std::int64_t most = 0;  ///< of whole numbers
  std::vector<Word> words = {};
  Words needs = {};                               ///< keys that a limit is about
  std::string words_by = "";                      ///< the key that the words' `of` is about
  Foreign foreign = Foreign::kTold;               ///< words
  const std::type_info* meaning = nullptr;        ///< of words: must be the member's
  bool is_refused = false;                        ///< whatever the value is
  bool may_be_empty = false;                      ///< of a list; then it says nothing
  std::shared_ptr<const Section> keys = nullptr;  ///< of a map of one form
  std::vector<Form> forms = {};                   ///< of a map of one of several
  Pick pick = nullptr;                            ///< which
  std::string example = "";                       ///< of a map

  bool is_map() const { return keys != nullptr || !forms.empty(); }
};

/// All tables of keys that a map may have; none of a value that is no map.
std::vector<const Section*> tables_of(const TypeData& type);

struct Only {
  std::string key;
  Words words;
  std::string refusal;
  Blame blame;
};

struct Fallback {
  Words needs;
  Way way;
  Choose value;
};

/// Where nothing sets a key and it is no map, it is read elsewhere.
struct Row {
  std::string key;
  Type type;
  std::string about;
  Access access;  ///< to the member; of a map: to what its keys are members of
  bool required = false;
  std::string need = "";  ///< where it is missing; empty: `about`
  Need need_now = nullptr;
  std::string unless = "";  ///< where this one is there, it is not missing
  std::string default_words = "";
  std::optional<Fallback> fallback = {};
  std::optional<Only> only = {};
};

struct Group {
  Words keys;
  std::string both;  ///< what two of them break; empty: nothing
  std::string none;  ///< likewise
  Blame blame;
};

struct Beside {
  std::string key;
  std::string other;
  std::string message;
};

struct Exclusion {
  std::string path;
  Words others;
};

/// A word of a key, by its path.
using WordOf = std::pair<std::string, std::string>;

struct Rule {
  Words at;
  Words needs;
  Way way;
  Check check;
  std::vector<WordOf> within = {};  ///< the cases that it is of
};

/// Keys of a map that are there with a word of another key only. Their rules are the map's.
struct Case {
  WordOf of;
  std::shared_ptr<const Section> keys;
};

struct LastStep {
  Way way;
  Then run;
};

struct Section {
  std::shared_ptr<void> (*fresh)();  ///< a struct with all defaults
  std::vector<Row> rows = {};
  std::vector<Group> groups = {};
  std::vector<Beside> besides = {};
  std::vector<Exclusion> exclusions = {};  ///< by paths from the outermost map, like rules
  std::vector<Rule> rules = {};
  std::vector<LastStep> then = {};  ///< when all of it is read and good
  std::vector<Case> cases = {};
};

/// The member; nullptr in an optional that is empty, unless one may be made.
void* member_of(void* object, const Way& way, bool make);
/// Also those of all cases, each once.
Words names_of(const Section& keys);
/// Those of them that no file may have.
Words refused_of(const Section& keys);
/// The words that fit a word of the other key that they belong to, each once; all if that is empty.
std::vector<Word> words_beside(const TypeData& type, const std::string& other);
Words names_of(const std::vector<Word>& words);
/// The row of a path, of several cases the first; nullptr if there is none.
const Row* row_of(const Section& keys, const std::string& path);
/// Whether a key that is there may say nothing: an empty list, or a map of such.
bool may_say_nothing(const Row& row);
/// "c" of "a.b.c".
std::string last_part(const std::string& path);
/// "a, b or c".
std::string joined(const Words& words, const std::string& last);
/// The default in words; empty where there is none to speak of.
std::string default_of(const Row& row, void* object);
/// "what it means (default 1)".
std::string about_key(const Row& row, void* object);

}  // namespace flitwise::language

#endif  // FLITWISE_SIM_LANGUAGE_KEY_TABLE_H_
