// msccl_texts.h: algorithms of two gpus in MSCCL's XML, a line for each element.
#ifndef FLITWISE_TESTS_SIM_IMPORT_MSCCL_TEXTS_H_
#define FLITWISE_TESTS_SIM_IMPORT_MSCCL_TEXTS_H_

#include <string>

namespace flitwise::test {

inline std::string algo(const std::string& body, const std::string& coll = "custom",
                        const std::string& more = "") {
  return "<algo ngpus=\"2\" nchunksperloop=\"2\" coll=\"" + coll + "\"" + more + ">\n" + body +
         "</algo>\n";
}
inline std::string gpu(int id, const std::string& body, int input = 2, int output = 2) {
  return "<gpu id=\"" + std::to_string(id) + "\" i_chunks=\"" + std::to_string(input) +
         "\" o_chunks=\"" + std::to_string(output) + "\" s_chunks=\"0\">\n" + body + "</gpu>\n";
}
inline std::string block(const std::string& body,
                         const std::string& peers = "send=\"1\" recv=\"1\"", int id = 0) {
  return "<tb id=\"" + std::to_string(id) + "\" " + peers + " chan=\"0\">\n" + body + "</tb>\n";
}
inline std::string step(const std::string& type, int s = 0, const std::string& cells = "",
                        const std::string& order = "depid=\"-1\" deps=\"-1\"") {
  const std::string all =
      cells.empty() ? "srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"" : cells;
  return "<step s=\"" + std::to_string(s) + "\" type=\"" + type + "\" " + all + " " + order +
         "/>\n";
}
// Of a first gpu that does this, and a second that does nothing.
inline std::string one(const std::string& body) { return algo(gpu(0, body) + gpu(1, "")); }

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_IMPORT_MSCCL_TEXTS_H_
