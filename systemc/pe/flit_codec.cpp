// flit_codec.cpp: which port leads where, and what fits a flit.
#include "systemc/pe/flit_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace flitwise {

void require_fits(const char* what, std::int64_t value, std::int64_t most) {
  if (value < 0 || value > most)
    throw std::range_error(
        fmt::format("{} must fit its field in the flit, 0 to {}, got {}", what, most, value));
}

std::uint32_t number_or_word(const protocols::Transmission& transmission, Flits k) {
  if (transmission.words) return (*transmission.words)[static_cast<std::size_t>(k)];
  return static_cast<std::uint32_t>(transmission.first + k);
}

void expect_words(const protocols::Transmission& transmission, FlitFormat format) {
  if (!transmission.words) return;
  if (transmission.words->size() != static_cast<std::size_t>(transmission.length))
    throw std::logic_error(fmt::format("a message of {} flits cannot carry {} words",
                                       transmission.length, transmission.words->size()));
  for (const std::uint32_t word : *transmission.words)
    require_fits("a word", word, format.largest_payload());
}

protocols::Arrival arrival_of(const LinkEvent& event, RawFlit flit, FlitFormat format) {
  protocols::Arrival arrival;
  arrival.step = event.step;
  arrival.kind = event.kind;
  arrival.from = event.from;
  arrival.message = event.message;
  arrival.index = event.index;
  const FlitFields fields = unpack(flit, format);
  arrival.is_last = fields.tail;
  arrival.word = fields.payload;
  arrival.stream = event.stream;
  return arrival;
}

std::uint32_t PeLinks::port_to(Node neighbour) const {
  if (neighbour == kNoNode) return 0;
  const auto found = std::find(neighbours_.begin(), neighbours_.end(), neighbour);
  if (found == neighbours_.end())
    throw std::logic_error(fmt::format("PE {} has no port to PE {}", self_, neighbour));
  return static_cast<std::uint32_t>(found - neighbours_.begin());
}

std::uint32_t PeLinks::port_of(const protocols::Transmission& transmission) const {
  const std::uint32_t port = transmission.port;
  if (port == protocols::Transmission::kViaDecides) return port_to(transmission.via);
  if (!neighbours_.empty() && port >= ports())
    throw std::logic_error(fmt::format("PE {} has no port {}", self_, port));
  return port;
}

}  // namespace flitwise
