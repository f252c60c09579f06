// Codes on links: every single and every double fault of a code of 64 bits, in words of any
// content, and words of other widths; the test is the wire between encoder and decoder.
#include <Vflit_decoder_parity.h>
#include <Vflit_decoder_secded.h>
#include <Vflit_decoder_secded_247.h>
#include <Vflit_decoder_secded_31.h>
#include <Vflit_decoder_secded_netlist.h>
#include <Vflit_decoder_secded_registered.h>
#include <Vflit_decoder_wires.h>
#include <Vflit_encoder_parity.h>
#include <Vflit_encoder_secded.h>
#include <Vflit_encoder_secded_247.h>
#include <Vflit_encoder_secded_31.h>
#include <Vflit_encoder_secded_netlist.h>
#include <Vflit_encoder_secded_registered.h>
#include <Vflit_encoder_wires.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <vector>

#include "tests/rtl/verilated_pins.h"

namespace flitwise::rtl_test {
namespace {

using Bits = std::vector<bool>;

/// What a decoder makes of a code.
struct Decoded {
  Bits word;
  bool corrected = false;
  bool wrong = false;
};

/// The two ends of a link of `kWidth` bits and `kChecks` check bits.
template <class EncoderModel, class DecoderModel, std::size_t kWidth, std::size_t kChecks,
          bool kRegistered = false>
class Link {
 public:
  static constexpr std::size_t kWordBits = kWidth;
  static constexpr std::size_t kCodeBits = kWidth + kChecks;

  Link() {
    reset(encoder_);
    reset(decoder_);
  }
  ~Link() { Verilated::threadContextp(&context_); }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  Bits encoded(const Bits& word) {
    write(encoder_.word_i, word);
    settle(encoder_);
    return read(encoder_.code_o, kCodeBits);
  }
  Decoded decoded(const Bits& code) {
    write(decoder_.code_i, code);
    settle(decoder_);
    return {read(decoder_.word_o, kWidth), decoder_.corrected_o != 0, decoder_.wrong_o != 0};
  }

 private:
  template <class Model>
  static void settle(Model& model) {
    if (kRegistered) {
      clock_cycle<Model>(&model);
    } else {
      model.eval();
    }
  }
  template <class Port>
  static void write(Port& port, const Bits& bits) {
    std::memset(bytes_of(port), 0, sizeof port);
    for (std::size_t k = 0; k < bits.size(); ++k) {
      unsigned char& byte = bytes_of(port)[k / 8];
      byte = static_cast<unsigned char>(byte | (bits[k] ? 1U : 0U) << (k % 8));
    }
  }
  template <class Port>
  static Bits read(const Port& port, std::size_t count) {
    Bits bits;
    for (std::size_t k = 0; k < count; ++k) bits.push_back(bits_of(port, k, 1) != 0);
    return bits;
  }

  AnyStart context_;
  EncoderModel encoder_{&context_};
  DecoderModel decoder_{&context_};
};

using Secded = Link<Vflit_encoder_secded, Vflit_decoder_secded, 64, 8>;
using SecdedRegistered =
    Link<Vflit_encoder_secded_registered, Vflit_decoder_secded_registered, 64, 8, true>;
using SecdedNetlist = Link<Vflit_encoder_secded_netlist, Vflit_decoder_secded_netlist, 64, 8>;
using Secded31 = Link<Vflit_encoder_secded_31, Vflit_decoder_secded_31, 31, 7>;
using Secded247 = Link<Vflit_encoder_secded_247, Vflit_decoder_secded_247, 247, 9>;
using Parity = Link<Vflit_encoder_parity, Vflit_decoder_parity, 64, 1>;
using Wires = Link<Vflit_encoder_wires, Vflit_decoder_wires, 64, 0>;

/// All zeros, all ones, and words that a seed chooses.
std::vector<Bits> words_of(std::size_t width, int random_words) {
  std::mt19937 generator(20240607);
  std::vector<Bits> words = {Bits(width, false), Bits(width, true)};
  for (int k = 0; k < random_words; ++k) {
    Bits word(width);
    for (std::size_t bit = 0; bit < width; ++bit) word[bit] = generator() % 2 != 0;
    words.push_back(word);
  }
  return words;
}

template <class Model>
class SecdedLink : public testing::Test {};
using Codes = testing::Types<Secded, SecdedRegistered, SecdedNetlist, Secded31, Secded247>;
TYPED_TEST_SUITE(SecdedLink, Codes);

TYPED_TEST(SecdedLink, PassesIntactWordsAndCorrectsEveryWrongBit) {
  TypeParam link;
  for (const Bits& word : words_of(TypeParam::kWordBits, 20)) {
    Bits code = link.encoded(word);
    const Decoded intact = link.decoded(code);
    ASSERT_EQ(intact.word, word);
    ASSERT_FALSE(intact.corrected || intact.wrong);
    for (std::size_t bit = 0; bit < TypeParam::kCodeBits; ++bit) {
      code[bit].flip();
      const Decoded decoded = link.decoded(code);
      ASSERT_EQ(decoded.word, word) << "bit " << bit;
      ASSERT_TRUE(decoded.corrected) << "bit " << bit;
      ASSERT_FALSE(decoded.wrong) << "bit " << bit;
      code[bit].flip();
    }
  }
}

TYPED_TEST(SecdedLink, ReportsEveryPairOfWrongBits) {
  TypeParam link;
  for (const Bits& word : words_of(TypeParam::kWordBits, TypeParam::kWordBits > 64 ? 0 : 4)) {
    Bits code = link.encoded(word);
    for (std::size_t one = 0; one < TypeParam::kCodeBits; ++one) {
      code[one].flip();
      for (std::size_t other = 0; other < one; ++other) {
        code[other].flip();
        const Decoded decoded = link.decoded(code);
        ASSERT_TRUE(decoded.wrong) << one << ", " << other;
        ASSERT_FALSE(decoded.corrected) << one << ", " << other;
        code[other].flip();
      }
      code[one].flip();
    }
  }
}

TYPED_TEST(SecdedLink, SharesTheBitsEvenlyAmongCheckBits) {
  TypeParam link;
  std::vector<std::size_t> covered(TypeParam::kCodeBits - TypeParam::kWordBits);
  std::set<Bits> columns;
  for (std::size_t bit = 0; bit < TypeParam::kWordBits; ++bit) {
    Bits word(TypeParam::kWordBits);
    word[bit] = true;
    const Bits code = link.encoded(word);
    const Bits column(code.begin() + TypeParam::kWordBits, code.end());
    columns.insert(column);
    for (std::size_t check = 0; check < covered.size(); ++check)
      covered[check] += column[check] ? 1 : 0;
  }
  EXPECT_EQ(columns.size(), TypeParam::kWordBits);
  const auto [least, most] = std::minmax_element(covered.begin(), covered.end());
  EXPECT_LE(*most - *least, 2U);
  if (TypeParam::kWordBits == 64) {
    EXPECT_EQ(*least, 26U);
    EXPECT_EQ(*most, 26U);
  }
}

TEST(ParityLink, ReportsEveryWrongBitAndNoPair) {
  Parity link;
  for (const Bits& word : words_of(64, 20)) {
    Bits code = link.encoded(word);
    EXPECT_EQ(link.decoded(code).word, word);
    EXPECT_FALSE(link.decoded(code).wrong);
    for (std::size_t bit = 0; bit < code.size(); ++bit) {
      code[bit].flip();
      ASSERT_TRUE(link.decoded(code).wrong) << "bit " << bit;
      code[(bit + 1) % code.size()].flip();
      ASSERT_FALSE(link.decoded(code).wrong) << "bit " << bit;
      code[(bit + 1) % code.size()].flip();
      code[bit].flip();
    }
  }
}

TEST(BareLink, IsWires) {
  Wires link;
  for (const Bits& word : words_of(64, 20)) {
    EXPECT_EQ(link.encoded(word), word);
    const Decoded decoded = link.decoded(word);
    EXPECT_EQ(decoded.word, word);
    EXPECT_FALSE(decoded.corrected || decoded.wrong);
  }
}

}  // namespace
}  // namespace flitwise::rtl_test
