// graph: a program that wants nothing of Flitwise but a graph.
#include <flitwise/topology.h>

#include <cstdio>

int main() {
  const flitwise::Torus torus({4, 4});
  std::printf("Flitwise %s: %d nodes\n", FLITWISE_VERSION_STRING, static_cast<int>(torus.size()));
  return torus.size() == 16 ? 0 : 1;
}
