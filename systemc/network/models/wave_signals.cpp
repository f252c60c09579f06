// wave_signals.cpp: what Verilator's generated code says of signals, in its two generations.
#include "systemc/network/models/wave_signals.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "systemc/network/models/verilated_context.h"

namespace flitwise {
namespace {

std::uint32_t words_of(const WaveSignal& signal) { return (signal.bits + 31) / 32; }

double real_of(const WaveSignal& signal) {
  double value = 0;
  std::memcpy(&value, signal.words, sizeof value);
  return value;
}

constexpr int kNone = -1;  // no enumeration, no index of an array

// 5.006: names are taken apart at spaces; directions and types are those of the format.
constexpr int kWire = 16;
constexpr int kReal = 3;
template <class Fst, class Direction, class Type, class... Range>
void declare_as(Fst& fst,
                void (Fst::*declare)(std::uint32_t, const char*, int, Direction, Type, bool, int,
                                     Range...),
                std::uint32_t code, const WaveSignal& signal, Range... range) {
  std::string name = signal.name;
  std::replace(name.begin(), name.end(), '.', ' ');
  const auto type = static_cast<Type>(signal.is_real ? kReal : kWire);
  (fst.*declare)(code, name.c_str(), kNone, Direction(), type, false, kNone, range...);
}

// 5.020 and 5.032: scopes are opened one by one.
template <class Fst, class Name, class Scope>
void open_scope(Fst& fst, void (Fst::*push)(Name, Scope), const std::string& name) {
  // They want a scope around every name; that of an array is a name only, and no scope of the file.
  if (name.empty())
    (fst.*push)(" ", Scope::ARRAY_UNPACKED);
  else
    (fst.*push)(name.c_str(), Scope::SCOPE_MODULE);
}
template <class Fst, class Direction, class Kind, class Type, class... Range>
void declare_as(Fst& fst,
                void (Fst::*declare)(std::uint32_t, std::uint32_t, const char*, int, Direction,
                                     Kind, Type, bool, int, Range...),
                std::uint32_t code, const WaveSignal& signal, Range... range) {
  std::string name = signal.name;
  int scopes = 0;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.')) {
    open_scope(fst, &Fst::pushPrefix, name.substr(0, dot));
    name.erase(0, dot + 1);
    ++scopes;
  }
  if (scopes == 0) {
    open_scope(fst, &Fst::pushPrefix, "");
    ++scopes;
  }
  const Type type = signal.is_real ? Type::DOUBLE : Type::LOGIC;
  (fst.*declare)(code, 0, name.c_str(), kNone, Direction::NONE, Kind::VAR, type, false, kNone,
                 range...);
  while (scopes-- > 0) fst.popPrefix();
}

void declare_one(VerilatedFst& fst, std::uint32_t code, const WaveSignal& signal) {
  if (signal.is_real)
    declare_as(fst, &VerilatedFst::declDouble, code, signal);
  else if (signal.bits == 1)
    declare_as(fst, &VerilatedFst::declBit, code, signal);
  else
    declare_as(fst, &VerilatedFst::declArray, code, signal, static_cast<int>(signal.bits) - 1, 0);
}

// Whoever writes the file calls these. Newer Verilators want to know more; the last argument
// prefers what they have.
template <class Fst, class Declare>
auto add_declaration(Fst& fst, Declare declare, void* self, std::uint32_t codes, int)
    -> decltype(fst.addInitCb(declare, self, "signals", false, codes)) {
  return fst.addInitCb(declare, self, "signals", false, codes);
}
template <class Fst, class Declare>
void add_declaration(Fst& fst, Declare declare, void* self, std::uint32_t, long) {
  fst.addInitCb(declare, self);
}
template <class Fst, class Write>
auto add_writers(Fst& fst, Write all, Write changed, void* self, int)
    -> decltype(fst.addFullCb(all, 0, self)) {
  fst.addFullCb(all, 0, self);
  fst.addChgCb(changed, 0, self);
}
template <class Fst, class Write>
void add_writers(Fst& fst, Write all, Write changed, void* self, long) {
  fst.addFullCb(all, self);
  fst.addChgCb(changed, self);
}

}  // namespace

void WaveSignals::trace(VerilatedFstC& fst) {
  if (signals_.empty()) return;
  std::uint32_t codes = 0;
  for (const WaveSignal& signal : signals_) codes += words_of(signal);
  add_declaration(*fst.spTrace(), &WaveSignals::declare, this, codes, 0);
  add_writers(*fst.spTrace(), &WaveSignals::write_all, &WaveSignals::write_changed, this, 0);
}

void WaveSignals::declare(void* self, VerilatedFst* fst, std::uint32_t first_code) {
  auto& all = *static_cast<WaveSignals*>(self);
  all.first_code_ = first_code;
  for (const WaveSignal& signal : all.signals_) {
    declare_one(*fst, first_code, signal);
    first_code += words_of(signal);
  }
}

void WaveSignals::write_all(void* self, Buffer* buffer) {
  const auto& all = *static_cast<const WaveSignals*>(self);
  std::uint32_t* old = buffer->oldp(all.first_code_);
  for (const WaveSignal& signal : all.signals_) {
    if (signal.is_real)
      buffer->fullDouble(old, real_of(signal));
    else if (signal.bits == 1)
      buffer->fullBit(old, static_cast<CData>(signal.words[0]));
    else
      buffer->fullWData(old, signal.words, static_cast<int>(signal.bits));
    old += words_of(signal);
  }
}

void WaveSignals::write_changed(void* self, Buffer* buffer) {
  const auto& all = *static_cast<const WaveSignals*>(self);
  std::uint32_t* old = buffer->oldp(all.first_code_);
  for (const WaveSignal& signal : all.signals_) {
    if (signal.is_real)
      buffer->chgDouble(old, real_of(signal));
    else if (signal.bits == 1)
      buffer->chgBit(old, static_cast<CData>(signal.words[0]));
    else
      buffer->chgWData(old, signal.words, static_cast<int>(signal.bits));
    old += words_of(signal);
  }
}

}  // namespace flitwise
