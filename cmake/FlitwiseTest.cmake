# flitwise_test(NAME sources... LIBS libraries... [SLOW | NETLIST]): one GoogleTest binary, mirrored
# in CTest with one process per test case, because a SystemC kernel elaborates once in a process.
# With NETLIST it belongs to the target flitwise_netlist_tests alone, since Yosys takes its time.
include(GoogleTest)
# Tests are many and run for seconds: most of their time is the compiler's.
set(FLITWISE_TEST_OPTIMIZATION $<$<CONFIG:Release>:-O0>)
add_custom_target(flitwise_netlist_tests)
function(flitwise_test name)
  cmake_parse_arguments(ARG "SLOW;NETLIST" "" "LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_NETLIST)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    target_compile_definitions(${name} PRIVATE FLITWISE_NETLISTS)
    add_dependencies(flitwise_netlist_tests ${name})
  endif()
  target_link_libraries(${name} PRIVATE flitwise_options flitwise_test_main ${ARG_LIBS}
                        GTest::gtest GTest::gmock)
  target_precompile_headers(${name} REUSE_FROM flitwise_test_main)
  flitwise_units(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE ${FLITWISE_TEST_OPTIMIZATION})
  target_compile_definitions(${name} PRIVATE
    FLITWISE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    FLITWISE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(ARG_SLOW)
    set(label slow)
    set(timeout 3600)  # models of new router shapes are compiled on first use
  elseif(ARG_NETLIST)
    set(label netlist)
    set(timeout 3600)
  else()
    set(label fast)
    set(timeout 600)
  endif()
  math(EXPR timeout "${timeout} * ${FLITWISE_SLOWER}")
  # A disk that is full under a mapped wave file is a signal that runs must report, not the sanitizer.
  set(environment "")
  if(FLITWISE_SANITIZE)
    set(environment ENVIRONMENT ASAN_OPTIONS=handle_sigbus=0)
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." PROPERTIES LABELS ${label}
                       TIMEOUT ${timeout} ${environment}
                       DISCOVERY_TIMEOUT 60)
endfunction()
