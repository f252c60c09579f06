#include "sim/console/outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string error_of(const std::string& path, const std::string& text) {
  try {
    write_file(path, text);
  } catch (const OutputError& error) {
    return error.what();
  }
  return "";
}

TEST(AtomicFile, AppearsWhenItIsCommitted) {
  const test::TemporaryDirectory directory;
  AtomicFile file(directory.path("out.jsonl"));
  file.write("hello\n");
  file.commit();

  EXPECT_THAT(directory.files(), ElementsAre("out.jsonl"));
  EXPECT_EQ(test::read_text(directory.path("out.jsonl")), "hello\n");
}

TEST(AtomicFile, LeavesTheOldContentsUntilThen) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("out"), "old");
  AtomicFile file(directory.path("out"));
  file.write(std::string(100000, 'n'));

  EXPECT_EQ(test::read_text(directory.path("out")), "old");
  file.commit();
  EXPECT_EQ(test::read_text(directory.path("out")).size(), 100000U);
}

TEST(AtomicFile, LeavesNothingWhenItIsNotCommitted) {
  const test::TemporaryDirectory directory;
  { AtomicFile(directory.path("out")).write("half"); }

  EXPECT_THAT(directory.files(), IsEmpty());
}

TEST(AtomicFile, KeepsTheExtensionForTheWriterOfTheTemporaryFile) {
  const test::TemporaryDirectory directory;
  const AtomicFile file(directory.path("wave.fst"));

  EXPECT_EQ(std::filesystem::path(file.temporary_path()).extension(), ".fst");
  EXPECT_EQ(std::filesystem::path(file.temporary_path()).parent_path(), directory.path());
}

TEST(AtomicFile, ReplacesWhatASymbolicLinkPointsTo) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("real"), "old");
  std::filesystem::create_symlink(directory.path("real"), directory.path("link"));
  write_file(directory.path("link"), "new");

  EXPECT_TRUE(std::filesystem::is_symlink(directory.path("link")));
  EXPECT_EQ(test::read_text(directory.path("real")), "new");
}

TEST(AtomicFile, CreatesWhatADanglingSymbolicLinkPointsTo) {
  const test::TemporaryDirectory directory;
  std::filesystem::create_symlink("later", directory.path("second"));
  std::filesystem::create_symlink(directory.path("second"), directory.path("first"));
  write_file(directory.path("first"), "new");

  EXPECT_TRUE(std::filesystem::is_symlink(directory.path("first")));
  EXPECT_TRUE(std::filesystem::is_symlink(directory.path("second")));
  EXPECT_EQ(test::read_text(directory.path("later")), "new");
  EXPECT_THAT(directory.files(), ElementsAre("first", "later", "second"));
}

TEST(AtomicFile, RefusesSymbolicLinksInACircle) {
  const test::TemporaryDirectory directory;
  std::filesystem::create_symlink("two", directory.path("one"));
  std::filesystem::create_symlink("one", directory.path("two"));

  EXPECT_EQ(error_of(directory.path("one"), "x"),
            directory.path("one") +
                ": error: cannot create this file: Too many levels of symbolic links");
  EXPECT_TRUE(std::filesystem::is_symlink(directory.path("one")));
}

TEST(AtomicFile, RefusesADanglingLinkIntoADirectoryThatDoesNotExist) {
  const test::TemporaryDirectory directory;
  std::filesystem::create_symlink("nowhere/out", directory.path("link"));

  EXPECT_THAT(error_of(directory.path("link"), "x"), HasSubstr("No such file or directory"));
  EXPECT_TRUE(std::filesystem::is_symlink(directory.path("link")));
}

TEST(AtomicFile, RefusesADirectoryThatDoesNotExist) {
  EXPECT_EQ(error_of("/nowhere/out", "x"),
            "/nowhere/out: error: cannot create this file: No such file or directory");
}

TEST(AtomicFile, RefusesADirectoryAsFile) {
  const test::TemporaryDirectory directory;

  EXPECT_THAT(error_of(directory.path(), "x"),
              HasSubstr("cannot create this file: Is a directory"));
}

TEST(AtomicFile, TellsThatTheDiskIsFull) {
  EXPECT_EQ(error_of("/dev/full", "x"),
            "/dev/full: error: cannot write this file: No space left on device");
}

// A limit on the size of files stands in for a disk that becomes full.
class SmallFilesOnly {
 public:
  SmallFilesOnly() {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{10, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  SmallFilesOnly(const SmallFilesOnly&) = delete;
  SmallFilesOnly& operator=(const SmallFilesOnly&) = delete;
  ~SmallFilesOnly() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(AtomicFile, KeepsTheOldContentsWhenTheDiskBecomesFull) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("out"), "old");
  std::string error;
  {
    const SmallFilesOnly limit;
    error = error_of(directory.path("out"), std::string(100, 'n'));
  }

  EXPECT_THAT(error, HasSubstr("cannot write this file: File too large"));
  EXPECT_EQ(test::read_text(directory.path("out")), "old");
  EXPECT_THAT(directory.files(), ElementsAre("out"));
}

TEST(AtomicFile, WritesDevicesDirectly) {
  write_file("/dev/null", "x");

  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace flitwise
