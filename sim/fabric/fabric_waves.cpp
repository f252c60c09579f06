// fabric_waves.cpp: objects of every sort that sc_trace knows, as bits or real numbers.
#include <flitwise/fabric_waves.h>
#include <sysc/datatypes/fx/sc_fxnum.h>
#include <sysc/datatypes/fx/sc_fxval.h>

#include <cstring>

#include "sim/fabric/wave_book.h"

namespace flitwise {
namespace {

using Words = std::vector<std::uint32_t>;

// The low bits of a number, of `width` bits.
template <class Number>
auto bits_of(const Number& object, int width) {
  return [&object, width](Words& words) {
    auto value = static_cast<std::uint64_t>(object);
    if (width < 64) value &= (std::uint64_t{1} << width) - 1;
    words[0] = static_cast<std::uint32_t>(value);
    if (words.size() > 1) words[1] = static_cast<std::uint32_t>(value >> 32);
  };
}

double to_double(const float& number) { return double{number}; }
double to_double(const double& number) { return number; }
template <class Number>
double to_double(const Number& number) {
  return number.to_double();
}

template <class Number>
auto real_of(const Number& object) {
  return [&object](Words& words) {
    const double value = to_double(object);
    std::memcpy(words.data(), &value, sizeof value);
  };
}

// Of a type that has its bits one by one.
template <class Vector, class Bit>
auto bit_by_bit(const Vector& object, int width, Bit bit) {
  return [&object, width, bit](Words& words) {
    for (std::uint32_t& word : words) word = 0;
    for (int i = 0; i < width; ++i)
      if (bit(object, i)) words[static_cast<std::size_t>(i) / 32] |= 1U << i % 32;
  };
}

template <class Vector>
bool test_bit(const Vector& vector, int i) {
  return vector.test(i);
}

}  // namespace

// Has the kernel say that a time is over.
#if IEEE_1666_SYSTEMC >= 202301L
class FabricWaves::Subscription final : private sc_core::sc_stage_callback_if {
 public:
  explicit Subscription(FabricWaves& waves) : waves_(waves) {
    sc_core::sc_register_stage_callback(*this, sc_core::SC_PRE_TIMESTEP);
  }
  ~Subscription() override {
    sc_core::sc_unregister_stage_callback(*this, sc_core::SC_PRE_TIMESTEP);
  }

 private:
  void stage_callback(const sc_core::sc_stage&) override { waves_.cycle(false); }

  FabricWaves& waves_;
};
#else
class FabricWaves::Subscription final {
 public:
  explicit Subscription(FabricWaves& waves) : waves_(waves) {
    sc_core::sc_get_curr_simcontext()->add_trace_file(&waves_);
  }
  ~Subscription() { sc_core::sc_get_curr_simcontext()->remove_trace_file(&waves_); }

 private:
  FabricWaves& waves_;
};
#endif

FabricWaves::FabricWaves(const std::string& file)
    : book_(std::make_shared<Book>(file)), subscription_(std::make_unique<Subscription>(*this)) {}

FabricWaves::~FabricWaves() {
  subscription_.reset();
  book_->close_or_warn();
}

void FabricWaves::close() { book_->close(); }

void FabricWaves::cycle(bool is_delta_cycle) {
  if (!is_delta_cycle) book_->end_of_time();
}

void FabricWaves::trace(const sc_core::sc_event& object, const std::string& name) {
  const sc_dt::uint64& stamp = event_trigger_stamp(object);
  book_->add(name, 1, false, [&stamp, before = stamp](Words& words) mutable {
    words[0] = stamp != before ? 1 : 0;
    before = stamp;
  });
}

void FabricWaves::trace(const sc_core::sc_time& object, const std::string& name) {
  book_->add(name, 64, false, [&object](Words& words) {
    words[0] = static_cast<std::uint32_t>(object.value());
    words[1] = static_cast<std::uint32_t>(object.value() >> 32);
  });
}

void FabricWaves::trace(const bool& object, const std::string& name) {
  book_->add(name, 1, false, bits_of(object, 1));
}
void FabricWaves::trace(const sc_dt::sc_bit& object, const std::string& name) {
  book_->add(name, 1, false, [&object](Words& words) { words[0] = object.to_bool() ? 1 : 0; });
}

void FabricWaves::trace(const sc_dt::sc_logic&, const std::string& name) {
  SC_REPORT_ERROR("flitwise/waves", (name + " has four values; waves have two").c_str());
}
void FabricWaves::trace(const sc_dt::sc_lv_base&, const std::string& name) {
  SC_REPORT_ERROR("flitwise/waves", (name + " has four values a bit; waves have two").c_str());
}

void FabricWaves::trace(const unsigned char& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const unsigned short& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const unsigned int& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const unsigned long& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const char& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const short& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const int& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const long& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const sc_dt::int64& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}
void FabricWaves::trace(const sc_dt::uint64& object, const std::string& name, int width) {
  book_->add(name, static_cast<unsigned>(width), false, bits_of(object, width));
}

void FabricWaves::trace(const float& object, const std::string& name) {
  book_->add(name, 64, true, real_of(object));
}
void FabricWaves::trace(const double& object, const std::string& name) {
  book_->add(name, 64, true, real_of(object));
}
void FabricWaves::trace(const sc_dt::sc_fxval& object, const std::string& name) {
  book_->add(name, 64, true, real_of(object));
}
void FabricWaves::trace(const sc_dt::sc_fxval_fast& object, const std::string& name) {
  book_->add(name, 64, true, real_of(object));
}
void FabricWaves::trace(const sc_dt::sc_fxnum& object, const std::string& name) {
  book_->add(name, 64, true, real_of(object));
}
void FabricWaves::trace(const sc_dt::sc_fxnum_fast& object, const std::string& name) {
  book_->add(name, 64, true, real_of(object));
}

void FabricWaves::trace(const sc_dt::sc_int_base& object, const std::string& name) {
  const int width = object.length();
  book_->add(name, static_cast<unsigned>(width), false,
             bit_by_bit(object, width, test_bit<sc_dt::sc_int_base>));
}
void FabricWaves::trace(const sc_dt::sc_uint_base& object, const std::string& name) {
  const int width = object.length();
  book_->add(name, static_cast<unsigned>(width), false,
             bit_by_bit(object, width, test_bit<sc_dt::sc_uint_base>));
}
void FabricWaves::trace(const sc_dt::sc_signed& object, const std::string& name) {
  const int width = object.length();
  book_->add(name, static_cast<unsigned>(width), false,
             bit_by_bit(object, width, test_bit<sc_dt::sc_signed>));
}
void FabricWaves::trace(const sc_dt::sc_unsigned& object, const std::string& name) {
  const int width = object.length();
  book_->add(name, static_cast<unsigned>(width), false,
             bit_by_bit(object, width, test_bit<sc_dt::sc_unsigned>));
}
void FabricWaves::trace(const sc_dt::sc_bv_base& object, const std::string& name) {
  const int width = object.length();
  book_->add(name, static_cast<unsigned>(width), false,
             bit_by_bit(object, width, [](const sc_dt::sc_bv_base& vector, int i) {
               return vector.get_bit(i) != 0;
             }));
}

// As a number: the file has no names for values of signals of one's own.
void FabricWaves::trace(const unsigned int& object, const std::string& name,
                        const char** /*literals*/) {
  book_->add(name, 32, false, bits_of(object, 32));
}

}  // namespace flitwise
