# Writes OUTPUT: a header that names the commit of DIRECTORY, with "-dirty" behind it where files
# differ from it; empty where there is no repository.
cmake_policy(VERSION 3.25)
set(commit "")
if(GIT AND EXISTS ${DIRECTORY}/.git)
  set(ENV{GIT_OPTIONAL_LOCKS} 0)
  execute_process(COMMAND ${GIT} -c safe.directory=${DIRECTORY} describe --always --dirty --abbrev=12 --exclude=*
                  WORKING_DIRECTORY ${DIRECTORY} OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "namespace flitwise {\ninline constexpr const char* kCommit = \"${commit}\";\n}\n")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
