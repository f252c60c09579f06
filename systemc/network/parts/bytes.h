// bytes.h: what processes tell each other, as bytes and back. All run the same program on machines
// of one sort.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_BYTES_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_BYTES_H_

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace flitwise::bytes {

template <class Item>
void put(std::string& bytes, const Item& item) {
  static_assert(std::is_trivially_copyable_v<Item>);
  bytes.append(reinterpret_cast<const char*>(&item), sizeof item);
}

template <class Item>
void put_all(std::string& bytes, const std::vector<Item>& items) {
  static_assert(std::is_trivially_copyable_v<Item>);
  put(bytes, static_cast<std::uint64_t>(items.size()));
  bytes.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item));
}

inline void put_text(std::string& bytes, std::string_view text) {
  put(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

inline void put_texts(std::string& bytes, const std::vector<std::string>& texts) {
  put(bytes, static_cast<std::uint32_t>(texts.size()));
  for (const std::string& text : texts) put_text(bytes, text);
}

/// Takes them off again, in the same order; what it reads outlives it.
/// Errors: all throw std::runtime_error where bytes are missing.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  bool is_done() const { return left_.empty(); }
  std::string_view rest() const { return left_; }
  std::string_view take(std::size_t size) {
    if (size > left_.size()) throw std::runtime_error("what another rank has said is cut off");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  template <class Item>
  Item take() {
    static_assert(std::is_trivially_copyable_v<Item>);
    Item item;
    std::memcpy(static_cast<void*>(&item), take(sizeof item).data(), sizeof item);
    return item;
  }
  template <class Item>
  std::vector<Item> take_all() {
    const auto count = take<std::uint64_t>();
    if (count > left_.size() / sizeof(Item)) take(left_.size() + 1);
    std::vector<Item> items(count);
    if (count > 0)
      std::memcpy(static_cast<void*>(items.data()), take(count * sizeof(Item)).data(),
                  count * sizeof(Item));
    return items;
  }
  std::string take_text() { return std::string(take(take<std::uint32_t>())); }
  std::vector<std::string> take_texts() {
    std::vector<std::string> texts(take<std::uint32_t>());
    for (std::string& text : texts) text = take_text();
    return texts;
  }

 private:
  std::string_view left_;
};

}  // namespace flitwise::bytes

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_BYTES_H_
