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
  string(APPEND text
    "#include \"${PREFIX}.h\"\n"
    "#include \"systemc/network/models/verilated_table.h\"\n"
    "namespace {\n"
    "constexpr flitwise::ModelPin kPins_${PREFIX}[] = {\n${pins}};\n"
    "struct Clock_${PREFIX} {\n"
    "  static CData& of(${PREFIX}& m) { return m.${CLOCK}; }\n"
    "};\n"
    "}  // namespace\n"
    "extern \"C\" {\n"
    "extern const flitwise::ModelTable ${PREFIX}_table;\n"
    "const flitwise::ModelTable ${PREFIX}_table =\n"
    "    flitwise::verilated_table<${PREFIX}, Clock_${PREFIX}>(kPins_${PREFIX});\n"
    "}\n")
endif()
file(WRITE ${OUTPUT} "${text}")
