// The model library when disks are full and processes are killed or many.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "tests/network/models/model_library_fixture.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;
using test::kCompiledOnce;
using test::ModelLibraryTest;
using test::Stages;
using test::sum_after;
using test::write;
using ::testing::AllOf;
using ::testing::HasSubstr;

// A limit on the size of files stands for a disk that is full: writing fails half-way.
TEST_F(ModelLibraryTest, LeavesNothingBehindWhenFilesCannotBeWritten) {
  ModelLibrary library(config_);
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = 4096;
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string message = "no error";
  try {
    library.get(request_);
  } catch (const ModelError& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);

  EXPECT_THAT(message, AllOf(HasSubstr("cannot compile adder"),
                             HasSubstr("files cannot be written in " + config_.directory +
                                       ": File too large")));
  EXPECT_EQ(entries(), std::vector<std::string>{});
  EXPECT_EQ(sum_after(library.get(request_), 1, 2), 2U);
}

// Forks a process that gets the model; it exits with 0 when that works.
pid_t fork_getter(const std::function<void()>& get) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    get();
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

void wait_for(const std::function<bool()>& condition) {
  for (int k = 0; k < 1000 && !condition(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

std::size_t lines_of(const fs::path& file) {
  std::ifstream stream(file);
  std::size_t lines = 0;
  for (std::string line; std::getline(stream, line);) ++lines;
  return lines;
}

TEST_F(ModelLibraryTest, MakesADamagedModelAgain) {
  int status = -1;
  waitpid(fork_getter([this] { get(); }), &status, 0);  // what is loaded here would stay so
  ASSERT_EQ(status, 0);
  ASSERT_EQ(entries().size(), 1U);
  const fs::path object = fs::path(config_.directory) / entries()[0] / "model.so";
  write(object, "not an object");

  EXPECT_EQ(sum_after(get(), 5, 2), 10U);
  EXPECT_EQ(stages_, kCompiledOnce);
}

TEST_F(ModelLibraryTest, ThreeProcessesThatWantOneModelMakeItOnce) {
  const fs::path log = folder_ / "log";
  replace_compiler("echo run >> " + log.string() + "\nsleep 0.3\nexec " + real_compiler() +
                   " \"$@\"\n");
  std::vector<pid_t> children;
  for (int k = 0; k < 3; ++k) children.push_back(fork_getter([this] { get(); }));

  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(lines_of(log), 1U);
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(ModelLibraryTest, AKilledProcessNeitherBlocksNorLeavesAModelBehind) {
  const fs::path log = folder_ / "log";
  replace_compiler("echo run >> " + log.string() + "\n[ $(wc -l < " + log.string() +
                   ") = 1 ] && sleep 100\nexec " + real_compiler() + " \"$@\"\n");
  const pid_t child = fork_getter([this] { get(); });
  wait_for([&] { return lines_of(log) == 1; });
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(entries().size(), 1U) << "the folder that the killed process was making";

  EXPECT_EQ(sum_after(get(), 4, 2), 8U);
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(entries()[0].rfind("adder-", 0), 0U);
}

TEST_F(ModelLibraryTest, SaysThatItWaitsForAnotherProcess) {
  const fs::path log = folder_ / "log";
  replace_compiler("echo run >> " + log.string() + "\nsleep 1\nexec " + real_compiler() +
                   " \"$@\"\n");
  const pid_t child = fork_getter([this] { get(); });
  wait_for([&] { return lines_of(log) == 1; });
  get();
  int status = -1;
  waitpid(child, &status, 0);

  EXPECT_EQ(status, 0);
  EXPECT_EQ(stages_, Stages{ModelProgress::Stage::kWaiting});
}

// A file system of this size for this process alone, at `folder`. False where that is not allowed.
bool mount_small_disk(const fs::path& folder, const char* size) {
  const std::string user = "0 " + std::to_string(getuid()) + " 1";
  const std::string group = "0 " + std::to_string(getgid()) + " 1";
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  write("/proc/self/setgroups", "deny");
  write("/proc/self/uid_map", user);
  write("/proc/self/gid_map", group);
  return mount("none", folder.c_str(), "tmpfs", 0, size) == 0;
}

std::string content_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_F(ModelLibraryTest, SaysThatTheDiskIsFullAndWorksWhenThereIsRoomAgain) {
  constexpr int kNotAllowed = 77;
  const fs::path disk = folder_ / "disk";
  const fs::path said = folder_ / "said";
  fs::create_directory(disk);
  config_.directory = (disk / "store").string();
  const pid_t child = fork();
  if (child == 0) {
    if (!mount_small_disk(disk, "size=24k")) _exit(kNotAllowed);
    const std::string message = refusal();
    write(said, message + (entries().empty() ? "; nothing is left" : "; something is left"));
    const bool has_room = mount("none", disk.c_str(), "tmpfs", MS_REMOUNT, "size=64m") == 0;
    _exit(has_room && sum_after(get(), 7, 2) == 14 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotAllowed)
    GTEST_SKIP() << "this machine lets nobody mount a file system of their own";

  EXPECT_THAT(content_of(said), AllOf(HasSubstr("cannot compile adder"),
                                      HasSubstr("files cannot be written in " + config_.directory +
                                                ": No space left on device"),
                                      HasSubstr("nothing is left")));
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace flitwise
