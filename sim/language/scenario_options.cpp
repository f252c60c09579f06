#include "sim/language/scenario_options.h"

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

const std::vector<Choice<Build>>& build_words() {
  static const std::vector<Choice<Build>> words{{"assembled", Build::kAssembled},
                                                {"elaborated", Build::kElaborated},
                                                {"netlist", Build::kNetlist}};
  return words;
}

language::Keys<Options> build_key() {
  return language::Keys<Options>().key(
      "build", &Options::build, language::word(build_words()),
      "routers wired at run time, the SystemVerilog top of the network, or the netlists that Yosys "
      "makes of the routers");
}

language::Keys<Options> plain_option_keys() {
  return language::Keys<Options>()
      .key("checkers", &Options::checkers, language::truth(),
           "bind the checkers of tb/sva to every router")
      .key("skip", &Options::skip_idle, language::truth(),
           "evaluate only routers that can change; no cycle differs")
      .key("max_steps", &Options::max_steps, language::whole(1, kMostSteps),
           "give up after that many steps, with exit status 3")
      .by_default("far above every bound")
      .key(
          "threads", &Options::threads, language::whole(0, kMostThreads),
          "go through the routers in at most so many threads, 0: one a processor; no cycle differs")
      .rule({"options.threads"}, {"options.build"},
            "is for routers that are wired at run time: the network's top is one model",
            [](const Options& o) { return o.threads != 1 && o.build == Build::kElaborated; })
      .rule({"options.checkers"}, {"options.build"},
            "needs the RTL: netlists have no signals to bind checkers to",
            [](const Options& o) { return o.checkers && o.build == Build::kNetlist; });
}

const language::Keys<Options>& common_option_keys() {
  static const auto keys = language::Keys<Options>().in(build_key()).in(plain_option_keys());
  return keys;
}

language::Keys<PeFault> fault_keys(const language::Type& pe) {
  const char* one = "must have either early or mute";
  return language::Keys<PeFault>()
      .key("early", &PeFault::early, pe, "one transmission of this PE leaves too early")
      .key("by", &PeFault::by, language::whole(1, kMostEarly), "by so many steps")
      .key("mute", &PeFault::mute, pe, "this PE never sends")
      .one_of({"early", "mute"}, one, one, language::Blame::kKey)
      .beside("by", "early", "belongs to early, not to mute");
}

}  // namespace flitwise
