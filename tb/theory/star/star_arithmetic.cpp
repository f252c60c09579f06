#include "tb/theory/star/star_arithmetic.h"

#include <stdexcept>
#include <string>

namespace flitwise::theory {

void check_traffic(int degree, const StarTraffic& traffic) {
  if (traffic.packets < 1)
    throw std::invalid_argument("packets must be 1 or more, got " +
                                std::to_string(traffic.packets));
  if (traffic.copies < 1 || traffic.copies > degree)
    throw std::invalid_argument("copies must be 1 to " + std::to_string(degree) + ", got " +
                                std::to_string(traffic.copies));
}

void check_node(const StarGraph& graph, Node node, const char* name) {
  if (node < 0 || node >= graph.size())
    throw std::invalid_argument(std::string(name) + " must be a node from 0 to " +
                                std::to_string(graph.size() - 1) + ", got " + std::to_string(node));
}

}  // namespace flitwise::theory
