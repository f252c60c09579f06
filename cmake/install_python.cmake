# Installs the folders `package` and `metadata` where Python finds them: into the first folder below
# PREFIX/lib that python3 searches; where it searches none there, into that of Debian's packages,
# PREFIX/lib/python3/dist-packages.

set(folder "${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages")
execute_process(COMMAND python3 -c "import site; print(*site.getsitepackages(), sep=';')"
                OUTPUT_VARIABLE searched OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
foreach(one IN LISTS searched)
  string(FIND "${one}" "${CMAKE_INSTALL_PREFIX}/lib/" at)
  if(at EQUAL 0)
    set(folder "${one}")
    break()
  endif()
endforeach()
file(INSTALL DESTINATION "${folder}" TYPE DIRECTORY FILES "${package}"
     FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
file(INSTALL DESTINATION "${folder}" TYPE DIRECTORY FILES "${metadata}")
