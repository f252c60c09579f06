# Run at the end of an installation: installed headers include each other by names that no folder
# of a project's own can have. FLITWISE_HEADERS is their folder, include/flitwise.
file(GLOB_RECURSE headers ${FLITWISE_HEADERS}/*.h)
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX REPLACE "#include \"((systemc|tb|sim)/[^\"\n]*)\"" "#include <flitwise/internal/\\1>"
         qualified "${text}")
  if(NOT qualified STREQUAL text)
    file(WRITE ${header} "${qualified}")
  endif()
endforeach()
