# `make install` and `make deb`: the Python package, with the metadata by which pytest finds its plugin.

set(FLITWISE_PYTHON_METADATA ${PROJECT_BINARY_DIR}/python/flitwise-${PROJECT_VERSION}.dist-info)
configure_file(python/METADATA.in ${FLITWISE_PYTHON_METADATA}/METADATA @ONLY)
configure_file(python/entry_points.txt ${FLITWISE_PYTHON_METADATA}/entry_points.txt COPYONLY)
install(CODE "set(package ${PROJECT_SOURCE_DIR}/python/flitwise)
set(metadata ${FLITWISE_PYTHON_METADATA})")
install(SCRIPT cmake/install_python.cmake)
