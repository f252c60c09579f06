// exit.cpp: children of a simulation end by _exit, which skips what writes gcov's counts.
//
// Linked into every program of a coverage build, with _exit wrapped by the linker.
extern "C" {
void __gcov_dump();
[[noreturn]] void __real__exit(int status);

[[noreturn]] void __wrap__exit(int status) {
  __gcov_dump();
  __real__exit(status);
}
}
