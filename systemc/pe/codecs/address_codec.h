// address_codec.h: flits that name the PE that they are for: of trees, covers and fat trees.
#ifndef FLITWISE_SYSTEMC_PE_CODECS_ADDRESS_CODEC_H_
#define FLITWISE_SYSTEMC_PE_CODECS_ADDRESS_CODEC_H_

#include <vector>

#include "systemc/network/address_book.h"
#include "systemc/pe/flit_codec.h"

namespace flitwise {

class AddressCodec final : public FlitCodec {
 public:
  /// `addresses`, of all PEs, outlives the codec. Arrivals come from the node that the network
  /// gives as address.
  AddressCodec(PeLinks links, const AddressBook& addresses)
      : links_(std::move(links)), addresses_(addresses) {}

  void send(const protocols::Transmission& transmission, RouterPort& router) override;
  std::optional<protocols::Arrival> take(Step step, std::uint64_t address, RawFlit flit) override;

  /// The destination field of a message: the address of its PE, the digits of copies, 0 of a flood.
  /// Errors: throws std::range_error when the digits do not fit, std::logic_error when there is no
  ///         such PE.
  static std::uint32_t destination_field(const protocols::Transmission& transmission,
                                         const AddressBook& addresses);
  /// The flits of a message, head to tail.
  static std::vector<RawFlit> flits_of(const protocols::Transmission& transmission,
                                       std::uint32_t destination, FlitFormat format = {});

 private:
  const PeLinks links_;
  const AddressBook& addresses_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_CODECS_ADDRESS_CODEC_H_
