// payload_copies.cpp: data and byte enables live and die with their payload.
#include "sim/fabric/payload_copies.h"

namespace flitwise {

tlm::tlm_generic_payload* PayloadCopies::copy_of(const tlm::tlm_generic_payload& original) {
  auto* copy = new tlm::tlm_generic_payload(this);
  copy->acquire();
  copy->set_data_ptr(new unsigned char[original.get_data_length()]);
  if (original.get_byte_enable_ptr() != nullptr)
    copy->set_byte_enable_ptr(new unsigned char[original.get_byte_enable_length()]);
  copy->deep_copy_from(original);
  return copy;
}

void PayloadCopies::free(tlm::tlm_generic_payload* copy) {
  delete[] copy->get_data_ptr();
  delete[] copy->get_byte_enable_ptr();
  copy->reset();
  delete copy;
}

}  // namespace flitwise
