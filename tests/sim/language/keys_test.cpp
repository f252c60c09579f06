// Tables of keys: what a reader, a schema and a list make of a small one, and what no table may
// say.
#include "sim/language/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sim/families/cover/cover_language.h"
#include "sim/families/fat_tree/fat_tree_language.h"
#include "sim/families/star/star_language.h"
#include "sim/families/torus/torus_language.h"
#include "sim/families/tree/tree_language.h"
#include "sim/language/scenario_options.h"
#include "sim/language/scenario_values.h"

namespace flitwise::language {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Json = nlohmann::json;

enum class Shape : std::uint8_t { kRound, kFlat };

struct Lid {
  int width = 3;
  std::optional<std::uint64_t> seed;
};

struct Box {
  Shape shape = Shape::kFlat;
  int size = 5;
  int depth = 0;
  bool is_open = false;
  std::vector<int> marks;
  std::optional<Lid> lid;
};

enum class Dance : std::uint8_t { kWaltz, kJig, kReel };

struct Ball {
  Shape hall = Shape::kRound;
  Dance dance = Dance::kWaltz;
  std::vector<int> steps{1};
};

// Each hall has dances of its own, a round one just one.
Keys<Ball> ball_keys() {
  return Keys<Ball>()
      .key("hall", &Ball::hall, word<Shape>({{"round", Shape::kRound}, {"flat", Shape::kFlat}}), "")
      .key("dance", &Ball::dance,
           word_type({{"waltz", 0, "round", ""}, {"jig", 1, "flat", ""}, {"reel", 2, "flat", ""}},
                     typeid(Dance), "hall", Foreign::kUnknown),
           "what is danced")
      .required()
      .key("steps", &Ball::steps, each(whole(1, 9), "[1]"), "")
      .by_default("2 and 3", {"dance"}, [](const Ball&) -> Datum {
        return {0, 0, {{2}, {3}}};
      });
}

struct BallReading {
  Ball ball;
  std::vector<std::string> errors;
};

BallReading read_ball(const std::string& text) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml(text, {"f", "", {}}, errors);
  BallReading reading;
  read_section(Value{*root, ""}, ball_keys(), "{}", reading.ball, errors);
  for (const ConfigError& error : errors.sorted())
    reading.errors.push_back(error.key() + ": " + error.rule());
  return reading;
}

std::int64_t size_of(const Known& known) { return known.whole<Box>().size; }

Keys<Lid> lid_keys() {
  return Keys<Lid>()
      .key("width", &Lid::width, whole(1, 9), "how wide")
      .key("seed", &Lid::seed, seed(), "what draws it");
}

Keys<Box> box_keys() {
  return Keys<Box>()
      .key("shape", &Box::shape,
           word_type({{"round", 0, "", "like a ball"}, {"flat", 1, "", ""}}, typeid(Shape)),
           "its form")
      .key("size", &Box::size, whole(1, 20), "of an edge")
      .required("a box has a size")
      .key("depth", &Box::depth, whole(0, 20, {"size", size_of, "size"}), "of the hole")
      .by_default("half the size", {"size"},
                  [](const Box& box) { return std::int64_t{box.size / 2}; })
      .key("open", &Box::is_open, truth(), "whether one can look inside")
      .only("shape", {"flat"}, "means nothing for a {} box")
      .key("marks", &Box::marks, each(whole(0, 20, {"size", size_of}), "[1, 2]"), "places")
      .map("lid", &Box::lid, lid_keys(), "{width: 2}", "what closes it")
      .excludes("lid", {"marks"})
      .rule({"lid.width"}, {"size"}, "is wider than the box",
            [](const Box& box) { return box.lid->width > box.size; });
}

struct Reading {
  Box box;
  std::vector<std::string> errors;
};

Reading read(const std::string& text) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml(text, {"f", "", {}}, errors);
  Reading reading;
  read_section(Value{*root, ""}, box_keys(), "{size: 1}", reading.box, errors);
  for (const ConfigError& error : errors.sorted())
    reading.errors.push_back(error.key() + ": " + error.rule());
  return reading;
}

TEST(Keys, FillTheirStructAndLeaveItsDefaults) {
  const Reading reading = read("{size: 7, marks: [2, 7], lid: {seed: 18446744073709551615}}");

  EXPECT_THAT(reading.errors, ElementsAre("lid: cannot be combined with marks"));
  EXPECT_EQ(reading.box.size, 7);
  EXPECT_EQ(reading.box.shape, Shape::kFlat);
  EXPECT_THAT(reading.box.marks, ElementsAre(2, 7));
  EXPECT_EQ(reading.box.lid->width, 3);
  EXPECT_EQ(reading.box.lid->seed, ~std::uint64_t{0});
}

TEST(Keys, TakeDefaultsThatOtherKeysDecide) {
  EXPECT_EQ(read("{size: 9}").box.depth, 4);
  EXPECT_EQ(read("{size: 9, depth: 1}").box.depth, 1);
}

TEST(Keys, ThatAreMissingSayWhatTheyAreFor) {
  EXPECT_THAT(read("{shape: round}").errors, ElementsAre("size: missing key: a box has a size"));
}

TEST(Keys, ThatNobodyKnowsAreRefusedInEveryMap) {
  EXPECT_THAT(read("{size: 3, sise: 3, lid: {wide: 1}}").errors,
              ElementsAre("sise: unknown key (did you mean 'size'?)",
                          "lid.wide: unknown key; known here: width, seed"));
}

TEST(Keys, HaveLimitsThatOtherKeysSet) {
  EXPECT_THAT(read("{size: 3, depth: 4}").errors,
              ElementsAre("depth: must be a whole number from 0 to 3"));
  EXPECT_THAT(read("{size: 3, marks: [3, 4]}").errors,
              ElementsAre("marks[1]: must be a whole number from 0 to 3"));
}

// One mistake is told once: what depends on a wrong value is not judged by it.
TEST(Keys, DoNotBlameOthersForAWrongOne) {
  EXPECT_THAT(read("{size: 0, depth: 4, marks: [4], lid: {width: 9}}").errors,
              ElementsAre("size: must be a whole number from 1 to 20",
                          "lid: cannot be combined with marks"));
}

TEST(Keys, DoNotBlameOthersForAMissingOne) {
  EXPECT_THAT(read("{depth: 6, marks: [6]}").errors,
              ElementsAre("size: missing key: a box has a size"));
}

TEST(Keys, MeanNothingBesideOtherWords) {
  EXPECT_THAT(read("{size: 3, shape: round, open: true}").errors,
              ElementsAre("open: means nothing for a round box"));
  EXPECT_THAT(read("{size: 3, open: true}").errors, IsEmpty());
}

TEST(Keys, OfEmptyListsExcludeNothing) {
  EXPECT_THAT(read("{size: 3, marks: [], lid: {}}").errors, IsEmpty());
}

TEST(Keys, OfListsAreDifferent) {
  EXPECT_THAT(read("{size: 3, marks: [1, 2, 1]}").errors,
              ElementsAre("marks[2]: stands in the list twice"));
}

TEST(Keys, KeepRulesThatSeeTheWholeStruct) {
  EXPECT_THAT(read("{size: 3, lid: {width: 4}}").errors,
              ElementsAre("lid.width: is wider than the box"));
}

TEST(Keys, HaveASchemaWithRangesDefaultsAndConditions) {
  const Json schema = Json::parse(schema_of(box_keys()));

  EXPECT_EQ(schema["required"], Json({"size"}));
  EXPECT_EQ(schema["properties"]["shape"]["enum"], Json({"round", "flat"}));
  EXPECT_EQ(schema["properties"]["shape"]["default"], "flat");
  EXPECT_EQ(schema["properties"]["open"]["default"], false);
  EXPECT_EQ(schema["properties"]["lid"]["properties"]["width"]["maximum"], 9);
  EXPECT_EQ(schema["properties"]["lid"]["properties"]["width"]["default"], 3);
  EXPECT_FALSE(schema["properties"]["depth"].contains("default"));  // a sentence is no number
  EXPECT_EQ(schema["allOf"][0]["if"]["properties"]["shape"]["enum"], Json({"flat"}));
  EXPECT_EQ(schema["allOf"][0]["else"]["properties"]["open"], false);
  EXPECT_EQ(schema["allOf"][1]["anyOf"][0]["properties"]["lid"], false);
  EXPECT_EQ(schema["allOf"][1]["anyOf"][1]["properties"]["marks"], Json({{"maxItems", 0}}));
}

TEST(Keys, AreListedWithTheirRangesWordsAndDefaults) {
  const std::string text = list_text(box_keys());

  EXPECT_THAT(text, HasSubstr("\nsize: 1 to 20                   of an edge (required)\n"));
  EXPECT_THAT(text, HasSubstr("\ndepth: 0 to size                of the hole (default half the "));
  EXPECT_THAT(text, HasSubstr("\n  round                         like a ball\n"));
  EXPECT_THAT(text, HasSubstr("\nopen: true|false                flat: whether one can look inside "
                              "(default false)\n"));
  EXPECT_THAT(text, HasSubstr("\n  width: 1 to 9                 how wide (default 3)\n"));
}

enum class Trade : std::uint8_t { kSale, kGift };

struct Shelf {
  int boards = 0;
  int height = 0;
};

struct Shop {
  Trade trade = Trade::kSale;
  Shelf shelf;
  int price = 0;
  std::string friend_of;
};

std::size_t shelf_form(const Value& map) {
  if (map.node.find("boards") != nullptr) return 0;
  if (map.node.find("height") == nullptr) throw bad_value(map, "has neither boards nor height");
  return 1;
}

Keys<Shelf> shelf_of_boards() {
  return Keys<Shelf>()
      .key("boards", &Shelf::boards, whole(1, 9), "one above the other")
      .then([](Shelf& shelf, const Value& map, Known&) {
        if (shelf.boards == 9) throw bad_value(map, "creaks");
        shelf.height = 30 * shelf.boards;
      });
}

Keys<Shop> shop_keys() {
  return Keys<Shop>()
      .key("trade", &Shop::trade, word_type({{"sale", 0}, {"gift", 1}}, typeid(Trade)), "its kind")
      .required()
      .forms("shelf", &Shop::shelf,
             {{"{boards: N}", shelf_of_boards(), "by its boards"},
              {"{height: N}",
               Keys<Shelf>().key("height", &Shelf::height, whole(1, 300), "of all of it"),
               "by its height"}},
             shelf_form, "{boards: 2}", "where it stands")
      .key("price", &Shop::price, whole(1, 99), "in pence")
      .required([](const Known&) -> std::string { return "what is to be paid"; })
      .unless("friend_of")
      .only("trade", {"sale"}, "belongs to sale, not to {}", Blame::kKey)
      .key("friend_of", &Shop::friend_of, text(), "who gets it")
      .only("trade", {"gift"}, "belongs to gift, not to {}", Blame::kGoodValue)
      .rule({"price"}, {"shelf"}, [](const Shop& shop, const Value& price, const Known&) {
        if (shop.price > shop.shelf.height) throw bad_value(price, "is higher than the shelf");
      });
}

Shop shop_of(const std::string& text, std::vector<std::string>& messages) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml(text, {"f", "", {}}, errors);
  Shop shop;
  read_section(Value{*root, ""}, shop_keys(), "{trade: sale}", shop, errors);
  for (const ConfigError& error : errors.sorted())
    messages.push_back(error.key() + ": '" + error.value() + "' " + error.rule());
  return shop;
}

std::vector<std::string> errors_of(const std::string& text) {
  std::vector<std::string> messages;
  shop_of(text, messages);
  return messages;
}

TEST(Keys, OfSeveralFormsAreThoseOfTheFormThatIsThere) {
  std::vector<std::string> messages;
  EXPECT_EQ(shop_of("{trade: gift, shelf: {boards: 3}, friend_of: amy}", messages).shelf.height,
            90);
  EXPECT_EQ(shop_of("{trade: sale, shelf: {height: 80}, price: 80}", messages).shelf.height, 80);
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_THAT(errors_of("{trade: gift, shelf: {boards: 3, height: 4}}"),
              ElementsAre("shelf.height: '' unknown key; known here: boards"));
  EXPECT_THAT(errors_of("{trade: gift, shelf: {}}"),
              ElementsAre("shelf: '{}' has neither boards nor height"));
}

TEST(Keys, AreJudgedTogetherWhenAllAreGood) {
  EXPECT_THAT(errors_of("{trade: sale, shelf: {boards: 9}, price: 99}"),
              ElementsAre("shelf: '{...}' creaks"));  // whose price cannot be judged
  EXPECT_THAT(errors_of("{trade: sale, shelf: {boards: 10}, price: 99}"),
              ElementsAre("shelf.boards: '10' must be a whole number from 1 to 9"));
  EXPECT_THAT(errors_of("{trade: sale, shelf: {boards: 1}, price: 31}"),
              ElementsAre("price: '31' is higher than the shelf"));
}

TEST(Keys, AreRequiredBesideTheWordsThatTheyBelongTo) {
  EXPECT_THAT(errors_of("{trade: sale, shelf: {boards: 1}}"),
              ElementsAre("price: '' missing key: what is to be paid"));
  EXPECT_THAT(errors_of("{trade: gift, shelf: {boards: 1}}"), IsEmpty());
  EXPECT_THAT(errors_of("{trade: barter, shelf: {boards: 1}}"),
              ElementsAre("price: '' missing key: what is to be paid",
                          "trade: 'barter' must be one of sale, gift"));
  EXPECT_THAT(errors_of("{trade: barter, shelf: {boards: 1}, friend_of: amy}"),
              ElementsAre("trade: 'barter' must be one of sale, gift"));
  EXPECT_THAT(errors_of("{trade: sale, shelf: {boards: 1}, friend_of: amy}"),
              ElementsAre("friend_of: 'amy' belongs to gift, not to sale"));
}

TEST(Keys, AreRefusedAloneOrWhenTheirValueIsGood) {
  EXPECT_THAT(errors_of("{trade: gift, price: 0}"),
              ElementsAre("price: '' belongs to sale, not to gift"));
  EXPECT_THAT(errors_of("{trade: sale, price: 0, friend_of: ''}"),
              ElementsAre("price: '0' must be a whole number from 1 to 99",
                          "friend_of: '' must not be empty"));
}

TEST(Keys, OfSeveralFormsHaveASchemaAndALineOfEach) {
  const Json schema = Json::parse(schema_of(shop_keys()));

  EXPECT_EQ(schema["required"], Json({"trade"}));
  EXPECT_EQ(schema["properties"]["shelf"]["anyOf"][0]["properties"]["boards"]["maximum"], 9);
  EXPECT_EQ(schema["properties"]["shelf"]["anyOf"][1]["additionalProperties"], false);
  EXPECT_EQ(schema["allOf"][0]["then"]["required"], Json({"price"}));
  EXPECT_THAT(list_text(shop_keys()), HasSubstr("\n  {height: N}                   by its height\n"
                                                "    height: 1 to 300            of all of it"));
  EXPECT_THROW(
      Keys<Shop>().forms(
          "shelf", &Shop::shelf,
          {{"", shelf_of_boards().rule({"shelf"}, {}, "", [](const Shelf&) { return true; }), ""}},
          shelf_form, "", ""),
      std::logic_error);
}

TEST(Keys, MayHaveWordsThatAreUnknownBesideOthers) {
  EXPECT_EQ(read_ball("{hall: flat, dance: jig}").ball.dance, Dance::kJig);
  EXPECT_THAT(read_ball("{hall: flat, dance: waltz}").errors,
              ElementsAre("dance: must be one of jig, reel"));
  EXPECT_THAT(read_ball("{hall: square, dance: waltzz}").errors,
              ElementsAre("hall: must be one of round, flat"));
}

TEST(Keys, MayMissTheOnlyWordThereIs) {
  EXPECT_THAT(read_ball("{}").errors, IsEmpty());
  EXPECT_THAT(read_ball("{hall: flat}").errors, ElementsAre("dance: missing key: jig, reel"));
  const Json rules = Json::parse(schema_of(ball_keys()))["allOf"];
  EXPECT_FALSE(rules[1]["then"].contains("required"));  // of the round hall
  EXPECT_EQ(rules[0]["then"]["required"], Json({"dance"}));
}

TEST(Keys, ReplaceAListByItsDefaultOrByAnother) {
  EXPECT_THAT(read_ball("{}").ball.steps, ElementsAre(2, 3));
  EXPECT_THAT(read_ball("{steps: [4]}").ball.steps, ElementsAre(4));
}

// What a crate carries depends on what it is for.
struct Crate {
  bool is_for_fruit = false;
  int apples = 0;
  int weight = 1;
  int largest = 0;
  std::string list;
};

Keys<Crate> load_keys() {
  return Keys<Crate>().key("weight", &Crate::weight, whole(1, 9), "of all");
}

Keys<Crate> crate_keys() {
  static const Keys<Crate> shared = load_keys();
  return Keys<Crate>()
      .key("use", &Crate::is_for_fruit, word<bool>({{"fruit", true}, {"tools", false}}), "what for")
      .required()
      .with(
          "use", "fruit",
          Keys<Crate>()
              .key("kind", &Crate::apples, word<int>({{"apple", 1}, {"plum", 2}}), "which")
              .required("apple or plum")
              .key("ripe", &Crate::largest, whole(1, 5), "days")
              .only("kind", {"plum"}, "is for plums, not {}s")
              .required("plums ripen")
              .map("load",
                   Keys<Crate>().key("leaves", &Crate::apples, truth(), "between them").in(shared),
                   "{weight: 2}", "what it carries")
              .rule({"kind"}, {}, "are all gone",
                    [](const Crate& crate) { return crate.weight == 7; }))
      .with("use", "tools",
            Keys<Crate>()
                .key("kind", &Crate::apples, word<int>({{"saw", 1}}), "which")
                .required()
                .key("list", &Crate::list, text(), "names them")
                .map("load", shared, "{weight: 2}", "what it carries")
                .rule({"load.weight"}, {"list"}, "is more than tools weigh",
                      [](const Crate& crate) { return crate.weight > 8; }));
}

std::pair<Crate, std::vector<std::string>> read_crate(const std::string& text) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml(text, {"f", "", {}}, errors);
  std::pair<Crate, std::vector<std::string>> reading;
  read_keys(Value{*root, ""}, crate_keys(), reading.first, errors);
  for (const ConfigError& error : errors.sorted())
    reading.second.push_back(error.key() + ": " + error.rule());
  return reading;
}

TEST(KeysWithAWord, AreThoseOfItsCase) {
  const auto [crate, errors] = read_crate("{use: fruit, kind: plum, ripe: 3, load: {weight: 2}}");
  EXPECT_THAT(errors, IsEmpty());
  EXPECT_EQ(crate.apples, 2);
  EXPECT_EQ(crate.largest, 3);
  EXPECT_EQ(crate.weight, 2);
  EXPECT_THAT(read_crate("{use: tools, kind: apple}").second,
              ElementsAre("kind: must be one of saw"));
  EXPECT_THAT(read_crate("{use: fruit}").second, ElementsAre("kind: missing key: apple or plum"));
}

TEST(KeysWithAWord, AreForeignWithAnother) {
  EXPECT_THAT(read_crate("{use: fruit, kind: apple, list: a, load: {weight: 0, leafs: 1}}").second,
              ElementsAre("list: belongs to use tools, and the use is fruit",
                          "load.weight: must be a whole number from 1 to 9",
                          "load.leafs: unknown key (did you mean 'leaves'?)"));
  EXPECT_THAT(read_crate("{use: tools, kind: saw, load: {leaves: true, x: 1}}").second,
              ElementsAre("load.leaves: belongs to use fruit, and the use is tools",
                          "load.x: unknown key; known here: weight"));
}

TEST(KeysWithAWord, AreNotBlamedForAWordThatIsWrong) {
  EXPECT_THAT(read_crate("{use: fun, list: 3, ripe: 9}").second,
              ElementsAre("use: must be one of fruit, tools"));
  EXPECT_THAT(read_crate("{list: 3}").second, ElementsAre("use: missing key: what for"));
}

TEST(KeysWithAWord, KeepTheRulesOfTheirCase) {
  EXPECT_THAT(read_crate("{use: fruit, kind: apple, load: {weight: 7}}").second,
              ElementsAre("kind: are all gone"));
  EXPECT_THAT(read_crate("{use: tools, kind: saw, load: {weight: 7}}").second, IsEmpty());
}

TEST(KeysWithAWord, HaveASchemaOfAllCasesAndARuleForEach) {
  const Json schema = Json::parse(schema_of(crate_keys()));

  EXPECT_EQ(schema["required"], Json({"use"}));
  EXPECT_EQ(schema["properties"]["kind"]["enum"], Json({"apple", "plum", "saw"}));
  EXPECT_TRUE(schema["properties"]["load"]["properties"].contains("leaves"));
  const Json fruit = schema["allOf"][0]["then"];
  EXPECT_EQ(schema["allOf"][0]["if"]["properties"]["use"]["const"], "fruit");
  EXPECT_EQ(fruit["required"], Json({"kind"}));
  EXPECT_EQ(fruit["properties"]["kind"]["enum"], Json({"apple", "plum"}));
  EXPECT_EQ(fruit["properties"]["list"], false);
  EXPECT_FALSE(fruit["properties"].contains("load"));
  EXPECT_EQ(schema["allOf"][1]["then"]["properties"]["load"]["properties"]["leaves"], false);
  EXPECT_EQ(schema["allOf"][2]["then"], Json({{"required", {"ripe"}}}));
}

TEST(KeysWithAWord, StandBehindTheKeyOfTheWord) {
  EXPECT_NO_THROW(expect_sound(crate_keys()));
  EXPECT_THROW(expect_sound(Keys<Crate>().with("use", "fruit", load_keys())), std::logic_error);
  EXPECT_THROW(Keys<Crate>().in(crate_keys()), std::logic_error);
}

TEST(KeysWithAWord, AreListedByCaseAndOnce) {
  EXPECT_THAT(list_text(crate_keys()),
              HasSubstr("with use tools:\n"
                        "  kind: saw                     which (required)\n"
                        "  list: TEXT                    names them\n"
                        "  load: {weight: 2}             what it carries\n"
                        "    weight as above\n"));
}

TEST(Keys, MustFitTheirMembers) {
  Keys<Box> keys;

  EXPECT_THROW(keys.key("size", &Box::size, whole(0, std::int64_t{1} << 31), ""), std::logic_error);
  EXPECT_THROW(keys.key("shape", &Box::shape, word<int>({{"round", 0}}), ""), std::logic_error);
}

TEST(Keys, ThatAreSoundNameKeysThatThereAreAndNeedOnlyThoseBefore) {
  EXPECT_NO_THROW(expect_sound(box_keys()));
  EXPECT_NO_THROW(expect_sound(shop_keys()));
  EXPECT_THROW(expect_sound(box_keys().excludes("lid", {"lids"})), std::logic_error);
  EXPECT_THROW(expect_sound(box_keys().one_of({"size", "sise"}, "", "")), std::logic_error);
  EXPECT_THROW(expect_sound(Keys<Box>()
                                .key("depth", &Box::depth, whole(0, 20, {"size", size_of}), "")
                                .key("size", &Box::size, whole(1, 20), "")),
               std::logic_error);
  EXPECT_THROW(
      expect_sound(box_keys().rule({"lid"}, {"lid.height"}, "", [](const Box&) { return true; })),
      std::logic_error);
}

TEST(Keys, OfEveryFamilyAreSound) {
  EXPECT_NO_THROW(expect_sound(star_language()));
  EXPECT_NO_THROW(expect_sound(tree_language()));
  EXPECT_NO_THROW(expect_sound(cover_language()));
  EXPECT_NO_THROW(expect_sound(fat_tree_language()));
  EXPECT_NO_THROW(expect_sound(torus_language()));
}

}  // namespace
}  // namespace flitwise::language
