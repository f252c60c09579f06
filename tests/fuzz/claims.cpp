// Whatever stands in a file of claims, there is a paper or an error.
#include "sim/studies/claims/agreement/claim_words.h"
#include "sim/studies/claims/claim.h"
#include "sim/studies/claims/claim_points.h"

#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitwise;
  ErrorList errors;
  const auto paper = read_paper_text(fuzz::text_of(data, size), "sim/claims/fuzz.yaml", errors);
  fuzz::promise(paper.has_value() == errors.empty(), "a paper or errors, not both");
  if (!paper) return 0;
  for (const Claim& claim : paper->claims) {
    const ClaimWords words(claim);
    for (const TextNumber& number : words.numbers())
      fuzz::promise(words.says_number(number.value), "a range says the numbers that it has");
    errors.attempt([&] { fill_range(claim.range, {}); });
    basis_of(claim);
  }
  return 0;
}
