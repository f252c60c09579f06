// family.h: what a family of networks of your own is made of. Component systemc.
//
// A Family reads its scenarios and makes their work; a Machine is a network with its routers; a
// Work is what runs on one, with its prediction; Keys are the scenario language, each key once.
// families() are those that Flitwise has.
// Errors: readers collect all mistakes, each with file, line, key, value and rule.
#ifndef FLITWISE_FAMILY_H_
#define FLITWISE_FAMILY_H_

#include <flitwise/check.h>
#include <flitwise/pe.h>

// Options, Build, PeFault, Scenario, kMostPes, kMostFlits
#include "sim/language/scenario.h"
// Place, ConfigError, ErrorList, did_you_mean
#include "sim/language/scenario_error.h"
// Value, Choice, bad_value, to_integer, to_choice, word_for, words_of
#include "sim/language/scenario_values.h"
// build_key, plain_option_keys, common_option_keys, fault_keys, kAboutFault,
// kFaultExample
#include "sim/language/scenario_options.h"
// LengthRange, LengthGenerator, generate_lengths, read_lengths
#include "sim/language/scenario_lengths.h"
// language::Keys, language::Table, language::Type, language::Known, language::Word,
// language::whole, language::text, language::word, language::word_type, language::called,
// language::read_table, language::names_of, language::schema_of, language::list_text
#include "sim/language/keys.h"
// TransferCarrier, Machine, set_common
#include "sim/run/machine.h"
// Events, Work, kMostRecordedTransfers
#include "sim/run/work.h"
// FamilyHelp, DeadElements, Family, Families, family_of
#include "sim/run/family/family.h"
// ScenarioReading
#include "sim/run/family/scenario_reader.h"
// NodePlace
#include "sim/run/family/node_places.h"
// WaveLayout
#include "sim/run/family/wave_layout.h"
// Explanation
#include "sim/run/family/explanation.h"
// Recipe, RefusedVariant, Refusals, cook, add_if_new
#include "sim/run/family/recipe.h"
// families, read_scenario, read_scenario_text
#include "sim/families/registry.h"

#endif  // FLITWISE_FAMILY_H_
