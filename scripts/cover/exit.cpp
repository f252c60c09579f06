// exit.cpp: what gcov needs at the end of a process, linked into every program of a coverage build.
//
// Children of a simulation end by _exit, which skips what writes gcov's counts; the linker wraps
// it.
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

namespace {

// Tests limit the size of files; a process that wrote its counts under that limit would die of it.
// Where the limit may not be lifted, counts are lost instead, and gcov says nothing of it: tests
// look at what a program says.
__attribute__((destructor)) void lift_limit_on_files() {
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  rlimit limit{};
  if (setrlimit(RLIMIT_FSIZE, &none) == 0 || getrlimit(RLIMIT_FSIZE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_IGN);
  setenv("GCOV_ERROR_FILE", "/dev/null", 0);
}

}  // namespace

extern "C" {
void __gcov_dump();
[[noreturn]] void __real__exit(int status);

[[noreturn]] void __wrap__exit(int status) {
  lift_limit_on_files();
  __gcov_dump();
  __real__exit(status);
}
}
