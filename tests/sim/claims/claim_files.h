// claim_files.h: small files of claims for tests.
#ifndef FLITWISE_TESTS_SIM_CLAIMS_CLAIM_FILES_H_
#define FLITWISE_TESTS_SIM_CLAIMS_CLAIM_FILES_H_

#include <string>

namespace flitwise::test {

/// A file with one claim; `cases` are the lines of its list, each indented by two.
inline std::string claim_file(const std::string& expect, const std::string& cases) {
  return "paper: small\ntitle: A paper\nclaims:\n- id: small.one\n  source: paper\n"
         "  place: here\n  claim: it is so\n  reading: so it says\n"
         "  range: one case\n  expect: " +
         expect + "\n  cases:\n" + cases;
}

/// A scatter of one flit over n links, which takes n steps.
inline std::string lone_flit(const std::string& rest) {
  return "  - scenario: {network: {shape: path, pes: (n + 1)}, operation: scatter, algorithm: fdf, "
         "lengths: {one: (n), length: 1}}\n" +
         rest;
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_CLAIMS_CLAIM_FILES_H_
