# Writes OUTPUT, one source that includes every C++ source of DIRECTORY.
file(GLOB sources RELATIVE ${DIRECTORY} ${DIRECTORY}/*.cpp)
list(SORT sources)
set(text "")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
