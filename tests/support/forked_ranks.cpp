#include "tests/support/forked_ranks.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "systemc/network/parts/bytes.h"

namespace flitwise::test {
namespace {

void write_all(int socket, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = ::write(socket, bytes.data() + done, bytes.size() - done);
    if (n <= 0) throw std::runtime_error("a rank hears nothing any more");
    done += static_cast<std::size_t>(n);
  }
}

void write_sized(int socket, const std::string& bytes) {
  const std::uint64_t size = bytes.size();
  write_all(socket, {reinterpret_cast<const char*>(&size), sizeof size});
  write_all(socket, bytes);
}

void read_all(int socket, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::read(socket, bytes, size);
    if (n <= 0) throw std::runtime_error("a rank says nothing any more");
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
}

std::string read_sized(int socket) {
  std::uint64_t size = 0;
  read_all(socket, reinterpret_cast<char*>(&size), sizeof size);
  std::string bytes(size, '\0');
  read_all(socket, bytes.data(), size);
  return bytes;
}

/// Everybody speaks to the hub, who hands it all out.
class SocketCut final : public CutChannel {
 public:
  SocketCut(std::size_t rank, std::size_t ranks, int socket)
      : rank_(rank), socket_(socket), said_(ranks) {}
  std::size_t rank() const override { return rank_; }
  std::size_t ranks() const override { return said_.size(); }
  const std::vector<std::string>& exchange(const std::string& own) override {
    write_sized(socket_, own);
    for (std::string& said : said_) said = read_sized(socket_);
    return said_;
  }
  // Every rank hears all, and forgets what was not for it.
  void add_up(RankTally& tally) override {
    const std::string own(reinterpret_cast<const char*>(&tally), sizeof tally);
    tally = RankTally();
    tally.largest.fill(std::numeric_limits<std::int64_t>::min());
    for (const std::string& said : exchange(own)) {
      RankTally other;
      std::memcpy(&other, said.data(), sizeof other);
      tally.add(other);
    }
  }
  const std::vector<std::string>& pass(const std::vector<std::size_t>& near,
                                       const std::vector<std::string>& own) override {
    std::string addressed;
    for (std::size_t i = 0; i < near.size(); ++i) {
      bytes::put(addressed, near[i]);
      bytes::put_text(addressed, own[i]);
    }
    const std::vector<std::string>& all = exchange(addressed);
    passed_.clear();
    for (const std::size_t from : near)
      for (bytes::Reader reader(all[from]); !reader.is_done();) {
        const bool is_for_us = reader.take<std::size_t>() == rank_;
        const std::string text = reader.take_text();
        if (is_for_us) passed_.push_back(text);
      }
    if (passed_.size() != near.size()) throw std::runtime_error("ranks differ in who is near");
    return passed_;
  }

 private:
  std::size_t rank_;
  int socket_;
  std::vector<std::string> said_, passed_;
};

// Until a rank has closed its socket.
void be_hub(const std::vector<int>& sockets) {
  try {
    for (;;) {
      std::vector<std::string> said;
      for (const int socket : sockets) said.push_back(read_sized(socket));
      for (const int socket : sockets)
        for (const std::string& one : said) write_sized(socket, one);
    }
  } catch (const std::runtime_error&) {
    for (const int socket : sockets) ::close(socket);
  }
}

struct Rank {
  pid_t process = -1;
  int answer = -1;
};

[[noreturn]] void be_rank(SocketCut channel, int answer,
                          const std::function<std::string(CutChannel&)>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::string said;
  try {
    said = work(channel);
  } catch (const std::exception& error) {
    said = error.what();
  }
  std::fflush(nullptr);
  write_sized(answer, said);
  ::_exit(0);
}

std::string answer_of(const Rank& rank) {
  std::string answer;
  try {
    answer = read_sized(rank.answer);
  } catch (const std::runtime_error&) {
    answer = "died";
  }
  ::close(rank.answer);
  ::waitpid(rank.process, nullptr, 0);
  return answer;
}

}  // namespace

std::vector<std::string> in_ranks(std::size_t ranks,
                                  const std::function<std::string(CutChannel& channel)>& work) {
  std::fflush(nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  std::vector<int> hub;
  std::vector<Rank> all;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    int talk[2];
    int answer[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, talk) != 0 || ::pipe(answer) != 0)
      throw std::runtime_error("no sockets for ranks");
    const pid_t process = ::fork();
    if (process < 0) throw std::runtime_error("no process for a rank");
    if (process == 0) {
      for (const int other : hub) ::close(other);
      ::close(talk[0]);
      ::close(answer[0]);
      be_rank({rank, ranks, talk[1]}, answer[1], work);
    }
    ::close(talk[1]);
    ::close(answer[1]);
    hub.push_back(talk[0]);
    all.push_back({process, answer[0]});
  }
  const pid_t switchboard = ::fork();
  if (switchboard == 0) {
    be_hub(hub);
    ::_exit(0);
  }
  for (const int socket : hub) ::close(socket);
  std::vector<std::string> answers;
  for (const Rank& rank : all) answers.push_back(answer_of(rank));
  ::kill(switchboard, SIGKILL);
  ::waitpid(switchboard, nullptr, 0);
  return answers;
}

}  // namespace flitwise::test
