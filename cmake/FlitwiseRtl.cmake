# Verilated routers. A model is one C++ class made from one RTL top; a library bundles models with
# the one runtime that they all share, so that libraries of different flavours link together.

find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)

# What the verilated code and everything that includes it must agree on: time belongs to a context,
# and the runtime can write FST files.
set(FLITWISE_VERILATED_DEFINES
  VL_TIME_CONTEXT VM_COVERAGE=0 VM_SC=0 VM_TRACE=1 VM_TRACE_FST=1 VM_TRACE_VCD=0)

# Verilated code is not ours to check, but what its threads do is.
set(FLITWISE_NOT_SANITIZED -fno-sanitize=all)
if(FLITWISE_RACES)
  set(FLITWISE_NOT_SANITIZED "")
endif()

# flitwise_rtl_sources(variable family): those files of files.f that are in the family's folder or in
# those that all share, as absolute paths, package first. No module needs another family's files.
function(flitwise_rtl_sources variable family)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/files.f)
  file(STRINGS ${PROJECT_SOURCE_DIR}/rtl/files.f lines REGEX "^rtl/((common|${family})/)?[^/]+$")
  if(NOT "${lines}" MATCHES "rtl/${family}/")
    message(FATAL_ERROR "rtl/files.f has no files in rtl/${family}")
  endif()
  list(TRANSFORM lines PREPEND ${PROJECT_SOURCE_DIR}/)
  set(${variable} ${lines} PARENT_SCOPE)
endfunction()

# flitwise_family_of(variable module): the folder of rtl/ that a module is in.
function(flitwise_family_of variable module)
  file(STRINGS ${PROJECT_SOURCE_DIR}/rtl/files.f line REGEX "/${module}[.]sv$")
  string(REGEX REPLACE "^rtl/([^/]+)/.*$" "\\1" family "${line}")
  set(${variable} ${family} PARENT_SCOPE)
endfunction()

# flitwise_name_values(variable 1_2 First Second): First=1 Second=2.
function(flitwise_name_values variable values)
  string(REPLACE "_" ";" values ${values})
  set(named "")
  foreach(name value IN ZIP_LISTS ARGN values)
    list(APPEND named ${name}=${value})
  endforeach()
  set(${variable} ${named} PARENT_SCOPE)
endfunction()

# How Verilator makes models, here and on first use.
set(FLITWISE_VERILATOR_FLAGS -O3 --unroll-stmts 40000 --output-split-cfuncs 60000 --x-assign fast --x-initial fast --no-timing --assert)
execute_process(COMMAND ${VERILATOR_BIN} --quiet-stats --version RESULT_VARIABLE status
                OUTPUT_QUIET ERROR_QUIET)
if(status EQUAL 0)
  list(APPEND FLITWISE_VERILATOR_FLAGS --quiet-stats)  # newer ones report what they did
endif()
set(FLITWISE_VERILATOR_TRACE_FLAGS --trace-fst --trace-structs --no-trace-params)

# flitwise_verilate(library PREFIX p TOP t SOURCES files... [PARAMETERS Name=Value...] [TRACED]
#                   [CLOCK port])
# adds the verilated class `p` of module `t` to a library made by flitwise_verilated_library; with a
# clock, its model table `p_table` too.
function(flitwise_verilate library)
  cmake_parse_arguments(ARG "TRACED" "PREFIX;TOP;CLOCK" "SOURCES;PARAMETERS" ${ARGN})
  set(flags ${FLITWISE_VERILATOR_FLAGS})
  if(ARG_TRACED)
    list(APPEND flags ${FLITWISE_VERILATOR_TRACE_FLAGS})
  endif()
  foreach(parameter IN LISTS ARG_PARAMETERS)
    list(APPEND flags -G${parameter})
  endforeach()
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/verilated/${ARG_PREFIX})
  set(amalgam ${directory}/${ARG_PREFIX}__all.cpp)
  # Models name their sources in messages: not by where this tree happens to lie.
  set(sources "")
  foreach(source IN LISTS ARG_SOURCES)
    file(RELATIVE_PATH source ${PROJECT_SOURCE_DIR} ${source})
    list(APPEND sources ${source})
  endforeach()
  # One translation unit a model: the set of files that Verilator writes is not known beforehand,
  # and one compilation is faster than ten small ones.
  add_custom_command(
    OUTPUT ${amalgam}
    BYPRODUCTS ${directory}/${ARG_PREFIX}.h
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${directory}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${directory}
    COMMAND ${VERILATOR_BIN} --cc ${flags} --prefix ${ARG_PREFIX} --top-module ${ARG_TOP}
            --Mdir ${directory} ${sources}
    COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${directory} -DPREFIX=${ARG_PREFIX} -DCLOCK=${ARG_CLOCK}
            -DOUTPUT=${amalgam} -DHEADERS=${VERILATOR_ROOT}/include
            -P ${PROJECT_SOURCE_DIR}/cmake/FlitwiseAmalgam.cmake
    DEPENDS ${ARG_SOURCES} ${PROJECT_SOURCE_DIR}/cmake/FlitwiseAmalgam.cmake
            ${FLITWISE_COVERAGE_SOURCES}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Verilating ${ARG_PREFIX}"
    VERBATIM)
  target_sources(${library} PRIVATE ${amalgam})
  target_include_directories(${library} SYSTEM PUBLIC $<BUILD_INTERFACE:${directory}>)
  target_include_directories(${library} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()

# flitwise_model(library FLAVOUR Plain|Checked|Traced PREFIX p TOP t SOURCES files...
#                [PARAMETERS Name=Value...]): a model that the model library finds by module,
# parameters and flavour.
function(flitwise_model library)
  cmake_parse_arguments(ARG "" "FLAVOUR;PREFIX;TOP" "SOURCES;PARAMETERS" ${ARGN})
  set(traced "")
  if(ARG_FLAVOUR STREQUAL Traced)
    set(traced TRACED)
  endif()
  flitwise_verilate(${library} ${traced} PREFIX ${ARG_PREFIX} TOP ${ARG_TOP} CLOCK clk_i
                    SOURCES ${ARG_SOURCES} PARAMETERS ${ARG_PARAMETERS})
  list(SORT ARG_PARAMETERS)
  list(JOIN ARG_PARAMETERS "," parameters)
  set_property(GLOBAL APPEND_STRING PROPERTY FLITWISE_TABLES
    "extern const flitwise::ModelTable ${ARG_PREFIX}_table;\n")
  set_property(GLOBAL APPEND_STRING PROPERTY FLITWISE_BUILT_MODELS
    "    {\"${ARG_TOP}\", \"${parameters}\", ModelFlavour::k${ARG_FLAVOUR}, &${ARG_PREFIX}_table},\n")
endfunction()

# flitwise_built_models(name libraries...): the list of all models that flitwise_model has added.
function(flitwise_built_models name)
  get_property(tables GLOBAL PROPERTY FLITWISE_TABLES)
  get_property(models GLOBAL PROPERTY FLITWISE_BUILT_MODELS)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/built_models.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"#include \"systemc/network/models/built_models.h\"
extern \"C\" {
@tables@}
namespace flitwise {
const std::vector<BuiltModel>& built_models() {
  static const std::vector<BuiltModel> kModels = {
@models@  };
  return kModels;
}
}  // namespace flitwise
")
  add_library(${name} STATIC ${source})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ${FLITWISE_IS_SHARED})
  target_link_libraries(${name} PUBLIC flitwise_options PRIVATE ${ARGN})
endfunction()

# flitwise_verilated_library(name optimization): a library to put models into. Its code is not ours:
# it is compiled without our warnings and sanitizers, without debug information (which takes minutes
# for a network top), and its headers count as system headers.
function(flitwise_verilated_library name optimization)
  flitwise_verilated_runtime()
  if(FLITWISE_COVERAGE AND optimization STREQUAL "-O2")
    set(optimization ${FLITWISE_HOT_MODELS})
  endif()
  add_library(${name} STATIC)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ${FLITWISE_IS_SHARED})
  target_link_libraries(${name} PUBLIC flitwise_verilated_runtime)
  target_compile_options(${name} PRIVATE ${optimization} -g0 -w ${FLITWISE_NOT_SANITIZED} ${FLITWISE_NO_TREE})
endfunction()

# The runtime that comes with Verilator, compiled once. Models print through its VL_PRINTF, which is
# ours; where a version has another way out, networks run in one thread, so that lines keep their order.
function(flitwise_verilated_runtime)
  if(TARGET flitwise_verilated_runtime)
    return()
  endif()
  set(include ${VERILATOR_ROOT}/include)
  flitwise_library_of(flitwise_verilated_runtime
    ${include}/verilated.cpp ${include}/verilated_threads.cpp ${include}/verilated_fst_c.cpp
    ${PROJECT_SOURCE_DIR}/systemc/network/models/model_prints.cpp)
  set_target_properties(flitwise_verilated_runtime PROPERTIES UNITY_BUILD OFF)
  target_include_directories(flitwise_verilated_runtime SYSTEM PUBLIC
    "$<BUILD_INTERFACE:${include};${include}/vltstd>")
  target_compile_definitions(flitwise_verilated_runtime PUBLIC ${FLITWISE_VERILATED_DEFINES})
  target_compile_options(flitwise_verilated_runtime PRIVATE -O2 -w ${FLITWISE_NOT_SANITIZED}
    "SHELL:-include ${PROJECT_SOURCE_DIR}/systemc/network/models/model_prints.h")
  file(STRINGS ${include}/verilated.cpp prints REGEX "VL_PRINTF[(]")
  if(prints)
    target_compile_definitions(flitwise_verilated_runtime PRIVATE VL_PRINTF=flitwise::print_of_model)
  endif()
  target_include_directories(flitwise_verilated_runtime PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(flitwise_verilated_runtime PUBLIC Threads::Threads ZLIB::ZLIB)
endfunction()

# flitwise_netlist(variable NAME n TOP t [PARAMETERS Name=Value...]): rule for the gate netlist
# n.v of module t, made by scripts/synth; `variable` becomes what Verilator reads: its path and the
# waivers of netlists.
function(flitwise_netlist variable)
  cmake_parse_arguments(ARG "" "NAME;TOP" "PARAMETERS" ${ARGN})
  flitwise_family_of(family ${ARG_TOP})
  flitwise_rtl_sources(rtl_sources ${family})
  if(ARG_TOP MATCHES "^(combining|merging)_(.*)$")  # around a router of another family
    flitwise_family_of(family ${CMAKE_MATCH_2})
    flitwise_rtl_sources(router_sources ${family})
    list(APPEND rtl_sources ${router_sources})
    list(REMOVE_DUPLICATES rtl_sources)
  endif()
  set(netlist ${CMAKE_CURRENT_BINARY_DIR}/netlists/${ARG_NAME}.v)
  add_custom_command(
    OUTPUT ${netlist}
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/synth --yosys ${YOSYS} --netlist ${netlist}
            --top ${ARG_TOP} ${ARG_PARAMETERS}
    DEPENDS ${rtl_sources} ${PROJECT_SOURCE_DIR}/scripts/synth
    COMMENT "Synthesizing ${ARG_NAME}"
    VERBATIM)
  set(${variable} ${PROJECT_SOURCE_DIR}/rtl/netlist.vlt ${netlist} PARENT_SCOPE)
endfunction()
