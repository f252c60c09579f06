# Writes OUTPUT: one source that includes every C++ source of DIRECTORY and, when CLOCK names a clock
# input, defines the model table `<PREFIX>_table` of the verilated class PREFIX. HEADERS: Verilator's.
cmake_policy(VERSION 3.25)
file(GLOB sources RELATIVE ${DIRECTORY} ${DIRECTORY}/*.cpp)
list(SORT sources)
file(STRINGS ${HEADERS}/verilated_config.h version REGEX "define VERILATOR_VERSION_INTEGER ")
string(REGEX MATCH "[0-9]+" version "${version}")
string(CONCAT text
  "#include <verilated.h>\n"
  "static_assert(VERILATOR_VERSION_INTEGER == ${version},\n"
  "              \"made by another Verilator than these headers are of: build in an empty folder\");\n")
foreach(source IN LISTS sources)
  if(NOT source STREQUAL "${PREFIX}__all.cpp")
    string(APPEND text "#include \"${source}\"\n")
  endif()
endforeach()

if(CLOCK)
  set(port "VL_(IN|OUT|INOUT)(8|16|64|W)?\\(&([A-Za-z0-9_]+),([0-9]+),([0-9]+)")
  file(STRINGS ${DIRECTORY}/${PREFIX}.h lines REGEX "^ *${port}")
  set(pins "")
  set(names "")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "${port}" unused "${line}")
    set(name ${CMAKE_MATCH_3})
    math(EXPR bits "${CMAKE_MATCH_4} - ${CMAKE_MATCH_5} + 1")
    string(REPLACE "OUT" "Out" direction ${CMAKE_MATCH_1})
    string(REPLACE "IN" "In" direction ${direction})
    list(APPEND names ${name})
    string(APPEND pins
      "    {\"${name}\", flitwise::PinDirection::k${direction}, ${bits},\n"
      "     [](void* m) -> void* { return &static_cast<${PREFIX}*>(m)->${name}; }},\n")
  endforeach()
  if(NOT CLOCK IN_LIST names)
    list(JOIN names " " names)
    message(FATAL_ERROR "the module has no port '${CLOCK}' to be its clock, only: ${names}")
  endif()
  # A clock cycle without the search for what has changed, for models whose clock does nothing but
  # rise. One that reacts to nothing else is told of the edge; another is made to forget that its
  # clock was high, which saves the evaluation with a low clock. Waves show the clock: traced models
  # keep it. Where Verilator writes any of this in another way, a cycle is two evaluations.
  set(root ${PREFIX}___024root)
  set(edge "")
  file(READ ${DIRECTORY}/${root}.h state)
  if(state MATCHES "VlTriggerVec<1> __VnbaTriggered;" AND NOT "${sources}" MATCHES "__Trace__")
    set(code "")
    foreach(source IN LISTS sources)
      if(source MATCHES "^${root}__" AND NOT source MATCHES "__Slow[.]cpp$")
        file(READ ${DIRECTORY}/${source} part)
        string(APPEND code "${part}")
      endif()
    endforeach()
    string(REPLACE ";" "\n" code "${code}")
    set(clock "vlSelf(->|Ref[.])${CLOCK}")
    set(before "(__Vtrigrprev__TOP__${CLOCK}|__Vtrigprevexpr___TOP__${CLOCK}__0)")
    set(was "vlSelf(->|Ref[.])${before}")
    set(rises "\\(\\(IData\\)\\(${clock}\\)[ \n]*& \\(~ \\(IData\\)\\(${was}\\)\\)\\)")
    # Three times: the edge, what the clock was before it, and a check of the pin's width.
    string(REGEX MATCHALL "${clock}[^A-Za-z0-9_]" uses "${code}")
    list(LENGTH uses uses)
    if(uses EQUAL 3 AND code MATCHES "VactTriggered[.](at\\(0U\\) = |set\\(0U, )${rises}")
      set(before ${CMAKE_MATCH_4})
      # What Verilator keeps in a model besides the design's own state: that of which it is known
      # that nothing has to be done with it before an edge, as with values sampled for assertions.
      string(REGEX MATCHALL "__V[a-zA-Z]+" kept "${state}")
      list(REMOVE_DUPLICATES kept)
      list(FILTER kept EXCLUDE REGEX
        "^__V(trig|act[A-Z]|nba[A-Z]|stl[A-Z]|dly|func|task|lvbound|cell|dfg|conc|xrand|m$|conf)")
      if(kept OR code MATCHES "___act_(comb|sequent)__"
         OR NOT code MATCHES "void ${root}___eval_nba\\(${root}\\* vlSelf\\) {")
        set(edge "    m.${CLOCK} = 1;\n    m.rootp->${before} = 0;\n    m.eval();\n")
      else()
        string(CONCAT edge "    flitwise::fire(m.rootp->__VnbaTriggered, 0);\n"
                           "    ${root}___eval_nba(m.rootp);\n")
      endif()
      set(edge "  static void edge(${PREFIX}& m) {\n${edge}  }\n")
    endif()
  endif()
  string(APPEND text
    "#include \"${PREFIX}.h\"\n"
    "#include \"systemc/network/models/verilated_table.h\"\n"
    "namespace {\n"
    "constexpr flitwise::ModelPin kPins_${PREFIX}[] = {\n${pins}};\n"
    "struct Clock_${PREFIX} {\n"
    "  static CData& of(${PREFIX}& m) { return m.${CLOCK}; }\n"
    "${edge}"
    "};\n"
    "}  // namespace\n"
    "extern \"C\" {\n"
    "extern const flitwise::ModelTable ${PREFIX}_table;\n"
    "const flitwise::ModelTable ${PREFIX}_table =\n"
    "    flitwise::verilated_table<${PREFIX}, Clock_${PREFIX}>(kPins_${PREFIX});\n"
    "}\n")
endif()
file(WRITE ${OUTPUT} "${text}")
