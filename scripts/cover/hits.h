// hits.h: which coverage points were reached, in a file that all processes of a test run share.
//
// Verilator keeps its counters in the model and writes them when a program asks for it. Here the
// processes that run models are many, some end by _exit or by a signal, and models die before their
// contexts. So scripts/cover/verilator puts these hits in the place of the counters: a byte a
// point, mapped from a file per model. What is reached is there at once, whatever becomes of the
// process, and nothing needs merging. A hit is noted, not counted: after the first one nothing is
// written.
#ifndef FLITWISE_SCRIPTS_COVER_HITS_H_
#define FLITWISE_SCRIPTS_COVER_HITS_H_

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace flitwise::cover {

/// One point; has what verilated code does to its counters: of Verilator 5.006 that of std::atomic,
/// of later ones that of a number.
class Hit {
 public:
  void fetch_add(unsigned, std::memory_order) { note(); }
  void operator++() { note(); }

 private:
  void note() {
    if (__atomic_load_n(&reached_, __ATOMIC_RELAXED) == 0)
      __atomic_store_n(&reached_, 1, __ATOMIC_RELAXED);
  }

  unsigned char reached_ = 0;
};

/// The hits of a model with `count` points, in `file`, which is made if it is not there.
/// Errors: ends the process: a hit that is lost would be taken for a point that is not covered.
inline Hit* hits(const char* file, std::size_t count) {
  const int descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  struct stat status {};
  const bool is_there = descriptor >= 0 && fstat(descriptor, &status) == 0 &&
                        (static_cast<std::size_t>(status.st_size) >= count ||
                         posix_fallocate(descriptor, 0, static_cast<off_t>(count)) == 0);
  void* const memory = is_there
                           ? mmap(nullptr, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
                           : MAP_FAILED;
  if (descriptor >= 0) close(descriptor);
  if (memory == MAP_FAILED) {
    std::perror(file);
    std::abort();
  }
  return static_cast<Hit*>(memory);
}

}  // namespace flitwise::cover

#endif  // FLITWISE_SCRIPTS_COVER_HITS_H_
