// version.h: which Flitwise this is, and which C++ it is for.
#ifndef FLITWISE_VERSION_H_
#define FLITWISE_VERSION_H_

// The one place of the version: the build reads it here. Within a major version what the headers of
// this folder name stays; minor versions add to it.
#define FLITWISE_VERSION_MAJOR 1
#define FLITWISE_VERSION_MINOR 0
#define FLITWISE_VERSION_PATCH 0
/// "1.0.0"
#define FLITWISE_VERSION_STRING "1.0.0"

#if __cplusplus < 201703L
#error "Flitwise needs C++17: compile what includes its headers with -std=c++17"
#endif

// Who links SystemC gets this definition with it. SystemC's library has symbols of one standard
// only (sc_api_version_..._cxx201703L): objects of another one do not link, or worse, do.
#ifdef FLITWISE_SYSTEMC_CPLUSPLUS
static_assert(__cplusplus == FLITWISE_SYSTEMC_CPLUSPLUS,
              "Flitwise and its SystemC were built for C++17, and SystemC links with no other "
              "standard: compile with -std=c++17 (CMake: CMAKE_CXX_STANDARD 17)");
#endif

// Who links routers, too: their models are compiled on first use, of sources that lie in the
// package. It is found by the path of this header, once in the program.
#ifdef FLITWISE_INSTALLED
extern "C" __attribute__((weak, used)) const char* flitwise_linked_header();
extern "C" __attribute__((weak, used)) const char* flitwise_linked_header() { return __FILE__; }
#endif

#endif  // FLITWISE_VERSION_H_
